// polarize-bench: updates per second of every experiment, and the kernels of every instruction set. Before anything is
// timed its result is compared with that of the scalar twin, bit for bit, training steps to a tolerance; a difference
// is an error and not a figure.

#include <benchmark/benchmark.h>

#include <iostream>

#include <polarize/isa.hpp>
#include <polarize/version.hpp>
#include "register.hpp"

namespace polarize::bench {

namespace {
bool wrong_result = false;
}

void note_wrong_result() { wrong_result = true; }
bool had_wrong_result() { return wrong_result; }

}  // namespace polarize::bench

int main(int count, char** arguments) {
    benchmark::Initialize(&count, arguments);
    if (benchmark::ReportUnrecognizedArguments(count, arguments)) return 2;
    std::cerr << "polarize " << polarize::version() << ", experiments on " << polarize::name(polarize::active_isa())
              << "; every result is first checked against the scalar twin, to the last bit but for training steps\n";
    polarize::bench::register_experiments();
    polarize::bench::register_kernels();
    polarize::bench::register_ensembles();
    polarize::bench::register_attention();
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
    return polarize::bench::had_wrong_result() ? 1 : 0;
}
