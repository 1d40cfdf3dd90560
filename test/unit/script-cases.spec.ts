import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  testRunInput,
  createScriptEngine,
  lintScript,
  runAssertionScript,
} from '../../languages/assertion/index.ts';
import { proposeMapping, usersOfRows } from '../../renderer/features/scripts/test-users/users-of-rows.ts';

interface ScriptCase {
  readonly id: string;
  readonly script: string;
  readonly expected: string;
}
interface ImportCase extends ScriptCase {
  readonly columns: readonly string[];
  readonly row: string[];
}

function casesOf<Case extends ScriptCase>(kind: string): readonly Case[] {
  const text = readFileSync(new URL(`../conformance/cases/${kind}.jsonl`, import.meta.url), 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Case);
}

const engine = createScriptEngine();
const zoe = [
  { name: 'Username', value: 'zoe@corp.example' },
  { name: 'DisplayName', value: 'Zoe Ross' },
  { name: 'GroupNames', value: 'Staff, Payroll' },
];
const application = { Issuer: 'https://idp.example', Url: 'https://app.example/acs' };
const run = async (script: string, properties: readonly { name: string; value: string }[]) => {
  const input = testRunInput(properties, application);
  const { assertion } = await runAssertionScript(engine, { script, input, now: () => performance.now() });
  return assertion;
};

describe('scripts written after public documentation', () => {
  it.each(casesOf('script-vocabulary'))('run unchanged and get no diagnostics: $id', async ({ script }) => {
    expect(lintScript(script, 'saml')).toEqual([]);
    const { subjectName, recipient } = await run(script, zoe);
    expect(['zoe@corp.example', 'zoe']).toContain(subjectName);
    expect(recipient).toBe('https://app.example/acs');
  });

  it.each(casesOf('bench-names-from-displayname'))('find names in DisplayName: $id', async ({ script }) => {
    expect(lintScript(script, 'saml')).toEqual([]);
    expect((await run(script, zoe)).attributes).toEqual([
      { name: 'first', namespace: null, values: ['Zoe'] },
    ]);
  });
});

describe('imported users', () => {
  it.each(casesOf<ImportCase>('import-users-loses-columns'))(
    'have every column under its own name: $id',
    async ({ columns, row, script, expected }) => {
      const { users } = usersOfRows([{ number: 1, row }], proposeMapping(columns), []);
      const { subjectName, attributes } = await run(script, users[0]?.properties ?? []);
      const made = [
        `subject ${subjectName ?? ''}`,
        ...attributes.map(({ name, values }) => `${name} = ${values.join()}`),
      ];
      expect(made).toContain(expected.split(':')[0]);
    },
  );
});
