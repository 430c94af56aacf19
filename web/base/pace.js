// How fast a run plays, as the address and the controls write it.

/** The pace of `text`: `max`, `steps=N` or `decades=X` with a positive number. Throws with what is allowed. */
export function parsePace(text) {
  if (text === 'max') return { kind: 'max', rate: Infinity };
  const [, kind, number] = /^(steps|decades)=(.+)$/.exec(text) ?? [];
  const rate = Number(number);
  if (!kind || !(rate > 0) || rate === Infinity) {
    throw new Error(`pace "${text}": must be max, steps=N or decades=X, with a positive number of updates or decades a second`);
  }
  return { kind, rate };
}
