#include <polarize/isa.hpp>

#include <array>
#include <string>

#include <polarize/error.hpp>

#if defined(__x86_64__)
#include <xsimd/xsimd.hpp>
#endif

namespace polarize {

namespace {

/// Whether this build holds `isa` and this machine runs it. A WebAssembly module that loaded runs all that it holds.
bool is_available(Isa isa) {
    if (isa == Isa::scalar) return true;
    switch (isa) {
#if defined(__x86_64__)
        case Isa::sse2: return true;
        // With the multiply-add that the kernels of tiny transformers use.
        case Isa::avx2: return xsimd::available_architectures().fma3_avx2 != 0;
        case Isa::avx512: return xsimd::available_architectures().avx512bw != 0;
#elif defined(__wasm_relaxed_simd__)
        case Isa::relaxed_simd: return true;
#elif defined(__wasm_simd128__)
        case Isa::simd128: return true;
#endif
        default: return false;
    }
}

Isa& active() {
    static Isa isa = available_isas().back();
    return isa;
}

}  // namespace

std::string_view name(Isa isa) {
    constexpr std::array<std::string_view, 6> names{"scalar", "sse2", "avx2", "avx512", "simd128", "relaxed-simd"};
    return names.at(static_cast<std::size_t>(isa));
}

std::vector<Isa> available_isas() {
    std::vector<Isa> isas;
    for (const Isa isa : {Isa::scalar, Isa::sse2, Isa::avx2, Isa::avx512, Isa::simd128, Isa::relaxed_simd})
        if (is_available(isa)) isas.push_back(isa);
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
