import type { Numeric } from './decimal.ts';
import { Binary, Decimal } from './decimal.ts';

/**
 * A value in a template. Missing is `undefined` (or `null` in a model). Strings, booleans, numbers, arrays, Maps
 * and plain objects stand for themselves; everything else is one of the classes of this folder. Plain objects are
 * only ever read through own properties.
 */
export type Value = string | number | boolean | object | null | undefined;

export type DateLikeKind = 'unknown' | 'time' | 'date' | 'datetime';

/** A point in time, in epoch milliseconds, and how much of it counts. */
export class DateValue {
  readonly kind: DateLikeKind;
  readonly #time: number;

  constructor(time: number, kind: DateLikeKind) {
    this.#time = time;
    this.kind = kind;
  }

  get time(): number {
    return this.#time;
  }
}

/** A date that is read from text only when its time is asked for. Reading may throw. */
export class LazyDate extends DateValue {
  readonly #read: () => number;
  #known: number | undefined;

  constructor(kind: DateLikeKind, read: () => number) {
    super(0, kind);
    this.#read = read;
  }

  override get time(): number {
    return (this.#known ??= this.#read());
  }
}

/** Text in a markup output format. It may still be plain text that is escaped only when printed. */
export class MarkupValue {
  readonly format: string;
  readonly plain: string | undefined;
  readonly markup: string | undefined;

  constructor(format: string, plain: string | undefined, markup: string | undefined) {
    this.format = format;
    this.plain = plain;
    this.markup = markup;
  }
}

/** A hash that computes its values: namespaces, `.vars`, `.globals` … `keys` is undefined when it cannot list them. */
export abstract class HashView {
  abstract get(key: string): Value;
  abstract keys(): Iterable<string> | undefined;
}

/** What a call knows about the place it is made from; the environment implements it. */
export type CallArguments = readonly Value[];

/** A function of the model or of the engine, called as `f(…)`. Errors that it throws get the call's position. */
export class MethodValue {
  readonly name: string;
  readonly call: (args: CallArguments) => Value;

  constructor(name: string, call: (args: CallArguments) => Value) {
    this.name = name;
    this.call = call;
  }
}

/** A value of several types at once, such as the result of `?matches` (a boolean and a sequence). */
export class MultiValue {
  readonly #string: string | undefined;
  readonly #boolean: boolean | undefined;
  readonly #sequence: readonly Value[] | undefined;
  readonly #hash: HashView | undefined;
  readonly #method: ((args: CallArguments) => Value) | undefined;

  constructor(kinds: {
    readonly string?: string;
    readonly boolean?: boolean;
    readonly sequence?: readonly Value[];
    readonly hash?: HashView;
    readonly method?: (args: CallArguments) => Value;
  }) {
    this.#string = kinds.string;
    this.#boolean = kinds.boolean;
    this.#sequence = kinds.sequence;
    this.#hash = kinds.hash;
    this.#method = kinds.method;
  }

  // Accessors, so that a kind of value can make what is asked for, and only then.
  get string(): string | undefined {
    return this.#string;
  }

  get boolean(): boolean | undefined {
    return this.#boolean;
  }

  get sequence(): readonly Value[] | undefined {
    return this.#sequence;
  }

  get hash(): HashView | undefined {
    return this.#hash;
  }

  get method(): ((args: CallArguments) => Value) | undefined {
    return this.#method;
  }
}

class EmptyHash extends HashView {
  override get(): undefined {
    return undefined;
  }
  override keys(): readonly string[] {
    return [];
  }
}

/** What `x!` gives when x is missing: an empty string, sequence and hash in one. */
export const EMPTY_VALUE = new MultiValue({ string: '', sequence: [], hash: new EmptyHash() });

/** What `x?if_exists` gives when x is missing: an empty value of every kind, false too. */
export const NOTHING = new MultiValue({
  string: '',
  boolean: false,
  sequence: [],
  hash: new EmptyHash(),
  method: () => undefined,
});

/** `from..to` and its relatives: numbers made when asked for. Before 2.3.21 `from..` could be sliced, but not listed. */
export class RangeValue {
  readonly begin: number;
  readonly step: 1 | -1;
  /** How many numbers; Infinity for `from..`. */
  readonly size: number;
  /** Slices with it may be shorter than it is. */
  readonly isAdaptive: boolean;
  /** `0..-1`-like slices of strings give an empty string instead of an error: a bug of the original. */
  readonly slicesBackwards: boolean;
  readonly isListable: boolean;

  constructor(
    begin: number,
    step: 1 | -1,
    size: number,
    isAdaptive: boolean,
    slicesBackwards: boolean,
    isListable = true,
  ) {
    this.begin = begin;
    this.step = step;
    this.size = size;
    this.isAdaptive = isAdaptive;
    this.slicesBackwards = slicesBackwards;
    this.isListable = isListable;
  }

  at(index: number): number {
    return this.begin + index * this.step;
  }
}

/** Iterates over items. Unlike a JavaScript iterator, it can report whether there is a next one without making it. */
export interface ItemIterator {
  hasNext(): boolean;
  next(): Value;
}

/** Items that are made one by one; `isSequence` is whether it counts as a sequence or as a mere collection. */
export class LazySequence {
  readonly isSequence: boolean;
  readonly iterate: () => ItemIterator;
  /** How many items there will be, where that is known before they are made. */
  readonly size: number | undefined;

  constructor(isSequence: boolean, iterate: () => ItemIterator, size?: number) {
    this.isSequence = isSequence;
    this.iterate = iterate;
    this.size = size;
  }
}

export type PlainHash = Readonly<Record<string, Value>>;

/** Whether the value is an object from JSON or an object literal, of this or another realm. */
export function isPlainHash(value: object): value is PlainHash {
  // Asking for the prototype leaves compiled code, reading a member does not. Only a member that is data says less.
  if (value.constructor === Object) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === Object.prototype || prototype === null) return true;
  return typeof prototype === 'object' && Object.getPrototypeOf(prototype) === null && !Array.isArray(value);
}

export function isNumber(value: Value): value is Numeric {
  if (typeof value === 'number') return true;
  return typeof value === 'object' && (value instanceof Decimal || value instanceof Binary);
}

/** The string that the value is, if it is one (possibly in addition to other types). */
export function stringOf(value: Value): string | undefined {
  if (typeof value === 'string') return value;
  return value instanceof MultiValue ? value.string : undefined;
}

export function booleanOf(value: Value): boolean | undefined {
  if (typeof value === 'boolean') return value;
  return value instanceof MultiValue ? value.boolean : undefined;
}
