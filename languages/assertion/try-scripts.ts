import { checkScriptSyntax } from './check-script-syntax.ts';
import type { ComparedValue, SentValue } from './compare-results.ts';
import { compareResults, sentValues } from './compare-results.ts';
import type { ScriptResult } from './run-assertion-script.ts';
import type { RecordAttribute } from './record-attributes.ts';
import { runApplicationScript } from './run-application-script.ts';
import type { ScriptEngine } from './script-engine.ts';
import { AssertionScriptError } from './script-failure.ts';
import type { ScriptFailure } from './script-failure.ts';
import type { ScriptTarget } from './script-functions.ts';
import type { ScriptInput } from './script-input.ts';
import { placeAt } from './script-tokens.ts';
import { TEST_RUN_MILLISECONDS } from './test-run-limits.ts';

/** Two scripts of one application, and the users to test them with. */
export interface ScriptTestRun {
  readonly before: string;
  readonly after: string;
  readonly target: Exclude<ScriptTarget, 'any'>;
  /** From the application's settings; both scripts may replace them. */
  readonly attributes: readonly RecordAttribute[];
  readonly users: readonly { readonly name: string; readonly input: ScriptInput }[];
}

export type ScriptRunOutcome =
  | {
      readonly isOk: true;
      readonly result: ScriptResult;
      readonly sent: readonly SentValue[];
      readonly milliseconds: number;
    }
  | { readonly isOk: false; readonly failure: ScriptFailure; readonly milliseconds: number };

export interface UserTestRun {
  readonly name: string;
  readonly before: ScriptRunOutcome;
  readonly after: ScriptRunOutcome;
  /** Empty if either run failed. */
  readonly compared: readonly ComparedValue[];
}

export interface TestRunResult {
  /** Syntax error of the new script, if any. */
  readonly syntax: ScriptFailure | undefined;
  readonly users: readonly UserTestRun[];
}

/**
 * Runs both scripts for each user, within the time and memory of `engine`. Never rejects because of a script
 * error.
 */
export async function tryScripts(
  engine: ScriptEngine,
  { before, after, users, ...of }: ScriptTestRun,
  now: () => number,
): Promise<TestRunResult> {
  const problem = await checkScriptSyntax(engine, after, now);
  const syntax: ScriptFailure | undefined =
    problem === undefined
      ? undefined
      : { code: 'syntax', message: problem.message, ...placeAt(after, problem.from) };
  const tried: UserTestRun[] = [];
  for (const { name, input } of users) {
    const old = await runOnce(engine, before, input, of, now);
    const fresh = await runOnce(engine, after, input, of, now);
    const compared = old.isOk && fresh.isOk ? compareResults(old.sent, fresh.sent) : [];
    tried.push({ name, before: old, after: fresh, compared });
  }
  return { syntax, users: tried };
}

async function runOnce(
  engine: ScriptEngine,
  script: string,
  input: ScriptInput,
  { target, attributes }: Pick<ScriptTestRun, 'target' | 'attributes'>,
  now: () => number,
): Promise<ScriptRunOutcome> {
  const startedAt = now();
  const limits = { milliseconds: TEST_RUN_MILLISECONDS };
  try {
    const result = await runApplicationScript(engine, { script, attributes, input, limits, now });
    return { isOk: true, result, sent: sentValues(result, target), milliseconds: now() - startedAt };
  } catch (error) {
    if (!(error instanceof AssertionScriptError)) throw error;
    return { isOk: false, failure: error.failure, milliseconds: now() - startedAt };
  }
}
