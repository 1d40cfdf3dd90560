import { describe, expect, it } from 'vitest';
import { testRunInput } from './test-run-input.ts';
import { compareResults, sentValues } from './compare-results.ts';
import { completeScript } from './complete-script.ts';
import { findDefinition } from './find-definition.ts';
import { guardAgainstNull } from './guard-against-null.ts';
import { lintScript } from './lint-script.ts';
import { runAssertionScript } from './run-assertion-script.ts';
import { createScriptEngine } from './script-engine.ts';
import { AssertionScriptError } from './script-failure.ts';
import { referenceAt, referenceUses, SCRIPT_REFERENCE } from './script-reference.ts';

/** The script without its `|`, and the offset of the `|`. */
function cursor(marked: string): readonly [string, number] {
  return [marked.replace('|', ''), marked.indexOf('|')];
}

const engine = createScriptEngine();
const run = (script: string, properties: readonly { name: string; value: string }[] = []) =>
  runAssertionScript(engine, {
    script,
    now: () => performance.now(),
    input: testRunInput([{ name: 'Username', value: 'zoe@acme.example' }, ...properties], {
      Issuer: 'https://idp.example',
      Url: 'https://app.example/acs',
      Roles: [],
    }),
  });

describe('the function reference', () => {
  it('has a working example for every name that passes the lint', async () => {
    for (const { example, target } of SCRIPT_REFERENCE) {
      expect(
        lintScript(example, target === 'any' ? undefined : target === 'token' ? 'token' : undefined),
      ).toEqual([]);
      await run(example, [
        { name: 'department', value: 'HR' },
        { name: 'WebResponse', value: 'text' },
      ]);
    }
  });

  it.each([
    ['set|Attribute("a", 1);', 'setAttribute'],
    ['setAttribute("a", LoginUser.G|et("mail"));', 'LoginUser.Get'],
    ['setAttribute("a", |);', 'setAttribute'],
    ['setAttribute("a", LoginUser.Get("mail"), |);', 'setAttribute'],
    ['// nothing|', undefined],
    ['setIssuer(Issuer); |', undefined],
    ['var x = |', undefined],
  ])('follows the cursor in %s', (marked, name) => {
    expect(referenceAt(...cursor(marked))?.entry.name).toBe(name);
  });

  it('counts the uses of a name, even in a script that does not parse', () => {
    const uses = referenceUses('setAttribute(1); setAttribute(LoginUser.Get("a"), ;');
    expect([...uses]).toEqual(
      [
        ['setAttribute', 2],
        ['LoginUser', 0],
        ['LoginUser.Get', 1],
      ].filter(([, count]) => count !== 0),
    );
  });
});

describe('the definition of a name', () => {
  it.each([
    ['var name = 1; trace(na|me);', 4],
    ['var name = 1; function f(name) { return na|me; } trace(f(1));', 25],
    ['function f() { return 1; } trace(|f());', 9],
    ['count = 1; trace(cou|nt);', 0],
    ['trace(Log|inUser);', undefined],
    ['var = ; trace(na|me);', undefined],
  ])('is found in %s', (marked, offset) => {
    expect(findDefinition(...cursor(marked))).toBe(offset);
  });
});

describe('completion', () => {
  it('offers user attributes and application fields in Get', () => {
    const facts = { attributes: ['department', 'costCenter'], fields: ['Name'] };
    const labels = (marked: string) =>
      completeScript(...cursor(marked), facts).options.map(({ label }) => label);
    expect(labels("LoginUser.Get('|')").slice(0, 3)).toEqual(['department', 'costCenter', 'mail']);
    expect(labels("module('|')")).toEqual(['User']);
    expect(labels("setNameFormat('|')")).toContain('persistent');
    expect(labels("Application.Get('N|')")).toEqual(['Name']);
  });

  it('offers names from the script before all others', () => {
    const [first] = completeScript(...cursor('var shortNames = {}; trace(|')).options;
    expect(first?.label).toBe('shortNames');
  });
});

describe('the guard against null', () => {
  it('lets the script continue where it stopped', async () => {
    const script = "setSubjectName('a');\nsetAttribute('c', LoginUser.Get('costCenter').trim());";
    const failure = await run(script).catch((error: unknown) =>
      error instanceof AssertionScriptError ? error.failure : undefined,
    );
    if (failure === undefined || !('line' in failure)) throw new Error('The script should have stopped.');
    const edit = guardAgainstNull(script, failure);
    if (edit === undefined) throw new Error('There should be a guard.');
    const fixed = script.slice(0, edit.from) + edit.insert + script.slice(edit.to);
    expect(fixed).toContain("(LoginUser.Get('costCenter') || '').trim()");
    const { assertion } = await run(fixed);
    expect(assertion.attributes).toEqual([{ name: 'c', namespace: null, values: [''] }]);
  });

  it('is not offered if it is ambiguous what was null', () => {
    const failure = {
      code: 'thrown',
      message: "TypeError: Cannot read property 'trim' of null.",
      line: 1,
      column: 1,
    } as const;
    expect(guardAgainstNull('trace(a.trim() + b.trim())', failure)).toBeUndefined();
    expect(guardAgainstNull('trace(a.b)', failure)).toBeUndefined();
  });
});

describe('what two runs send', () => {
  it('is compared value by value, with values sent by only one run, and the lines that set them', async () => {
    const before = await run("setAudience('old'); setAttribute('gone', 1); setAttribute('same', 2);");
    const after = await run(
      "setAudience('new');\nsetAttribute('same', 2);\nsetAttributeArray('more', ['a', 'b']);",
    );
    const compared = compareResults(sentValues(before, 'saml'), sentValues(after, 'saml'));
    expect(compared.filter(({ sign }) => sign !== 'same')).toEqual([
      {
        ...{ name: 'Audience', sign: 'changed', before: ['old'], after: ['new'] },
        ...{ beforeSetBy: { line: 1 }, afterSetBy: { line: 1 } },
      },
      { name: 'more', sign: 'added', before: null, after: ['a', 'b'], afterSetBy: { line: 3 } },
      { name: 'gone', sign: 'removed', before: ['1'], after: null, beforeSetBy: { line: 1 } },
    ]);
    expect(compared.find(({ name }) => name === 'Name ID')?.after).toEqual(['zoe@acme.example']);
  });

  it('is the claims of a token', async () => {
    const result = await run("setClaim('roles', ['a', 'b']); setClaim('admin', true);");
    expect(sentValues(result, 'token')).toEqual([
      { name: 'roles', values: ['a', 'b'], setBy: { line: 1 } },
      { name: 'admin', values: ['true'], setBy: { line: 1 } },
    ]);
  });
});

it('a test user has members, lists and attributes, and lacks what is left empty', async () => {
  const { trace } = await run(
    "trace(LoginUser.GroupNames.length); trace(LoginUser.Get('GroupNames')); trace(LoginUser.Get('dept') === null); trace(LoginUser.GetValues('mail').length);",
    [
      { name: 'groupNames', value: 'All staff, Payroll' },
      { name: 'dept', value: '' },
      { name: 'mail', value: 'z@acme.example' },
    ],
  );
  expect(trace).toEqual(['2', 'All staff', 'true', '1']);
});
