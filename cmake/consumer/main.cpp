#include <cmath>
#include <iostream>
#include <numeric>
#include <polarize/polarize.hpp>

// Runs the first experiment briefly and checks that its weights are a probability vector.
int main() {
    polarize::Params params(polarize::find_experiment("logistic"));
    params.set("steps", "100");
    const auto runner = polarize::make_runner(params);
    runner->advance(100);
    const polarize::Snapshot snapshot = runner->snapshot();
    const double sum = std::accumulate(snapshot.alpha.begin(), snapshot.alpha.end(), 0.0);
    std::cout << "polarize " << polarize::version() << ": step " << snapshot.step << ", loss " << snapshot.loss << '\n';
    return snapshot.step == 100 && std::abs(sum - 1.0) < 1e-12 ? 0 : 1;
}
