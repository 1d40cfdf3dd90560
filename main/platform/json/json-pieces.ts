/**
 * A large value of JSON on its way between threads: copying it whole would stop the one that takes it for as long as
 * parsing it would have. So it goes in pieces, each of a few steps with which the value is built up again.
 */
export type JsonPiece = readonly JsonStep[];

export type JsonStep =
  /** Begins a list or an object, inside the one that is open; `key` is its name there. */
  | { readonly do: 'open'; readonly as: 'list' | 'object'; readonly key: string }
  /** Adds to what is open; in a list the keys say nothing, and there are none. */
  | { readonly do: 'add'; readonly keys: readonly string[]; readonly values: readonly unknown[] }
  | { readonly do: 'close' };

/** Of a piece, in values; so many are copied within a few milliseconds. */
const maxWeight = 4000;
/** So many characters of a text weigh as one value. */
const lettersOfOne = 64;

/** Takes a value apart. What is small enough goes whole; of the rest each member by itself. */
export function* piecesOf(value: unknown): Generator<JsonPiece> {
  let piece: JsonStep[] = [];
  let room = maxWeight;
  for (const { step, weight } of stepsOf('', value)) {
    if (weight > room && piece.length > 0) {
      yield piece;
      piece = [];
      room = maxWeight;
    }
    piece.push(step);
    room -= weight;
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

/** The keys of a list are none. */
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

/** How much there is to copy, counted no further than just over `most`. */
export function weigh(value: unknown, most: number): number {
  let weight = 0;
  // Without recursion: what a page sends may be nested deeper than the stack.
  const left: unknown[] = [value];
  while (left.length > 0 && weight <= most) {
    const next = left.pop();
    if (typeof next === 'string') weight += 1 + Math.floor(next.length / lettersOfOne);
    else if (typeof next !== 'object' || next === null) weight += 1;
    else {
      const members: readonly unknown[] = Array.isArray(next) ? next : Object.values(next);
      weight += 1 + members.length;
      // The members weigh at least one each: past the limit they need not be looked at.
      if (weight <= most) for (const member of members) left.push(member);
    }
  }
  return weight;
}

/** Puts the pieces together again, in the order in which they come. */
export function createAssembly(): { add(piece: JsonPiece): void; value(): unknown } {
  const root: unknown[] = [];
  const open: object[] = [root];

  function put(key: string, value: unknown): void {
    const into = open.at(-1) ?? root;
    if (Array.isArray(into)) into.push(value);
    // By assignment `__proto__` would replace the prototype; as JSON it is a name like any other.
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
