#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include <polarize/array.hpp>
#include <polarize/isa.hpp>
#include <polarize/names.hpp>
#include "flow/views.hpp"
#include "numeric/aligned.hpp"

namespace polarize {

struct FlowKernels;

/// What gradient descent may change its mind about between two updates.
struct DescentSettings {
    Weighting map;
    Train train = Train::both;
    double lr = 0.1;
};

/// One look at a model.
struct Look {
    Observation numbers{};
    double direction_norm = 0;                               ///< ‖beta_star‖, or of the loss's own direction
    std::vector<double> alpha;                               ///< (k)
    std::vector<double> a;                                   ///< (k)
    std::vector<double> u;                                   ///< (k)
    std::vector<std::pair<std::string_view, double>> extra;  ///< numbers that only this model has
};

/// A model that gradient descent trains: it owns its parameters and moves them by the kernels of the instruction set
/// that it is given. Equal inputs give equal bits on every instruction set.
class FlowModel {
  public:
    virtual ~FlowModel() = default;

    /// `steps` updates with the present settings.
    virtual void descend(std::int64_t steps) = 0;

    /// Loss, norms and weights at the present parameters, which stay as they are.
    virtual Look observe() = 0;

    /// The trained arrays by their names, e.g. "V" and "a", unpadded.
    virtual Arrays parameters() const = 0;

    /// The matrix whose singular values are of interest (V or U), unpadded.
    virtual Array value_matrix() const = 0;

    /// Rows and columns of that matrix.
    virtual std::pair<std::size_t, std::size_t> matrix_shape() const = 0;

    /// Rough floating-point operations of one update.
    virtual double work_per_step() const = 0;

    /// The buffers that an update changes, with their names: for saving, restoring and checking.
    std::span<const std::pair<std::string_view, AlignedVector*>> state() const { return state_; }

    /// Number of tokens.
    virtual std::size_t tokens() const = 0;

    DescentSettings settings;

    Isa isa() const { return isa_; }
    const FlowKernels& kernels() const { return *kernels_; }

  protected:
    /// `isa` must be available.
    explicit FlowModel(Isa isa);

    std::vector<std::pair<std::string_view, AlignedVector*>> state_;

  private:
    Isa isa_;
    const FlowKernels* kernels_;
};

/// A copy of a matrix with its rows padded to whole lane groups, and back.
AlignedVector pad_rows(const std::vector<double>& values, std::size_t rows, std::size_t columns);
std::vector<double> unpad_rows(const AlignedVector& values, std::size_t rows, std::size_t columns);

}  // namespace polarize
