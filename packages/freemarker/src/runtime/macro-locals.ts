import { javaHashOrder } from '../values/java-hash-order.ts';
import { HashView } from '../values/value.ts';
import type { Value } from '../values/value.ts';
import type { CompiledMacro } from './compiled.ts';

/** Of more parameters, a table finds one faster. */
const FEW_PARAMETERS = 8;

/**
 * The local variables of a running macro: its parameters by their slot, and by name what `#local` adds. A call makes one of
 * these, and a table for each would cost more than what most macros do.
 */
export class MacroLocals extends HashView {
  readonly #names: readonly string[];
  readonly #slots: ReadonlyMap<string, number>;
  /** By slot; null where a value was given that is missing. */
  readonly #values: Value[];
  #more: Map<string, Value> | undefined;

  constructor({ parameterNames, slots }: Pick<CompiledMacro, 'parameterNames' | 'slots'>) {
    super();
    this.#names = parameterNames;
    this.#slots = slots;
    this.#values = new Array<Value>(parameterNames.length);
  }

  /** The value of a parameter. */
  getAt(slot: number): Value {
    return this.#values[slot] ?? undefined;
  }

  setAt(slot: number, value: Value): void {
    this.#values[slot] = value ?? null;
  }

  override get(name: string): Value {
    const at = this.#position(name);
    return (at < 0 ? this.#more?.get(name) : this.#values[at]) ?? undefined;
  }

  /** Whether the variable was set, even to a missing value. */
  has(name: string): boolean {
    const at = this.#position(name);
    return at < 0 ? this.#more?.has(name) === true : this.#values[at] !== undefined;
  }

  set(name: string, value: Value): void {
    const at = this.#position(name);
    if (at < 0) (this.#more ??= new Map<string, Value>()).set(name, value);
    else this.#values[at] = value ?? null;
  }

  /** In the order of the original's hash table. */
  override keys(): Iterable<string> {
    const parameters = this.#names.filter((_name, at) => this.#values[at] !== undefined);
    return javaHashOrder([...parameters, ...(this.#more?.keys() ?? [])], (key) => key);
  }

  #position(name: string): number {
    const names = this.#names;
    if (names.length > FEW_PARAMETERS) return this.#slots.get(name) ?? -1;
    for (let at = 0; at < names.length; at++) if (names[at] === name) return at;
    return -1;
  }
}
