import { describe, expect, it } from 'vitest';
import { sentValues } from './compare-results.ts';
import { recordAttributes } from './record-attributes.ts';
import { runApplicationScript } from './run-application-script.ts';
import { createScriptEngine } from './script-engine.ts';
import { tryScripts } from './try-scripts.ts';

const engine = createScriptEngine();
const now = () => performance.now();
const input = {
  user: {
    username: 'zoe@acme.example',
    displayName: 'Zoë Ross',
    email: 'zoe@acme.example',
    roleNames: ['A', 'B'],
  },
  application: {},
  issuer: 'https://idp.example',
  serviceUrl: 'https://payroll.example/acs',
};
const attributes = recordAttributes({
  Attributes: [
    { Name: 'mail', Value: 'LoginUser.Email' },
    { Name: 'Department', Value: "'Finance'" },
    { Name: 'Roles', Value: 'LoginUser.RoleNames' },
    { Name: ' ', Value: "'no name'" },
  ],
});
const script = "setAttribute('locale', 'en');\nsetAttribute('Department', 'ops');";

describe('a script with attributes from the settings', () => {
  it('sends the settings first, and the script replaces an attribute of the same name in place', async () => {
    const result = await runApplicationScript(engine, { script, attributes, input, now });
    expect(result.assertion.attributes.map(({ name, values }) => [name, ...values])).toEqual([
      ['mail', 'zoe@acme.example'],
      ['Department', 'ops'],
      ['Roles', 'A', 'B'],
      ['locale', 'en'],
    ]);
    const origins = Object.fromEntries(sentValues(result, 'saml').map(({ name, setBy }) => [name, setBy]));
    expect(origins).toMatchObject({
      mail: 'settings',
      Roles: 'settings',
      Department: { line: 2 },
      locale: { line: 1 },
    });
    expect(origins['Name ID']).toBeUndefined();
  });

  it('keeps an attribute from the settings apart from one of the same name in a namespace', async () => {
    const custom = "setCustomAttribute('mail', 'https://schemas.example', 'work');";
    const { assertion } = await runApplicationScript(engine, { script: custom, attributes, input, now });
    expect(assertion.attributes.filter(({ name }) => name === 'mail')).toHaveLength(2);
  });

  it('compares what each version replaces', async () => {
    const { users } = await tryScripts(
      engine,
      { before: '', after: script, target: 'saml', attributes, users: [{ name: 'Zoë', input }] },
      now,
    );
    const [zoe] = users;
    expect(zoe?.compared.find(({ name }) => name === 'mail')).toMatchObject({
      sign: 'same',
      afterSetBy: 'settings',
    });
    expect(zoe?.compared.find(({ name }) => name === 'Department')).toEqual({
      name: 'Department',
      sign: 'changed',
      before: ['Finance'],
      after: ['ops'],
      beforeSetBy: 'settings',
      afterSetBy: { line: 2 },
    });
  });

  it('names the attribute whose value is not a valid expression', async () => {
    const broken = recordAttributes([
      { Name: 'first', Value: "'fine'" },
      { Name: 'second', Value: 'NoSuchName.Email' },
    ]);
    await expect(
      runApplicationScript(engine, { script: '@Empty', attributes: broken, input, now }),
    ).rejects.toMatchObject({
      failure: { message: expect.stringContaining('attribute second in the settings'), line: null },
    });
  });
});
