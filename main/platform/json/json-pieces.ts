/**
 * Transfers a large JSON value between threads: copying it at once would block the receiver as long as parsing it. Instead it is
 * sent in pieces, each with a few steps to rebuild the value.
 */
export type JsonPiece = readonly JsonStep[];

export type JsonStep =
  /** Starts a list or object inside the open one; `key` is its name there. */
  | { readonly do: 'open'; readonly as: 'list' | 'object'; readonly key: string }
  /** Adds to the open list or object; without keys for a list. */
  | { readonly do: 'add'; readonly keys: readonly string[]; readonly values: readonly unknown[] }
  | { readonly do: 'close' };

/** Maximum values per piece; they are copied within a few milliseconds. */
const maxWeight = 4000;
/** Characters of a string that count as one value. */
const charactersPerValue = 64;

/** Splits a value. Small values are sent whole; large ones member by member. */
export function* piecesOf(value: unknown): Generator<JsonPiece> {
  let piece: JsonStep[] = [];
  let capacity = maxWeight;
  for (const { step, weight } of stepsOf('', value)) {
    if (weight > capacity && piece.length > 0) {
      yield piece;
      piece = [];
      capacity = maxWeight;
    }
    piece.push(step);
    capacity -= weight;
  }
  yield piece;
}

interface WeighedStep {
  readonly step: JsonStep;
  readonly weight: number;
}

function* stepsOf(key: string, value: unknown): Generator<WeighedStep> {
  const weight = weigh(value, maxWeight);
  if (weight <= maxWeight || typeof value !== 'object' || value === null) {
    yield { step: { do: 'add', keys: [key], values: [value] }, weight };
    return;
  }
  yield { step: { do: 'open', as: Array.isArray(value) ? 'list' : 'object', key }, weight: 1 };
  if (Array.isArray(value)) yield* stepsOfMembers([], value);
  else yield* stepsOfMembers(Object.keys(value), Object.values(value));
  yield { step: { do: 'close' }, weight: 1 };
}

/** `keys` is empty for a list. */
function* stepsOfMembers(keys: readonly string[], values: readonly unknown[]): Generator<WeighedStep> {
  let from = 0;
  let together = 0;
  const add = (to: number): WeighedStep => ({
    step: { do: 'add', keys: keys.slice(from, to), values: values.slice(from, to) },
    weight: together,
  });
  for (let index = 0; index < values.length; index += 1) {
    const weight = weigh(values[index], maxWeight);
    if (together + weight > maxWeight && index > from) {
      yield add(index);
      from = index;
      together = 0;
    }
    together += weight;
    if (weight <= maxWeight) continue;
    yield* stepsOf(keys[index] ?? '', values[index]);
    from = index + 1;
    together = 0;
  }
  if (from < values.length) yield add(values.length);
}

/** The size of a value, counted until it exceeds `max`. */
export function weigh(value: unknown, max: number): number {
  let weight = 0;
  // Without recursion: a page may send values nested deeper than the stack.
  const left: unknown[] = [value];
  while (left.length > 0 && weight <= max) {
    const next = left.pop();
    if (typeof next === 'string') weight += 1 + Math.floor(next.length / charactersPerValue);
    else if (typeof next !== 'object' || next === null) weight += 1;
    else {
      const members: readonly unknown[] = Array.isArray(next) ? next : Object.values(next);
      weight += 1 + members.length;
      // Each member weighs at least one: beyond the limit they needn't be visited.
      if (weight <= max) for (const member of members) left.push(member);
    }
  }
  return weight;
}

/** Rebuilds the value from pieces in order. */
export function createAssembly(): { add(piece: JsonPiece): void; value(): unknown } {
  const root: unknown[] = [];
  const open: object[] = [root];

  function put(key: string, value: unknown): void {
    const into = open.at(-1) ?? root;
    if (Array.isArray(into)) into.push(value);
    // Assigning `__proto__` would replace the prototype; in JSON it is an ordinary name.
    else Object.defineProperty(into, key, { value, enumerable: true, configurable: true, writable: true });
  }

  function take(step: JsonStep): void {
    if (step.do === 'close') {
      open.pop();
    } else if (step.do === 'add') {
      step.values.forEach((value, index) => put(step.keys[index] ?? '', value));
    } else {
      const begun = step.as === 'list' ? [] : {};
      put(step.key, begun);
      open.push(begun);
    }
  }

  return {
    add: (piece) => piece.forEach(take),
    value: () => root[0],
  };
}
