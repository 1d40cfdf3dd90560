import { completeScript } from '../../../languages/assertion/complete-script.ts';
import { findDefinition } from '../../../languages/assertion/find-definition.ts';
import { guardAgainstNull } from '../../../languages/assertion/guard-against-null.ts';
import { lintScript } from '../../../languages/assertion/lint-script.ts';
import type { ScriptDiagnostic } from '../../../languages/assertion/script-diagnostic.ts';
import type { ScriptFailure } from '../../../languages/assertion/script-failure.ts';
import type { ScriptEngine } from '../../../languages/assertion/script-engine.ts';
import type { ScriptTestRun, UserTestRun } from '../../../languages/assertion/try-scripts.ts';
import { tryScripts } from '../../../languages/assertion/try-scripts.ts';
import { formatScript } from './format-script.ts';
import { listed } from './test-run-text.ts';
import type { ScriptResult, ScriptProblem, ScriptRequest, TryResult } from './script-protocol.ts';

/** Handles a request; never rejects because of the script. */
export async function handleScriptRequest(
  engine: ScriptEngine,
  request: ScriptRequest,
  now: () => number,
): Promise<ScriptResult> {
  switch (request.kind) {
    case 'try':
      return await handleTry(engine, request.input, now);
    case 'define':
      return { kind: 'define', offset: findDefinition(request.script, request.offset) };
    case 'format':
      return { kind: 'format', formatted: await formatScript(request.script, request.cursor) };
    case 'complete': {
      const { from, options } = completeScript(request.script, request.offset, request);
      if (options.length === 0) return { kind: 'complete', result: undefined };
      return {
        kind: 'complete',
        result: {
          from,
          options: options.map(({ label, detail, doc, insert }) => ({ label, detail, info: doc, insert })),
        },
      };
    }
  }
}

async function handleTry(engine: ScriptEngine, input: ScriptTestRun, now: () => number): Promise<TryResult> {
  const result = await tryScripts(engine, input, now);
  const script = input.after;
  const linted = lintScript(script, input.target);
  const { syntax } = result;
  const stops = syntax === undefined ? stopsOf(script, result.users) : [];
  // Only errors of the engine itself are shown with its message.
  const isReportedAlready = linted.some(({ severity }) => severity === 'error');
  const unread =
    syntax === undefined || isReportedAlready
      ? []
      : [atPlace(script, syntax.line ?? 1, syntax.column ?? 1, syntax.message)];
  const problems = [...unread, ...stops, ...linted.map(problemOf)].sort(
    (a, b) => rank(a) - rank(b) || a.from - b.from,
  );
  return { kind: 'try', script, problems, result };
}

const rank = ({ severity }: ScriptProblem): number => (severity === 'error' ? 0 : 1);

function problemOf({ from, to, severity, message, replacement }: ScriptDiagnostic): ScriptProblem {
  const fix =
    replacement === undefined
      ? undefined
      : { label: `Replace with ${replacement}`, from, to, insert: replacement };
  return { from, to, severity, message, fix, user: undefined };
}

/** Users that fail at the same position with the same error become one problem, named after the first of them. */
function stopsOf(script: string, users: readonly UserTestRun[]): ScriptProblem[] {
  const stops = new Map<string, { readonly failure: ScriptFailure; readonly names: string[] }>();
  for (const { name, after } of users) {
    if (after.isOk) continue;
    const { failure } = after;
    const key = JSON.stringify([failure.line, failure.column, failure.message]);
    const known = stops.get(key);
    if (known === undefined) stops.set(key, { failure, names: [name] });
    else known.names.push(name);
  }
  return [...stops.values()].map((stop) => stopOf(script, stop));
}

function stopOf(
  script: string,
  { failure, names }: { readonly failure: ScriptFailure; readonly names: readonly string[] },
): ScriptProblem {
  const who = listed(names);
  const place = atPlace(script, failure.line ?? 1, failure.column ?? 1, `${who}: ${failure.message}`);
  const edit = guardAgainstNull(script, failure);
  return {
    ...place,
    user: names[0],
    ...(edit === undefined ? {} : { fix: { label: 'Add null check', ...edit } }),
  };
}

function atPlace(script: string, line: number, column: number, message: string): ScriptProblem {
  const lines = script.split('\n');
  const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
  const from = Math.min(script.length, start + column - 1);
  const length = /^[\w$.]+/.exec(script.slice(from))?.[0].length ?? 1;
  return {
    from,
    to: Math.min(script.length, from + length),
    severity: 'error',
    message,
    user: undefined,
  };
}
