import type { Macro } from './macro.ts';
import type { Value } from '../values/value.ts';
import type { Execute } from './compiled.ts';
import type { LocalFrame } from './local-frame.ts';
import { MacroLocals } from './macro-locals.ts';
import type { Namespace } from './namespace.ts';

/** A running macro or function: its variables, and what its `#nested` needs to know about the call. */
export class MacroCall {
  readonly macro: Macro;
  readonly locals: MacroLocals;
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
    body: Execute | undefined,
    bodyParameters: readonly string[] | undefined,
    callerTemplate: string | undefined,
    outerCall: MacroCall | undefined,
    outerLocals: LocalFrame | undefined,
    outerNamespace: Namespace,
  ) {
    this.macro = macro;
    this.locals = new MacroLocals(macro.compiled);
    this.body = body;
    this.bodyParameters = bodyParameters;
    this.callerTemplate = callerTemplate;
    this.outerCall = outerCall;
    this.outerLocals = outerLocals;
    this.outerNamespace = outerNamespace;
    this.args = undefined;
  }
}
