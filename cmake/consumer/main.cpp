#include <Eigen/LU>
#include <cmath>
#include <iostream>
#include <numeric>
#include <polarize/polarize.hpp>
#include <utility>

namespace {

/// Whether a short flow ends with weights that are a probability vector.
bool runs_a_flow() {
    polarize::Params params(polarize::find_experiment("logistic"));
    params.set("steps", "100");
    const auto runner = polarize::make_runner(params);
    runner->advance(100);
    const polarize::Snapshot snapshot = runner->snapshot();
    const double sum = std::accumulate(snapshot.alpha.begin(), snapshot.alpha.end(), 0.0);
    std::cout << "step " << snapshot.step << ", loss " << snapshot.loss << '\n';
    return snapshot.step == 100 && std::abs(sum - 1.0) < 1e-12;
}

/// Whether an attention model, trained in two threads, loses less than at the start.
bool trains_a_model() {
    polarize::Params params(polarize::find_any_experiment("classification"));
    for (const auto& [name, value] : {std::pair("d", "16"),
                                      {"layers", "1"},
                                      {"heads", "1"},
                                      {"sequences", "256"},
                                      {"evaluation_sequences", "64"},
                                      {"steps", "50"},
                                      {"epochs", "50"}})
        params.set(name, value);
    polarize::TrainingRunner runner(params, {.threads = 2});
    runner.advance(1);
    const double first = runner.snapshot({}).loss;
    while (!runner.done()) runner.advance(10);
    const double last = runner.snapshot({}).loss;
    std::cout << "update " << runner.step() << ", loss " << first << " to " << last << '\n';
    return runner.step() == 50 && last < first;
}

/// Whether a stiff flow, which the library solves with Eigen, and a system solved here agree with what they should be.
bool solves_beside_the_library() {
    polarize::Params params(polarize::find_experiment("kl"));
    params.set("dynamics", "flow");
    const auto runner = polarize::make_runner(params);
    while (!runner->done()) runner->advance(1000);
    const Eigen::MatrixXd A = Eigen::MatrixXd::Identity(20, 20) * 3 + Eigen::MatrixXd::Constant(20, 20, 0.25);
    const Eigen::VectorXd x = Eigen::VectorXd::LinSpaced(20, -1, 1);
    const double error = (Eigen::PartialPivLU<Eigen::MatrixXd>(A).solve(A * x) - x).cwiseAbs().maxCoeff();
    std::cout << "time " << runner->snapshot().time << ", error " << error << '\n';
    return std::isfinite(runner->snapshot().loss) && error < 1e-13;
}

}  // namespace

// Does a little of each part of the library, beside Eigen in a program of its own.
int main() {
    std::cout << "polarize " << polarize::version() << '\n';
    return runs_a_flow() && trains_a_model() && solves_beside_the_library() ? 0 : 1;
}
