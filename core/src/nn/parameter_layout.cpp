#include <polarize/attention_model.hpp>

#include <utility>

#include <polarize/error.hpp>

namespace polarize {

namespace {

/// Lists tensors one behind the other.
class Listing {
  public:
    void tensor(std::string name, std::vector<std::size_t> shape) {
        std::size_t size = 1;
        for (const std::size_t n : shape) size *= n;
        tensors_.push_back({std::move(name), std::move(shape), offset_, size});
        offset_ += size;
    }
    void linear(const std::string& name, std::size_t out, std::size_t in) {
        tensor(name + ".weight", {out, in});
        tensor(name + ".bias", {out});
    }
    void norm(const std::string& name, std::size_t d) {
        tensor(name + ".weight", {d});
        tensor(name + ".bias", {d});
    }
    std::vector<TensorInfo> take() { return std::move(tensors_); }

  private:
    std::vector<TensorInfo> tensors_;
    std::size_t offset_ = 0;
};

void list_block(Listing& list, const ModelConfig& config, const std::string& block) {
    const std::size_t d = config.d;
    for (const char* projection : {"q_proj", "k_proj", "v_proj", "o_proj"}) list.linear(block + projection, d, d);
    if (config.layer_norm) {
        list.norm(block + "norm1", d);
        if (config.mlp) list.norm(block + "norm2", d);
    }
    if (config.mlp) {
        list.linear(block + "mlp.0", kMlpRatio * d, d);
        list.linear(block + "mlp.2", d, kMlpRatio * d);
    }
    if (traits(config.kind).has_score_mlp()) {
        const std::size_t d_h = d / config.heads;
        list.linear(block + "attn_mlp.0", kMlpRatio * d_h, d_h);
        list.linear(block + "attn_mlp.2", d_h, kMlpRatio * d_h);
    }
    if (traits(config.kind).has_sink_logit()) list.tensor(block + "sink_logit", {config.heads});
    if (traits(config.kind).has_gate) list.linear(block + "gate_proj", d, d);
}

}  // namespace

std::vector<TensorInfo> parameter_layout(const ModelConfig& config) {
    check(config);
    Listing list;
    const std::size_t width = config.positions == Positions::concat ? config.d / 2 : config.d;
    if (config.positions != Positions::no) list.tensor("pos_embedding.weight", {kMaxLength, width});
    list.tensor("embedding.weight", {config.vocabulary, width});
    for (std::size_t layer = 0; layer < config.layers; ++layer)
        list_block(list, config, "layers." + std::to_string(layer) + ".");
    if (config.layer_norm) list.norm("final_norm", config.d);
    list.linear("output_proj", config.outputs, config.d);
    return list.take();
}

const TensorInfo& find_tensor(const std::vector<TensorInfo>& layout, std::string_view name) {
    std::string names;
    for (const TensorInfo& tensor : layout) {
        if (tensor.name == name) return tensor;
        names += (names.empty() ? "" : ", ") + tensor.name;
    }
    throw refused("tensor", quoted(name), "is not one of this model's", names, ErrorCode::unknown_name);
}

}  // namespace polarize
