/** Why a script has no result. */
export type ScriptFailureCode =
  /** Compiling can't be interrupted, so the script length is limited. */
  | 'too_long'
  /** The text is not valid JavaScript. */
  | 'syntax'
  /** A function was called with invalid arguments. */
  | 'argument'
  /** The script threw, or used an undefined name. */
  | 'thrown'
  | 'time_limit'
  | 'memory_limit'
  | 'call_depth'
  | 'output_limit';

/** A failed script. Lines and columns are 1-based; null if the position is unknown. */
export interface ScriptFailure {
  readonly code: ScriptFailureCode;
  readonly message: string;
  readonly line: number | null;
  readonly column: number | null;
}

/** Thrown by runAssertionScript. */
export class AssertionScriptError extends Error {
  readonly failure: ScriptFailure;

  constructor(failure: ScriptFailure) {
    const place = failure.line === null ? '' : `Line ${failure.line}, column ${failure.column ?? 1}: `;
    super(place + failure.message);
    this.name = 'AssertionScriptError';
    this.failure = failure;
  }
}

export const SCRIPT_FILE = 'script.js';

/** QuickJS's description of an uncaught exception, as plain values. */
export interface ThrownValue {
  readonly name: string;
  readonly message: string;
  readonly stack: string;
}

/**
 * Maps an uncaught exception to a failure. `timeIsUp` distinguishes the interrupt from an error made up by
 * the script.
 */
export function failureOf(thrown: ThrownValue, timeIsUp: boolean): ScriptFailure {
  const place = placeOf(thrown.stack);
  const fail = (code: ScriptFailureCode, message: string): ScriptFailure => ({ code, message, ...place });
  if (timeIsUp) return fail('time_limit', 'The script exceeded the time limit.');
  if (thrown.name === 'InternalError') {
    if (thrown.message.startsWith('out of memory') || thrown.message === 'string too long') {
      return fail('memory_limit', 'The script exceeded the memory limit.');
    }
    if (thrown.message === 'stack overflow')
      return fail('call_depth', 'The script exceeded the call depth limit.');
  }
  if (thrown.name === 'SyntaxError' && isOfWholeText(thrown.stack))
    return fail('syntax', sentence(thrown.message));
  if (thrown.name === 'ArgumentError') return fail('argument', thrown.message);
  if (thrown.name === 'OutputError') return fail('output_limit', thrown.message);
  const kind = thrown.name === '' || thrown.name === 'Error' ? '' : `${thrown.name}: `;
  return fail('thrown', kind + sentence(thrown.message));
}

/** Compiler frames name no function; those of a running script do. */
function isOfWholeText(stack: string): boolean {
  return /^\s*at script\.js:\d+:\d+/.test(stack);
}

export function placeOf(stack: string): { readonly line: number | null; readonly column: number | null } {
  const frame = /script\.js:(\d+)(?::(\d+))?/.exec(stack);
  return {
    line: frame?.[1] === undefined ? null : Number(frame[1]),
    column: frame?.[2] === undefined ? null : Number(frame[2]),
  };
}

function sentence(message: string): string {
  if (message === '') return 'The script failed without a message.';
  const begun = message.charAt(0).toUpperCase() + message.slice(1);
  return /[.!?]$/.test(begun) ? begun : `${begun}.`;
}
