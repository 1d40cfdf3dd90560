import type { Macro } from './macro.ts';
import type { Value } from '../values/value.ts';
import type { Execute } from './compiled.ts';
import type { LocalFrame } from './local-frame.ts';
import type { Namespace } from './namespace.ts';

/** A running macro or function: its variables, and what its `#nested` needs to know about the call. */
export class MacroCall {
  readonly macro: Macro;
  readonly locals = new Map<string, Value>();
  /** The content between the call's tags; undefined for a call without. */
  readonly body: Execute | undefined;
  readonly bodyParameters: readonly string[] | undefined;
  readonly callerTemplate: string | undefined;
  readonly outerCall: MacroCall | undefined;
  readonly outerLocals: LocalFrame | undefined;
  readonly outerNamespace: Namespace;
  /** The value of `.args`, when the macro uses it. */
  args: Value;

  constructor(
    macro: Macro,
    caller: {
      readonly body: Execute | undefined;
      readonly bodyParameters: readonly string[] | undefined;
      readonly template: string | undefined;
      readonly call: MacroCall | undefined;
      readonly locals: LocalFrame | undefined;
      readonly namespace: Namespace;
    },
  ) {
    this.macro = macro;
    this.body = caller.body;
    this.bodyParameters = caller.bodyParameters;
    this.callerTemplate = caller.template;
    this.outerCall = caller.call;
    this.outerLocals = caller.locals;
    this.outerNamespace = caller.namespace;
  }
}
