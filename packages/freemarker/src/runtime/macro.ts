import type { MacroElement } from '../ast/elements.ts';
import type { CompiledMacro, CompiledTemplate } from './compiled.ts';
import type { Namespace } from './namespace.ts';
import type { Value } from '../values/value.ts';

/** Arguments filled in with `?with_args` or `?with_args_last`. */
export interface BoundArguments {
  readonly named: ReadonlyMap<string, Value> | undefined;
  readonly positional: readonly Value[] | undefined;
  readonly comesLast: boolean;
}

/** A macro or function defined in a template, bound to the namespace that it was defined in. */
export class Macro {
  readonly compiled: CompiledMacro;
  readonly namespace: Namespace;
  readonly bound: BoundArguments | undefined;

  constructor(compiled: CompiledMacro, namespace: Namespace, bound?: BoundArguments) {
    this.compiled = compiled;
    this.namespace = namespace;
    this.bound = bound;
  }

  get element(): MacroElement {
    return this.compiled.element;
  }

  get isFunction(): boolean {
    return this.compiled.element.isFunction;
  }
}

/** A directive that is no macro: the result of `?interpret`, `.pass`. Its content is a template or plain text. */
export class DirectiveValue {
  readonly name: string;
  readonly content: CompiledTemplate | string | undefined;

  constructor(name: string, content: CompiledTemplate | string | undefined) {
    this.name = name;
    this.content = content;
  }
}
