#include <polarize/isa.hpp>

#include <array>
#include <cstddef>
#include <string>
#include <xsimd/xsimd.hpp>

#include <polarize/error.hpp>
#include "simd/isa_table.hpp"

namespace polarize {

namespace {

/// What xsimd finds out about the machine at hand.
[[maybe_unused]] auto machine() { return xsimd::available_architectures(); }

struct Row {
    std::string_view name;
    bool (*runs)();  ///< whether this machine runs it
};

#define POLARIZE_ROW(name, text, condition) Row{text, [] { return condition; }},
constexpr auto kRows = std::to_array<Row>({POLARIZE_ISA_TABLE(POLARIZE_ROW)});
#undef POLARIZE_ROW

Isa& active() {
    static Isa isa = available_isas().back();
    return isa;
}

}  // namespace

std::string_view name(Isa isa) { return kRows.at(static_cast<std::size_t>(isa)).name; }

std::vector<Isa> available_isas() {
    std::vector<Isa> isas;
    for (std::size_t i = 0; i < kRows.size(); ++i)
        if (kRows[i].runs()) isas.push_back(static_cast<Isa>(i));
    return isas;
}

Isa active_isa() { return active(); }

void select_isa(Isa isa) { active() = find_isa(name(isa)); }

Isa find_isa(std::string_view wanted) {
    std::string allowed;
    for (const Isa isa : available_isas()) {
        if (name(isa) == wanted) return isa;
        allowed += (allowed.empty() ? "" : ", ") + std::string(name(isa));
    }
    throw Error("instruction set: " + quoted(wanted) + " is not available here; allowed: " + allowed);
}

}  // namespace polarize
