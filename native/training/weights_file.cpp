#include "training/weights_file.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "arrays/npz.hpp"
#include "arrays/safetensors.hpp"
#include "formats/npz_file.hpp"
#include "system/input_file.hpp"
#include "system/streams.hpp"
#include "training/checkpoint.hpp"
#include "within.hpp"

namespace polarize::native {
namespace {

bool is_zip(InputFile& input) {
    constexpr std::array mark{std::byte{'P'}, std::byte{'K'}};
    return std::ranges::equal(input.peek(mark.size()), mark);
}

Arrays read_safetensors(InputFile& input) {
    SafetensorsReader reader([&](std::span<std::byte> bytes) { return input.read(bytes); }, input.size());
    Safetensors file = reader.read();
    check_undamaged(file);
    Arrays weights;
    for (auto& [name, tensor] : file.tensors)
        if (!is_checkpoint_tensor(name)) weights[name] = real_array(name, std::move(tensor));
    return weights;
}

/// What DataParallel, torch.compile and Lightning put before the names of the model that they wrap, in any order.
constexpr std::array<std::string_view, 3> wrapper_prefixes{"module.", "_orig_mod.", "model."};

/// The prefixes that every name of `weights` begins with.
std::string shared_prefix(const Arrays& weights) {
    std::string prefix;
    const auto is_shared = [&](std::string_view next) {
        const std::string longer = prefix + std::string(next);
        return std::ranges::all_of(weights, [&](const auto& named) { return named.first.starts_with(longer); });
    };
    while (!weights.empty()) {
        const auto* const next = std::ranges::find_if(wrapper_prefixes, is_shared);
        if (next == wrapper_prefixes.end()) break;
        prefix += *next;
    }
    return prefix;
}

Arrays without_prefix(Arrays weights, std::size_t length) {
    Arrays renamed;
    for (auto& [name, array] : weights) renamed[name.substr(length)] = std::move(array);
    return renamed;
}

}  // namespace

Arrays read_weights(const std::filesystem::path& path) {
    InputFile input(path);
    Arrays weights = within(input.name(), [&] {
        if (!is_zip(input)) return read_safetensors(input);
        return parse_npz(read_all(input), [](std::string_view name) { return !is_result_name(name); });
    });
    const std::string prefix = shared_prefix(weights);
    if (prefix.empty()) return weights;
    report("polarize: " + input.name() + ": every name begins with " + polarize::quoted(prefix) + "; it is left out");
    return without_prefix(std::move(weights), prefix.size());
}

void write_weights(const Output& output, const TrainingRunner& runner) {
    output.write([&](const ByteSink& sink) { write_safetensors(sink, {{"format", "pt"}}, weight_views(runner)); });
}

}  // namespace polarize::native
