import { readThrown } from './run-assertion-script.ts';
import type { ScriptDiagnostic } from './script-diagnostic.ts';
import { withSession, type ScriptEngine } from './script-engine.ts';
import { failureOf, SCRIPT_FILE } from './script-failure.ts';

const LIMITS = { milliseconds: 250, stackBytes: 128 * 1024 };

/** Compiles a script without running it; resolves to its first syntax error, or to undefined. */
export async function checkScriptSyntax(
  engine: ScriptEngine,
  script: string,
  now: () => number,
): Promise<ScriptDiagnostic | undefined> {
  if (script.trim() === '@Empty') return undefined;
  return withSession(engine, LIMITS, now, ({ context, startClock, isTimeUp }) => {
    startClock();
    const result = context.evalCode(script, SCRIPT_FILE, { compileOnly: true });
    if (result.error === undefined) {
      result.value.dispose();
      return undefined;
    }
    const failure = failureOf(readThrown(context, result.error), isTimeUp());
    result.error.dispose();
    const from = offsetOf(script, failure.line ?? 1, failure.column ?? 1);
    return {
      from,
      to: Math.min(script.length, from + 1),
      severity: 'error' as const,
      message: failure.message,
    };
  });
}

function offsetOf(script: string, line: number, column: number): number {
  let start = 0;
  for (let number = 1; number < line; number++) {
    const end = script.indexOf('\n', start);
    if (end === -1) break;
    start = end + 1;
  }
  return Math.min(script.length, start + column - 1);
}
