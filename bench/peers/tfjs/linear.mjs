// Linear maps x W + b in TensorFlow.js, x (rows, in), W (in, out), b (out), with their gradients in two ways.

const { tf } = globalThis;

/** Gradients as TensorFlow.js derives them: products with one factor transposed. */
const automatic = (x, weight, bias) => tf.fused.matMul({ a: x, b: weight, bias });

/**
 * The same gradients written by hand around what is slow in the WebAssembly back end. Its products go through XNNPACK only
 * where no factor is to be transposed, so factors are transposed first, and the sum over rows is a product as well.
 */
const rearranged = tf.customGrad((x, weight, bias, save) => {
  save([x, weight]);
  const gradFunc = (dy, [input, w]) => [
    tf.matMul(dy, tf.transpose(w)),
    tf.matMul(tf.transpose(input), dy),
    tf.matMul(tf.ones([1, dy.shape[0]]), dy).reshape([-1]),
  ];
  return { value: tf.fused.matMul({ a: x, b: weight, bias }), gradFunc };
});

export const linearMaps = { automatic, rearranged };
