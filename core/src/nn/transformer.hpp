#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include <polarize/adamw.hpp>
#include <polarize/attention_model.hpp>
#include <polarize/isa.hpp>
#include "nn/evaluation.hpp"
#include "nn/interruption.hpp"
#include "nn/token_batch.hpp"

namespace polarize {

template <class T>
struct TransformerState;

/// A tiny transformer with hand-written gradients. Scalar is float (training) or double (checks); both are compiled.
/// It computes on the instruction set given at construction. Results do not depend on the number of threads; they
/// differ in the last bits between instruction sets, since some fuse multiply and add.
template <class Scalar>
class Transformer {
  public:
    /// All parameters zero. `batch` is the largest number of samples in one call; everything that a step needs is
    /// allocated at its first. Throws Error where `config` is no model, `batch` is not within 1 to 65536 or
    /// `threads` not within 1 to 256 or what can be had.
    Transformer(const ModelConfig& config, std::size_t batch, std::size_t threads = 1, Isa isa = active_isa());
    ~Transformer();
    Transformer(Transformer&&) noexcept;
    Transformer& operator=(Transformer&&) noexcept;
    Transformer(const Transformer&) = delete;
    Transformer& operator=(const Transformer&) = delete;

    /// Bytes that an object of these sizes holds while training.
    static std::uint64_t memory_bytes(const ModelConfig& config, std::size_t batch, std::size_t threads);

    const ModelConfig& config() const;
    /// The instruction set given at construction.
    Isa isa() const;
    const std::vector<TensorInfo>& layout() const;

    /// Threads that share the work: no more than there are parts of a batch to share.
    std::size_t threads() const;

    /// From now on training and evaluation ask `request` between pieces of work, and throw Interrupted soon after a
    /// yes. They can then be called again as if nothing had been.
    void stop_when(StopRequest request);
    /// Asks for those who work on what the model gave. Throws Interrupted.
    void end_if_stopped() const;

    /// The flat buffer of all parameters, and one tensor of it; what is written is used from the next call on.
    std::span<Scalar> parameters();
    std::span<const Scalar> parameters() const;
    std::span<Scalar> tensor(std::string_view name);
    std::span<const Scalar> tensor(std::string_view name) const;

    /// The gradient that the last `train_step` or `gradient` left, laid out as the parameters.
    std::span<const Scalar> gradient_buffer() const;

    /// PyTorch's default distributions: linear weights and biases U(±1/√fan_in), embeddings N(0, 1), LayerNorm 1 and 0,
    /// sink logits 0. Draws come from NumPy's legacy generator (MT19937) seeded with `seed`, in the order of the
    /// layout, row-major: `2·rand − 1` times the bound, or `randn`; each is rounded to Scalar. Clears AdamW's state.
    void initialise(std::uint32_t seed);

    /// AdamW's moments, laid out as the parameters, and the number of steps done: with the parameters, the whole state
    /// of a training run.
    std::span<Scalar> first_moment();
    std::span<Scalar> second_moment();
    std::span<const Scalar> first_moment() const;
    std::span<const Scalar> second_moment() const;
    std::uint64_t steps() const;
    void set_steps(std::uint64_t steps);

    /// One update on a batch; returns the loss before it. Throws Error where a token or target is out of range, a size
    /// does not fit or the batch is larger than the constructor allowed for, and Interrupted (see stop_when); nothing
    /// is changed then but the gradient.
    LossValue train_step(const TokenBatch& batch, const LossSpec& loss, const AdamW& settings);

    /// The loss alone, and its gradient into `gradient_buffer`.
    LossValue gradient(const TokenBatch& batch, const LossSpec& loss);

    /// The forward pass of [sample][position] tokens, of any number of samples.
    void evaluate(std::span<const std::int32_t> tokens, const EvaluationRequest& request, Evaluation<Scalar>& result);

  private:
    std::unique_ptr<TransformerState<Scalar>> state_;
};

extern template class Transformer<float>;
extern template class Transformer<double>;

}  // namespace polarize
