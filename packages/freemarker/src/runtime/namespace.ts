import { UncheckedError } from '../errors/runtime-errors.ts';
import { isRecoverable } from '../errors/template-error.ts';
import { javaHashOrder } from '../values/java-hash-order.ts';
import { HashView } from '../values/value.ts';
import type { Value } from '../values/value.ts';

/** The variables that a template (or a library imported as a namespace) has assigned. */
export class Namespace extends HashView {
  /** Undefined while there are none: many templates assign nothing. */
  #variables: Map<string, Value> | undefined;
  /** The name of the template that the namespace belongs to; undefined for the global one. */
  templateName: string | undefined;
  /** Loads a lazily imported template on first use. */
  initialize: (() => void) | undefined;

  constructor(templateName: string | undefined) {
    super();
    this.templateName = templateName;
  }

  override get(key: string): Value {
    this.ensureLoaded();
    return this.#variables?.get(key);
  }

  /** In the order of the original's hash table. */
  override keys(): Iterable<string> {
    try {
      this.ensureLoaded();
    } catch (error) {
      if (isRecoverable(error)) throw new UncheckedError(error.code, error.message);
      throw error;
    }
    return javaHashOrder([...(this.#variables?.keys() ?? [])], (key) => key);
  }

  set(key: string, value: Value): void {
    this.ensureLoaded();
    (this.#variables ??= new Map<string, Value>()).set(key, value);
  }

  /** A variable of the loaded part of the namespace. */
  peek(key: string): Value {
    return this.#variables?.get(key);
  }

  ensureLoaded(): void {
    if (this.initialize === undefined) return;
    const load = this.initialize;
    this.initialize = undefined;
    load();
  }
}
