"""The tiny attention models in PyTorch, written from their formulas alone, with starting weights and batches that a seed gives.

Weights come from NumPy's legacy generator in the order of `shapes` (row-major): standard normals for embeddings, uniforms on
(-1, 1) over the root of the fan-in for linear maps, so that any program with that generator can draw the same.
"""

import math

import numpy as np
import torch
import torch.nn.functional as F

KINDS = [
    "softmax", "uniform", "sigmoid_norm", "sigmoid_unnorm", "linear", "linear_unnorm", "coupled_linear_norm",
    "coupled_linear_unnorm", "raw_dotproduct_norm", "raw_dotproduct_unnorm", "mlp_norm", "mlp_unnorm", "softmax_plus_one",
    "softpick", "sink_logit", "gated",
]

DEFAULTS = {
    "vocabulary": 50, "outputs": 50, "d": 128, "layers": 2, "heads": 4, "length": 12, "positions": "concat", "causal": True,
    "mlp": True, "layer_norm": True, "kind": "softmax",
}


def shapes(c):
    """Names and shapes of all tensors, in their order."""
    d, d_h = c["d"], c["d"] // c["heads"]
    width = d // 2 if c["positions"] == "concat" else d
    found = []

    def linear(name, out, in_):
        found.extend([(name + ".weight", (out, in_)), (name + ".bias", (out,))])

    def norm(name):
        found.extend([(name + ".weight", (d,)), (name + ".bias", (d,))])

    if c["positions"] != "no":
        found.append(("pos_embedding.weight", (512, width)))
    found.append(("embedding.weight", (c["vocabulary"], width)))
    for layer in range(c["layers"]):
        block = f"layers.{layer}."
        for projection in ("q_proj", "k_proj", "v_proj", "o_proj"):
            linear(block + projection, d, d)
        if c["layer_norm"]:
            norm(block + "norm1")
            if c["mlp"]:
                norm(block + "norm2")
        if c["mlp"]:
            linear(block + "mlp.0", 4 * d, d)
            linear(block + "mlp.2", d, 4 * d)
        if c["kind"].startswith("mlp"):
            linear(block + "attn_mlp.0", 4 * d_h, d_h)
            linear(block + "attn_mlp.2", d_h, 4 * d_h)
        if c["kind"] == "sink_logit":
            found.append((block + "sink_logit", (c["heads"],)))
        if c["kind"] == "gated":
            linear(block + "gate_proj", d, d)
    if c["layer_norm"]:
        norm("final_norm")
    linear("output_proj", c["outputs"], d)
    return found


def initial_weights(c, seed, dtype=torch.float32):
    """The weights that `seed` gives, by name."""
    random = np.random.RandomState(seed)
    weights, bound = {}, 0.0
    for name, shape in shapes(c):
        if name.endswith("embedding.weight"):
            values = random.randn(*shape)
        elif name.endswith("sink_logit"):
            values = np.zeros(shape)
        elif "norm" in name:
            values = np.ones(shape) if name.endswith("weight") else np.zeros(shape)
        else:
            if len(shape) == 2:
                bound = 1 / math.sqrt(shape[1])
            values = bound * (2 * random.rand(*shape) - 1)
        weights[name] = torch.tensor(values.astype(np.float32 if dtype == torch.float32 else np.float64), requires_grad=True)
    return weights


def attention_weights(kind, q, k, allowed, w, block):
    """Weights (batch, head, query, key) from q and k (batch, head, token, d_h); `allowed` is the mask of keys."""
    scale = 1 / math.sqrt(q.shape[-1])
    if kind == "uniform":
        rows = allowed.to(q.dtype)
        return (rows / rows.sum(-1, keepdim=True)).expand(q.shape[0], q.shape[1], -1, -1)
    if kind in ("linear", "linear_unnorm"):
        q, k, scale = F.elu(q) + 1, F.elu(k) + 1, 1.0
    if kind.startswith("mlp"):

        def m(x):
            hidden = F.gelu(F.linear(x, w[block + "attn_mlp.0.weight"], w[block + "attn_mlp.0.bias"]))
            return F.linear(hidden, w[block + "attn_mlp.2.weight"], w[block + "attn_mlp.2.bias"])

        q, k = m(q), m(k)
    s = q @ k.transpose(-1, -2) * scale
    masked = s.masked_fill(~allowed, -math.inf)
    if kind in ("softmax", "gated"):
        return torch.softmax(masked, -1)
    if kind in ("softmax_plus_one", "sink_logit"):
        sink = torch.zeros(q.shape[1], dtype=q.dtype) if kind == "softmax_plus_one" else w[block + "sink_logit"]
        column = sink.view(1, -1, 1, 1).expand(s.shape[0], -1, s.shape[2], 1)
        return torch.softmax(torch.cat([masked, column], -1), -1)[..., :-1]
    if kind == "softpick":
        largest = masked.max(-1, keepdim=True).values.clamp(min=0).detach()
        excess = torch.exp(masked - largest) - torch.exp(-largest)
        excess = excess.masked_fill(~allowed, 0.0)
        return F.relu(excess) / (excess.abs().sum(-1, keepdim=True) + 1e-9 * torch.exp(-largest))
    if kind.startswith("sigmoid"):
        s = torch.sigmoid(s)
    if kind.startswith("coupled"):
        s = F.elu(s) + 1
    s = s.masked_fill(~allowed, 0.0)
    if kind in ("sigmoid_norm", "linear", "coupled_linear_norm"):
        return s / (s.sum(-1, keepdim=True) + 1e-9)
    if kind in ("raw_dotproduct_norm", "mlp_norm"):
        return s / s.sum(-1, keepdim=True).abs().clamp(min=1)
    return s


def forward(c, w, tokens):
    """Logits (batch, token, output)."""
    batch, length = tokens.shape
    heads, d = c["heads"], c["d"]
    x = F.embedding(tokens, w["embedding.weight"])
    if c["positions"] != "no":
        position = w["pos_embedding.weight"][:length].expand(batch, -1, -1)
        x = torch.cat([x, position], -1) if c["positions"] == "concat" else x + position
    allowed = torch.ones(length, length, dtype=torch.bool)
    if c["causal"]:
        allowed = allowed.tril()

    def norm(name, values):
        return F.layer_norm(values, (d,), w[name + ".weight"], w[name + ".bias"], 1e-5) if c["layer_norm"] else values

    def linear(name, values):
        return F.linear(values, w[name + ".weight"], w[name + ".bias"])

    def split(values):
        return values.view(batch, length, heads, d // heads).transpose(1, 2)

    for layer in range(c["layers"]):
        block = f"layers.{layer}."
        y = norm(block + "norm1", x)
        q, k, v = (split(linear(block + name, y)) for name in ("q_proj", "k_proj", "v_proj"))
        mixed = attention_weights(c["kind"], q, k, allowed, w, block) @ v
        mixed = mixed.transpose(1, 2).reshape(batch, length, d)
        if c["kind"] == "gated":
            mixed = mixed * torch.sigmoid(linear(block + "gate_proj", y))
        x = x + linear(block + "o_proj", mixed)
        if c["mlp"]:
            hidden = F.gelu(linear(block + "mlp.0", norm(block + "norm2", x)))
            x = x + linear(block + "mlp.2", hidden)
    return linear("output_proj", norm("final_norm", x))


def induction_loss(logits, targets, auxiliary):
    """CE at the last position + auxiliary CE, averaged, at the others."""
    loss = F.cross_entropy(logits[:, -1], targets[:, -1])
    if auxiliary:
        loss = loss + auxiliary * F.cross_entropy(logits[:, :-1].flatten(0, 1), targets[:, :-1].flatten())
    return loss


def classification_loss(logits, labels):
    """CE at the last token, CLS."""
    return F.cross_entropy(logits[:, -1], labels)


def induction_sequences(count, vocabulary, seed):
    """(count, 13): BOS, ten distinct tokens, one of them again, what followed it."""
    random = np.random.RandomState(seed)
    rows = np.zeros((count, 13), dtype=np.uint8)
    for row in rows:
        row[1:11] = 1 + random.permutation(vocabulary - 1)[:10]
        at = random.randint(1, 11)
        row[11] = row[at]
        row[12] = row[at + 1]
    return rows


def classification_sequences(count, vocabulary, labels, seed):
    """(count, 11) tokens, ten of the label's group and CLS = 0, and (count,) labels."""
    random = np.random.RandomState(seed)
    group = (vocabulary - 1) // labels
    chosen = random.randint(0, labels, size=count).astype(np.uint8)
    rows = np.zeros((count, 11), dtype=np.uint8)
    for row, label in zip(rows, chosen):
        row[:10] = 1 + label * group + random.permutation(group)[:10]
    return rows, chosen


def losses(c, weights, batches, loss_of, lr=1e-3):
    """The loss before each update of AdamW."""
    optimiser = torch.optim.AdamW(weights.values(), lr=lr)
    found = []
    for batch in batches:
        optimiser.zero_grad(set_to_none=False)
        loss = loss_of(c, weights, batch)
        loss.backward()
        # A tensor that the loss does not read has a gradient of 0 and decays all the same.
        for tensor in weights.values():
            if tensor.grad is None:
                tensor.grad = torch.zeros_like(tensor)
        optimiser.step()
        found.append(loss.item())
    return found
