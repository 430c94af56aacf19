#include "json_text.hpp"

#include <cmath>
#include <cstdio>

namespace polarize::web {

std::string quoted(std::string_view text) {
    std::string out = "\"";
    for (const char character : text) {
        if (character == '"' || character == '\\') {
            out += '\\';
            out += character;
        } else if (static_cast<unsigned char>(character) < 0x20) {
            char escape[7];
            std::snprintf(escape, sizeof escape, "\\u%04x", static_cast<unsigned>(character));
            out += escape;
        } else {
            out += character;
        }
    }
    return out + '"';
}

std::string number(double value) {
    if (!std::isfinite(value)) return "null";
    char text[32];
    std::snprintf(text, sizeof text, "%.17g", value);
    return text;
}

std::string member(std::string_view name, std::string_view json) { return quoted(name) + ':' + std::string(json); }

}  // namespace polarize::web
