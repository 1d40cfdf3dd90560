import type { QuickJSContext, QuickJSHandle } from 'quickjs-emscripten-core';
import {
  ArgumentError,
  createAssertionDraft,
  type Assertion,
  type AssertionDraft,
  type ClaimValue,
  type DraftLimits,
  type FormField,
  type ScriptSetting,
} from './assertion-draft.ts';
import {
  readText,
  withSession,
  type EngineLimits,
  type ScriptEngine,
  type ScriptSession,
} from './script-engine.ts';
import { AssertionScriptError, failureOf, placeOf, SCRIPT_FILE, type ThrownValue } from './script-failure.ts';
import { SCRIPT_FUNCTIONS } from './script-functions.ts';
import type { ScriptInput } from './script-input.ts';
import { preludeInput, SCRIPT_PRELUDE } from './script-prelude.ts';
import { placeAt, scriptTokens } from './script-tokens.ts';

export type ScriptLimits = EngineLimits & DraftLimits & { readonly scriptLength: number };

export const DEFAULT_SCRIPT_LIMITS: ScriptLimits = {
  milliseconds: 1_000,
  stackBytes: 128 * 1024,
  attributes: 200,
  traceLines: 200,
  valueLength: 65_536,
  scriptLength: 262_144,
};

const NOTHING_THROWN: ThrownValue = { name: '', message: '', stack: '' };
const EMPTY_SCRIPT = '@Empty';
const TEXT_LIMIT = 4_000;

/** The output of a script. */
export interface ScriptResult {
  readonly assertion: Assertion;
  /** Claims by name, for the tokens of an OpenID Connect application. */
  readonly claims: Readonly<Record<string, ClaimValue>>;
  /** Form fields for a user-password application, in the order they were first added. */
  readonly formFields: readonly FormField[];
  readonly trace: readonly string[];
  /** Which line set what: the last call for each value, in the order of the first. */
  readonly setBy: readonly ScriptSetting[];
}

export interface ScriptRun {
  readonly script: string;
  readonly input: ScriptInput;
  readonly limits?: Partial<ScriptLimits> | undefined;
  /** Milliseconds of any steady clock. */
  readonly now: () => number;
}

/**
 * Runs an application's script for one user. An empty script, or `@Empty`, returns the defaults. Throws
 * AssertionScriptError with code, line and column; a script that doesn't end is stopped.
 */
export async function runAssertionScript(engine: ScriptEngine, run: ScriptRun): Promise<ScriptResult> {
  const limits = { ...DEFAULT_SCRIPT_LIMITS, ...run.limits };
  const draft = createAssertionDraft(limits);
  const source = run.script.trim() === EMPTY_SCRIPT ? '' : run.script;
  if (source.length > limits.scriptLength) {
    const message = `The script is longer than ${limits.scriptLength} characters.`;
    throw new AssertionScriptError({ code: 'too_long', message, line: null, column: null });
  }
  rejectAsyncCode(source);
  const username = await withSession(engine, limits, run.now, (session) => {
    const place = createLineLookup(session.context);
    giveFunctions(place, draft);
    givePrelude(session.context, run.input, draft);
    session.startClock();
    try {
      evaluate(session, source);
    } finally {
      place.dispose();
    }
    const named = readUsername(session.context) ?? run.input.user.username;
    // A value that was being read when the time ran out fails silently: its function saw no value.
    if (session.isTimeUp()) throw new AssertionScriptError(failureOf(NOTHING_THROWN, true));
    return named;
  });
  const assertion = draft.assertion();
  return {
    assertion: {
      ...assertion,
      issuer: assertion.issuer ?? run.input.issuer,
      subjectName: assertion.subjectName ?? username,
      recipient: assertion.recipient ?? run.input.serviceUrl,
      httpDestination: assertion.httpDestination ?? run.input.serviceUrl,
    },
    claims: draft.claims(),
    formFields: draft.formFields(),
    trace: draft.trace(),
    setBy: draft.setBy(),
  };
}

/** Without promises an async function could only fail with an incomprehensible message. */
function rejectAsyncCode(source: string): void {
  const tokens = scriptTokens(source);
  const found = tokens.find((token, index) => {
    const next = tokens[index + 1];
    const isCall = token.text === 'async' && (next?.kind === 'name' || next?.text === '(');
    return token.kind === 'name' && isCall && tokens[index - 1]?.text !== '.';
  });
  if (found === undefined) return;
  const message = "Application scripts can't use async functions.";
  throw new AssertionScriptError({ code: 'syntax', message, ...placeAt(source, found.start) });
}

function givePrelude(context: QuickJSContext, input: ScriptInput, draft: AssertionDraft): void {
  const prelude = context.unwrapResult(context.evalCode(SCRIPT_PRELUDE, 'prelude.js'));
  const json = context.newString(JSON.stringify(preludeInput(input)));
  const addFormField = context.newFunction('AddFormField', (...handles) => {
    draft.addFormField(handles.map((one) => plainValue(context, one)));
  });
  context.unwrapResult(context.callFunction(prelude, context.undefined, json, addFormField)).dispose();
  addFormField.dispose();
  json.dispose();
  prelude.dispose();
}

function giveFunctions({ context, lineNow }: ScriptPlace, draft: AssertionDraft): void {
  for (const definition of SCRIPT_FUNCTIONS) {
    if ('returns' in definition) continue;
    const { name } = definition;
    const handle = context.newFunction(name, (...handles) => {
      draft.call(
        name,
        handles.map((one) => plainValue(context, one)),
        lineNow(),
      );
    });
    context.setProp(context.global, name, handle);
    handle.dispose();
  }
}

interface ScriptPlace {
  readonly context: QuickJSContext;
  /** The line that is running; null if the engine can't determine it. */
  readonly lineNow: () => number | null;
  readonly dispose: () => void;
}

/** Uses a function that was created before the script could replace `Error`. */
function createLineLookup(context: QuickJSContext): ScriptPlace {
  const source = '(function (E) { return function () { return new E().stack; }; })(Error)';
  const readStack = context.unwrapResult(context.evalCode(source, 'stack.js'));
  return {
    context,
    lineNow() {
      const result = context.callFunction(readStack, context.undefined);
      const handle = result.error ?? result.value;
      const stack =
        result.error === undefined && context.typeof(handle) === 'string' ? context.getString(handle) : '';
      handle.dispose();
      return placeOf(stack).line;
    },
    dispose: () => readStack.dispose(),
  };
}

/** Copies a script value as plain data; rejects values without a plain form. */
function plainValue(context: QuickJSContext, handle: QuickJSHandle): unknown {
  const kind = context.typeof(handle);
  if (kind === 'function' || kind === 'symbol') throw new ArgumentError(`A ${kind} is not a valid value.`);
  const value: unknown = context.dump(handle);
  return typeof value === 'bigint' ? value.toString() : value;
}

function evaluate(session: ScriptSession, source: string): void {
  const { context } = session;
  const result = context.evalCode(source, SCRIPT_FILE);
  if (result.error === undefined) {
    result.value.dispose();
    return;
  }
  const thrown = readThrown(context, result.error);
  result.error.dispose();
  throw new AssertionScriptError(failureOf(thrown, session.isTimeUp()));
}

/** Reads an exception; a script may throw any value. */
export function readThrown(context: QuickJSContext, error: QuickJSHandle): ThrownValue {
  // Out of memory, the engine can't even create an error and throws null.
  if (context.sameValue(error, context.null)) {
    return { name: 'InternalError', message: 'out of memory', stack: '' };
  }
  if (context.typeof(error) !== 'object') {
    const text = context.typeof(error) === 'string' ? context.getString(error) : context.typeof(error);
    return { name: '', message: text.slice(0, TEXT_LIMIT), stack: '' };
  }
  const read = (property: string): string => readText(context, error, property, TEXT_LIMIT);
  return { name: read('name'), message: read('message'), stack: read('stack') };
}

/** A user map script may have changed LoginUser.Username; only strings count. */
function readUsername(context: QuickJSContext): string | undefined {
  const user = context.getProp(context.global, 'LoginUser');
  const username = context.typeof(user) === 'object' ? readText(context, user, 'Username', TEXT_LIMIT) : '';
  user.dispose();
  return username === '' ? undefined : username;
}
