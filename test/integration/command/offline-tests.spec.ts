import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { runTdesk } from '../../builders/run-tdesk.ts';
import { makeTemporaryFolder } from '../desk-foundation.ts';

const work = makeTemporaryFolder();
afterAll(() => rmSync(work, { recursive: true }));

function file(path: string, content: string | object): string {
  const full = join(work, path);
  mkdirSync(dirname(full), { recursive: true });
  writeFileSync(full, typeof content === 'string' ? content : JSON.stringify(content));
  return full;
}

interface Tested {
  readonly summary: { readonly failed: number; readonly passed: number };
  readonly files: readonly {
    readonly file: string;
    readonly cases: readonly {
      readonly name: string;
      readonly status: string;
      readonly message: string;
      readonly line?: number;
    }[];
  }[];
}

async function tested(...args: string[]): Promise<{ code: number | null; document: Tested; stderr: string }> {
  const { code, stdout, stderr } = await runTdesk([...args, '--json'], {
    env: { TDESK_STATE: join(work, 'state') },
  });
  return { code, document: JSON.parse(stdout) as Tested, stderr };
}

const safe = '{ "user": "${(event.user_name!"")?json_string}", "secret": "${env:SOME_SECRET}" }';
const unsafe = '{\n  "user": "${event.user_name}"\n}';

describe('templates test', () => {
  it('passes a template that no edge case breaks, without a tenant and a profile', async () => {
    file('safe/a.ftl', safe);
    expect(await tested('templates', 'test', join(work, 'safe'))).toMatchObject({
      code: 0,
      document: { summary: { failed: 0 } },
    });
  });

  it('ends with 9 and says where and why a template breaks, as JUnit and as GitHub annotations', async () => {
    const path = file('unsafe/b.ftl', unsafe);
    const junit = join(work, 'results.xml');
    const args = ['templates', 'test', join(work, 'unsafe'), '--junit', junit];
    const result = await runTdesk(args, { env: { GITHUB_ACTIONS: 'true' } });
    expect(result.code).toBe(9);
    const { files } = JSON.parse(result.stdout) as Tested;
    const quote = files[0]?.cases.find(({ name }) => name === 'edge case: Quote');
    expect(quote).toMatchObject({ status: 'failed', line: 2 });
    expect(result.stderr).toContain(`::error file=${path},line=2,col=`);
    expect(readFileSync(junit, 'utf8')).toMatch(/<testcase [^>]*name="edge case: Quote"/);
  });

  it('renders the samples beside it, and checks the schema of the receiver', async () => {
    file('schema/c.ftl', '{ "level": "${(event.risk_level!"")?json_string}" }');
    file('schema/c.samples.json', [
      { name: 'known', columns: { risk_level: 'High' } },
      { name: 'other', columns: { risk_level: 'Odd' } },
    ]);
    file('schema/c.schema.json', { properties: { level: { enum: ['High', 'Low'] } } });
    const { code, document } = await tested('templates', 'test', join(work, 'schema'));
    expect(code).toBe(9);
    const cases = document.files.flatMap((each) => each.cases);
    expect(cases).toContainEqual(expect.objectContaining({ name: 'sample: known', status: 'passed' }));
    expect(cases).toContainEqual(expect.objectContaining({ name: 'sample: other', status: 'failed' }));
  });

  it('rejects a folder without templates', async () => {
    mkdirSync(join(work, 'empty'));
    expect(await runTdesk(['templates', 'test', join(work, 'empty')])).toMatchObject({ code: 2, stdout: '' });
  });
});

describe('webhooks render and lint', () => {
  it('prints the payload for an event, and ends with 9 where it is not JSON', async () => {
    const template = file('render/d.ftl', unsafe);
    const event = file('render/event.json', { user_name: 'zoe' });
    expect(await runTdesk(['webhooks', 'render', template, '--event', event])).toEqual({
      code: 0,
      stdout: '{\n  "user": "zoe"\n}',
      stderr: '',
    });
    const quote = file('render/quote.json', { user_name: 'a "b"' });
    expect(await runTdesk(['webhooks', 'render', template, '--event', quote])).toMatchObject({ code: 9 });
    const broken = file('render/e.ftl', '<#if x>');
    expect(await runTdesk(['webhooks', 'render', broken])).toMatchObject({ code: 9, stdout: '' });
    expect(await tested('webhooks', 'lint', broken)).toMatchObject({ code: 9 });
    expect(await tested('webhooks', 'lint', template)).toMatchObject({ code: 0 });
  });
});

describe('scripts test', () => {
  const script =
    "setSubjectName(LoginUser.Email);\nif (LoginUser.Get('department') === 'it') setAttribute('Role', 'admin');\n";
  const user = { Username: 'zoe@acme.example', Email: 'zoe@acme.example' };

  it('compares what a script sends with what is expected', async () => {
    file('scripts/applications/payroll/script.js', script);
    file('scripts/applications/payroll/tests/admin.json', {
      name: 'admins get the role',
      user: { ...user, department: 'it' },
      expect: { 'Name ID': 'zoe@acme.example', Role: 'admin' },
    });
    file('scripts/applications/payroll/tests/user.json', { user, expect: { Role: null } });
    const dir = join(work, 'scripts');
    expect(await tested('scripts', 'test', dir)).toMatchObject({
      code: 0,
      document: { summary: { passed: 2 } },
    });
    file('scripts/applications/payroll/tests/wrong.json', { user, expect: { Role: ['admin', 'x'] } });
    const failing = await tested('scripts', 'test', dir);
    expect(failing).toMatchObject({ code: 9, document: { summary: { passed: 2, failed: 1 } } });
    const messages = failing.document.files.flatMap(({ cases }) => cases.map(({ message }) => message));
    expect(messages).toContain('Role: expected "admin", "x", sent nothing.');
  });

  it('reports where a script stops, and accepts an error that is expected', async () => {
    file('stops/x.js', 'setSubjectName(LoginUser.Email);\nthrow new Error("no access");');
    file('stops/x.tests/a.json', { user });
    file('stops/x.tests/b.json', { user, expectError: 'no access' });
    const { code, document } = await tested('scripts', 'test', join(work, 'stops'));
    expect(code).toBe(9);
    expect(document.files[0]?.cases).toMatchObject([{ status: 'failed', line: 2 }, { status: 'passed' }]);
  });

  it('rejects a folder without tests, and a test with unknown members', async () => {
    expect(await runTdesk(['scripts', 'test', join(work, 'safe')])).toMatchObject({ code: 2, stdout: '' });
    file('odd/x.js', '');
    file('odd/x.tests/a.json', { user, expects: {} });
    expect(await runTdesk(['scripts', 'test', join(work, 'odd')])).toMatchObject({ code: 2, stdout: '' });
  });
});
