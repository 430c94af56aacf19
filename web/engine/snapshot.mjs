// Reads snapshots as the core encodes them (core/include/polarize/snapshot_codec.hpp): little-endian, every integer and count 64
// bits wide, fields in the order of the struct.

const flowMark = 0x05504f4c4152; // version 5, "POLAR"
const trainingMark = 0x05545241494e; // version 5, "TRAIN"
const statuses = ['running', 'finished', 'diverged', 'stuck'];
const decoder = new TextDecoder();

class Reader {
  #view;
  #offset = 0;

  constructor(bytes) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  integer() {
    return Number(this.#view.getBigInt64(this.#take(8), true));
  }

  real() {
    return this.#view.getFloat64(this.#take(8), true);
  }

  text() {
    const size = this.integer();
    const begin = this.#take(size);
    return decoder.decode(new Uint8Array(this.#view.buffer, this.#view.byteOffset + begin, size));
  }

  reals() {
    const count = this.integer();
    const begin = this.#view.byteOffset + this.#take(8 * count);
    return new Float64Array(this.#view.buffer.slice(begin, begin + 8 * count));
  }

  /** What `item` reads, or null where none was written. */
  optional(item) {
    return this.integer() !== 0 ? item() : null;
  }

  arrays() {
    return Object.fromEntries(this.list(() => [this.text(), { shape: this.list(() => this.integer()), data: this.reals() }]));
  }

  history() {
    return {
      steps: this.list(() => this.integer()),
      series: Object.fromEntries(this.list(() => [this.text(), { width: this.integer(), values: this.reals() }])),
    };
  }

  /** As many items as the count before them says. */
  list(item) {
    return Array.from({ length: this.integer() }, item);
  }

  expectEnd() {
    if (this.#offset !== this.#view.byteLength) throw new Error('snapshot: bytes are left after its end');
  }

  #take(size) {
    const begin = this.#offset;
    if (!(size >= 0 && begin + size <= this.#view.byteLength)) throw new Error('snapshot: the bytes end too early');
    this.#offset += size;
    return begin;
  }
}

/** What the snapshots of all runs begin with. An object's members are evaluated in the order they are written, which is the order of the bytes. */
const facts = (reader) => ({
  experiment: reader.text(),
  status: statuses[reader.integer()],
  step: reader.integer(),
  lastStep: reader.integer(),
  progress: reader.real(),
  divergedStep: reader.integer(),
  divergedQuantity: reader.text(),
  stuckReason: reader.text(),
  isa: reader.text(),
});

/** The bytes behind `mark`, read by `fields`. */
function decode(bytes, mark, fields) {
  const reader = new Reader(bytes);
  if (reader.integer() !== mark) throw new Error('snapshot: unknown format');
  const snapshot = fields(reader);
  reader.expectEnd();
  return snapshot;
}

/**
 * Decodes the snapshot of a flow.
 *
 * @param {Uint8Array} bytes
 * @returns {{experiment: string, status: 'running'|'finished'|'diverged'|'stuck', step: number, lastStep: number, progress: number,
 *   divergedStep: number, divergedQuantity: string, stuckReason: string, isa: string, time: number,
 *   flow: ?{tau: number, logT: number, rhsEvals: number, accepted: number, rejected: number},
 *   loss: number, entropy: number, maxAlpha: number, winner: number, alpha: Float64Array, a: Float64Array, u: Float64Array,
 *   metrics: Object<string, number>, arrays: Object<string, {shape: number[], data: Float64Array}>,
 *   history: {steps: number[], series: Object<string, {width: number, values: Float64Array}>}}} the fields of
 *   core/include/polarize/snapshot.hpp
 * @throws {Error} when the bytes are no such snapshot
 */
export function decodeSnapshot(bytes) {
  return decode(bytes, flowMark, (reader) => ({
    ...facts(reader),
    time: reader.real(),
    flow: reader.optional(() => ({
      tau: reader.real(),
      logT: reader.real(),
      rhsEvals: reader.integer(),
      accepted: reader.integer(),
      rejected: reader.integer(),
    })),
    loss: reader.real(),
    entropy: reader.real(),
    maxAlpha: reader.real(),
    winner: reader.integer(),
    alpha: reader.reals(),
    a: reader.reals(),
    u: reader.reals(),
    metrics: Object.fromEntries(reader.list(() => [reader.text(), reader.real()])),
    arrays: reader.arrays(),
    history: reader.history(),
  }));
}

/**
 * Decodes the snapshot of an attention model in training.
 *
 * @param {Uint8Array} bytes
 * @returns {{experiment: string, status: 'running'|'finished'|'diverged', step: number, lastStep: number, progress: number,
 *   divergedStep: number, divergedQuantity: string, stuckReason: string, isa: string, loss: number,
 *   metrics: Object<string, number>, training: {stepsPerEpoch: number, evaluatedStep: number, metrics: Object<string, {shape: number[], data: Float64Array}>,
 *     samples: Object<string, {shape: number[], data: Float64Array}>,
 *     evaluations: {steps: number[], series: Object<string, {width: number, values: Float64Array}>}},
 *   weights: Object<string, {shape: number[], data: Float64Array}>,
 *   history: {steps: number[], series: Object<string, {width: number, values: Float64Array}>}}} the fields of
 *   core/include/polarize/training_snapshot.hpp, those of training itself under `training`; the metrics that are single numbers also under `metrics`
 * @throws {Error} when the bytes are no such snapshot
 */
export function decodeTrainingSnapshot(bytes) {
  return decode(bytes, trainingMark, (reader) => {
    const start = { ...facts(reader), loss: reader.real() };
    const training = { stepsPerEpoch: reader.integer(), evaluatedStep: reader.integer(), metrics: reader.arrays(), samples: reader.arrays() };
    const weights = reader.arrays();
    const history = reader.history();
    const metrics = Object.fromEntries(Object.entries(training.metrics).filter(([, { shape }]) => shape.length === 0).map(([name, { data }]) => [name, data[0]]));
    return { ...start, metrics, training: { ...training, evaluations: reader.history() }, weights, history };
  });
}
