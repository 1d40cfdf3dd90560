import type { ScriptEngine, SentValue } from '../../../languages/assertion/index.ts';
import {
  AssertionScriptError,
  createScriptEngine,
  listSeparator,
  recordAttributes,
  runApplicationScript,
  sentValues,
  testRunInput,
  TEST_RUN_MILLISECONDS,
} from '../../../languages/assertion/index.ts';
import type { TestedCase, TestedFile } from '../reports/test-results.ts';
import type { ScriptTest, ScriptUnderTest } from './script-test.ts';

const now = (): number => performance.now();

/** Runs every test of the scripts, each in the sandbox that test runs of the window use. No request is sent. */
export async function runScriptTests(
  scripts: readonly ScriptUnderTest[],
  signal: AbortSignal,
): Promise<TestedFile[]> {
  const engine = createScriptEngine();
  const files: TestedFile[] = [];
  for (const script of scripts) {
    const cases: TestedCase[] = [];
    for (const { file, test } of script.tests) {
      signal.throwIfAborted();
      cases.push(await runTest(engine, script, { ...test, name: test.name ?? file }));
    }
    files.push({ file: script.file, cases });
  }
  return files;
}

async function runTest(
  engine: ScriptEngine,
  { source, settings }: ScriptUnderTest,
  test: ScriptTest & { readonly name: string },
): Promise<TestedCase> {
  const record = { ...settings, ...test.application };
  const target = test.target ?? (/\bsetClaims?\s*\(/.test(source) ? 'token' : 'saml');
  const startedAt = now();
  const ended = () => ({ name: test.name, seconds: (now() - startedAt) / 1000 });
  try {
    const result = await runApplicationScript(engine, {
      script: source,
      attributes: target === 'saml' ? recordAttributes(record['SamlAttributes']) : [],
      input: testRunInput(propertiesOf(test.user), record),
      limits: { milliseconds: TEST_RUN_MILLISECONDS },
      now,
    });
    const problems = problemsIn(test, sentValues(result, target));
    return { ...ended(), status: problems.length === 0 ? 'passed' : 'failed', message: problems.join(' ') };
  } catch (error) {
    if (!(error instanceof AssertionScriptError)) throw error;
    const { message, line, column } = error.failure;
    const expected = test.expectError?.toLowerCase();
    if (expected !== undefined && message.toLowerCase().includes(expected)) {
      return { ...ended(), status: 'passed', message: '' };
    }
    const place = { ...(line === null ? {} : { line }), ...(column === null ? {} : { column }) };
    return { ...ended(), status: 'failed', message: `The script stopped: ${message}`, ...place };
  }
}

const propertiesOf = (user: ScriptTest['user']): { name: string; value: string }[] =>
  Object.entries(user).map(([name, value]) => ({
    name,
    value: Array.isArray(value) ? value.join(listSeparator(name) ?? ',') : value,
  }));

function problemsIn({ expect, exact, expectError }: ScriptTest, sent: readonly SentValue[]): string[] {
  const problems: string[] = [];
  if (expectError !== undefined) problems.push(`It was expected to stop with “${expectError}”, and didn’t.`);
  for (const [name, expected] of Object.entries(expect)) {
    const found = sent.find((each) => each.name === name);
    if (expected === null) {
      if (found !== undefined) problems.push(`${name}: expected nothing, sent ${shown(found.values)}.`);
      continue;
    }
    const values = Array.isArray(expected) ? expected : [expected];
    const isSame =
      found?.values.length === values.length && values.every((value, at) => value === found.values[at]);
    if (isSame) continue;
    problems.push(
      `${name}: expected ${shown(values)}, sent ${found === undefined ? 'nothing' : shown(found.values)}.`,
    );
  }
  const others = sent.filter(({ name }) => !Object.hasOwn(expect, name));
  if (exact && others.length > 0) problems.push(`Also sent: ${others.map(({ name }) => name).join(', ')}.`);
  return problems;
}

const shown = (values: readonly string[]): string => values.map((value) => JSON.stringify(value)).join(', ');
