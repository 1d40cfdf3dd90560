import { HashView, isPlainHash, MultiValue } from './value.ts';
import type { Value } from './value.ts';

/**
 * A hash literal of templates written for versions before 2.3.21: a key given twice is listed twice, though only its
 * last value can be read by key.
 */
export class PairHash extends HashView {
  readonly pairs: readonly (readonly [string, Value])[];
  readonly #byKey: ReadonlyMap<string, Value>;

  constructor(pairs: readonly (readonly [string, Value])[]) {
    super();
    this.pairs = pairs;
    this.#byKey = new Map(pairs);
  }

  override get(key: string): Value {
    return this.#byKey.get(key);
  }

  override keys(): readonly string[] {
    return this.pairs.map(([key]) => key);
  }
}

/** A hash literal that gives a key twice: its last value counts, but `?size` counts both. */
export class RepeatingHash extends HashView {
  readonly size: number;
  readonly #byKey: ReadonlyMap<string, Value>;

  constructor(byKey: ReadonlyMap<string, Value>, size: number) {
    super();
    this.#byKey = byKey;
    this.size = size;
  }

  override get(key: string): Value {
    return this.#byKey.get(key);
  }

  override keys(): readonly string[] {
    return [...this.#byKey.keys()];
  }
}

/** The keys and values in order; undefined when the value is no hash or cannot list them. */
export function hashEntries(value: Value): readonly (readonly [string, Value])[] | undefined {
  if (value instanceof PairHash) return value.pairs;
  return hashKeys(value)?.map((key) => [key, hashGet(value as object, key)] as const);
}

/** Reading hashes of any kind. Nothing here looks at prototypes: `constructor` is a missing key like any other. */
export function isHash(value: Value): value is object {
  if (typeof value !== 'object' || value === null) return false;
  if (value instanceof Map || value instanceof HashView) return true;
  if (value instanceof MultiValue) return value.hash !== undefined;
  return isPlainHash(value);
}

/** The value of a key; undefined when it is missing. The caller has checked `isHash`. */
export function hashGet(hash: object, key: string): Value {
  if (hash instanceof Map) return (hash as ReadonlyMap<string, Value>).get(key);
  if (hash instanceof HashView) return hash.get(key);
  if (hash instanceof MultiValue) return hash.hash?.get(key);
  return Object.hasOwn(hash, key) ? (hash as Readonly<Record<string, Value>>)[key] : undefined;
}

/** The keys in order; undefined when the value is no hash or cannot list them. */
export function hashKeys(value: Value): readonly string[] | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (value instanceof Map) return [...(value as ReadonlyMap<string, Value>).keys()];
  const view = value instanceof MultiValue ? value.hash : value;
  if (view instanceof HashView) {
    const keys = view.keys();
    return keys === undefined ? undefined : [...keys];
  }
  return view !== undefined && isPlainHash(view) ? Object.keys(view) : undefined;
}

export function isExtendedHash(value: Value): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (value instanceof Map) return true;
  const view = value instanceof MultiValue ? value.hash : value;
  if (view instanceof HashView) return view.keys() !== undefined;
  return view !== undefined && isPlainHash(view);
}

/** Two hashes as one; the right one's values win, keys stay in order of first appearance. */
export function concatHashes(left: object, right: object): object {
  const leftKeys = hashKeys(left);
  const rightKeys = hashKeys(right);
  if (leftKeys === undefined || rightKeys === undefined) return new ConcatenatedView(left, right);
  if (leftKeys.length === 0) return right;
  if (rightKeys.length === 0) return left;
  const result = new Map<string, Value>();
  for (const key of leftKeys) result.set(key, hashGet(left, key));
  for (const key of rightKeys) {
    const value = hashGet(right, key);
    if (value != null || !result.has(key)) result.set(key, value);
  }
  return result;
}

class ConcatenatedView extends HashView {
  readonly #left: object;
  readonly #right: object;

  constructor(left: object, right: object) {
    super();
    this.#left = left;
    this.#right = right;
  }

  override get(key: string): Value {
    return hashGet(this.#right, key) ?? hashGet(this.#left, key);
  }

  override keys(): undefined {
    return undefined;
  }
}
