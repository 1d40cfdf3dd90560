import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { editFile, filesIn } from '../../builders/pulled-folder.ts';
import { runTdesk, tdeskJson } from '../../builders/run-tdesk.ts';
import { useTenant } from '../../builders/use-tenant.ts';
import { startFaultProxy } from '../../fakes/fault-proxy.ts';
import { makeTemporaryFolder } from '../desk-foundation.ts';

const tenant = useTenant(() => ['--apps', '6', '--events', '0']);
const work = makeTemporaryFolder();
afterAll(() => rmSync(work, { recursive: true }));
const secret = 'canary-4f1b9c0d7e';
const env = () => ({
  TDESK_TENANT_URL: tenant.baseUrl,
  TDESK_ANALYTICS_URL: tenant.analyticsUrl,
  TDESK_TOKEN: tenant.accessToken,
  TDESK_STATE: join(work, 'state'),
});
const json = async (...args: string[]) =>
  (await tdeskJson(args, { env: env() })) as {
    run: string;
    summary: Record<string, number>;
    items: { kind: string; action: string }[];
  };
const noChange = { create: 0, update: 0, delete: 0, conflict: 0, skipped: 0 };

describe('a tenant as files', () => {
  it('is pulled, planned without a change, edited, applied as reviewed, and undone', async () => {
    const folder = join(work, 'round-trip');
    await json('pull', folder);
    const start = filesIn(folder);
    expect(await json('plan', folder)).toMatchObject({ items: [], summary: noChange });
    const [app = ''] = readdirSync(join(folder, 'applications'));
    editFile(folder, `applications/${app}/script.js`, (text) => `${text}\n// edited`);
    editFile(folder, `applications/${app}/application.json`, (text) =>
      text.replace(/"description": ".*"/, '"description": "Edited"'),
    );
    editFile(folder, 'webhooks/slack-risky-sign-ins.ftl', (text) => text.replace('{', '{ "edited": 1,'));
    editFile(folder, 'origins.json', (text) => text.replace('[', '[\n    "build.corp.example",'));
    editFile(folder, 'configuration.json', (text) =>
      text.replace('"ForgotUsernameAllowed": true', '"ForgotUsernameAllowed": false'),
    );
    const roles = readdirSync(join(folder, 'assignments')).map((name) => `assignments/${name}`);
    const isUsed = (path: string) => /"applications": \[[^\]]/.test(readFileSync(join(folder, path), 'utf8'));
    editFile(folder, roles.find(isUsed) ?? '', (text) =>
      text.replace(/"applications": \[[^\]]*\]/, '"applications": []'),
    );
    const edited = filesIn(folder);
    const plan = join(work, 'plan.tdplan');
    const { summary, items } = await json('plan', folder, '--out', plan);
    expect(new Set(items.map(({ kind }) => kind))).toEqual(
      new Set(['application', 'script', 'webhook', 'origins', 'configuration', 'publication']),
    );
    expect(summary).toMatchObject({ ...noChange, update: items.length });
    const applied = await json('apply', plan);
    expect(applied.summary).toMatchObject({ verified: items.length, unknown: 0, rejected: 0 });
    await json('pull', folder);
    expect(filesIn(folder)).toEqual(edited);
    const stale = await runTdesk(['apply', plan], { env: env() });
    expect(stale.code).toBe(6);
    const undone = await json('undo', applied.run);
    expect(undone.summary).toMatchObject({ verified: items.length });
    await json('pull', folder);
    expect(filesIn(folder)).toEqual(start);
  });

  it('is read once for a plan, however much of it differs', async () => {
    const folder = join(work, 'read-once');
    await json('pull', folder);
    const apps = readdirSync(join(folder, 'applications'));
    for (const app of apps) {
      editFile(folder, `applications/${app}/application.json`, (text) =>
        text.replace(/"description": ".*"/, '"description": "Different"'),
      );
    }
    await using network = await startFaultProxy(tenant.baseUrl);
    const planned = await tdeskJson(['plan', folder], {
      env: { ...env(), TDESK_TENANT_URL: network.baseUrl },
    });
    expect(planned).toMatchObject({ summary: { ...noChange, update: apps.length } });
    const countOf = (path: string) =>
      network.requests.filter((request) => request.path.endsWith(path)).length;
    expect([countOf('/GetApplication'), countOf('/GetScript')]).toEqual([apps.length, apps.length]);
  });

  it('creates with secrets from the environment that reach no file and no output, and deletes by name only', async () => {
    const folder = join(work, 'secrets');
    await json('pull', folder);
    writeFileSync(
      join(folder, 'webhooks/canary.json'),
      JSON.stringify({
        name: 'Canary',
        url: 'https://hooks.example/in',
        eventType: 'SecurityAlert',
        headers: ['Authorization: Bearer ${env:CANARY}'],
        riskLevel: 'High',
      }),
    );
    writeFileSync(join(folder, 'webhooks/canary.ftl'), '{ "a": "${event.x}" }');
    const unresolved = await runTdesk(['plan', folder], { env: env() });
    expect({ code: unresolved.code, stdout: unresolved.stdout }).toEqual({ code: 2, stdout: '' });
    expect(unresolved.stderr).toContain('${env:CANARY}');
    const withSecret = { env: { ...env(), CANARY: secret } };
    const denied = await runTdesk(['apply', folder, '--verbose'], withSecret);
    const created = await runTdesk(
      ['apply', folder, '--verbose', '--accept', 'https://hooks.example'],
      withSecret,
    );
    const pulled = await runTdesk(['pull', folder], withSecret);
    expect([denied, created, pulled].map(({ code }) => code)).toEqual([8, 0, 0]);
    const message = [denied, created, pulled].map(({ stdout, stderr }) => stdout + stderr).join('');
    for (const text of [message, ...Object.values(filesIn(work))]) expect(text).not.toContain(secret);
    // The reference keeps the name that it was given.
    expect(readFileSync(join(folder, 'webhooks/canary.json'), 'utf8')).toContain('${env:CANARY}');
    expect(await tdeskJson(['plan', folder], withSecret)).toMatchObject({ items: [], summary: noChange });

    rmSync(join(folder, 'webhooks/canary.json'));
    rmSync(join(folder, 'webhooks/canary.ftl'));
    expect(await json('plan', folder)).toMatchObject({ items: [], summary: noChange });
    const tooMany = await runTdesk(['plan', folder, '--delete', 'Canary'], { env: env() });
    expect({ code: tooMany.code, stderr: tooMany.stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining('--max-deletes is 0'),
    });
    const gone = await json('apply', folder, '--delete', 'Canary', '--max-deletes', '1');
    expect(gone).toMatchObject({ summary: { verified: 1 }, items: [{ kind: 'webhook', action: 'delete' }] });
  });

  it('rejects a folder without files, and exits with 3 for differences', async () => {
    const empty = await runTdesk(['plan', work], { env: env() });
    expect({ code: empty.code, stdout: empty.stdout }).toEqual({ code: 2, stdout: '' });
    const folder = join(work, 'differs');
    await json('pull', folder);
    const same = await runTdesk(['plan', folder, '--exit-code'], { env: env() });
    editFile(folder, 'origins.json', (text) => text.replace('[', '[\n    "other.corp.example",'));
    const differs = await runTdesk(['plan', folder, '--exit-code'], { env: env() });
    expect([same.code, differs.code]).toEqual([0, 3]);
  });
});
