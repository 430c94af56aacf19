#pragma once

#include <string>
#include <string_view>

namespace polarize::web {

/// `text` as a JSON string.
std::string quoted(std::string_view text);

/// `value` with 17 digits, so that reading it back gives the same bits; null where it is not finite.
std::string number(double value);

/// `"name":json`.
std::string member(std::string_view name, std::string_view json);

/// `[item, item, …]` of what `to_json` gives for each element of `range`.
template <class Range, class ToJson>
std::string array(const Range& range, const ToJson& to_json) {
    std::string out = "[";
    for (const auto& item : range) {
        if (out.size() > 1) out += ',';
        out += to_json(item);
    }
    return out + ']';
}

}  // namespace polarize::web
