import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aWebhook } from '../../builders/a-webhook.ts';
import { editFile, filesIn, tdeskOn } from '../../builders/pulled-folder.ts';
import type { FaultyTenant } from '../../faults/faulty-tenant.ts';
import { startFaultyTenant } from '../../faults/faulty-tenant.ts';
import { completeContentsOf, differenceOf } from '../../faults/tenant-state.ts';
import { makeTemporaryFolder } from '../desk-foundation.ts';

const [applications, webhooks] = [200, 50];
const work = makeTemporaryFolder();
const folder = join(work, 'acme');
let first: FaultyTenant;
let second: FaultyTenant;

/** The tenant as its database has it, whole. */
const read = (tenant: FaultyTenant) => completeContentsOf(tenant.read());
const onFirst = () => tdeskOn(first, join(work, 'first'));
const onSecond = () => tdeskOn(second, join(work, 'second'));
const noChange = { create: 0, update: 0, delete: 0, conflict: 0, skipped: 0 };
const secretOf = (number: number): string => `first-secret-${number}`;

beforeAll(async () => {
  [first, second] = await Promise.all([
    startFaultyTenant({ apps: applications }),
    startFaultyTenant({ apps: applications }),
  ]);
  // Of several with the same name, a second tenant can’t know which is which.
  const byName = Map.groupBy(second.read().applications, ([, { name }]) => name);
  const unique = [...byName.values()].flatMap(([found, ...others]) =>
    found === undefined || others.length > 0 ? [] : [found[0]],
  );
  for (const id of unique.slice(0, 5)) await second.administrator.deleteApplication(id);
  for (let number = first.read().webhooks.size; number < webhooks; number += 1) {
    const url = `https://hooks-${number % 7}.acme.example/in`;
    const headers = `X-Api-Key: ${secretOf(number)}\nAccept: application/json`;
    const requestBody = `{ "number": ${number}, "user": "\${event.user_name!}", "text": "\\$\{env:X}" }`;
    await first.administrator.createWebhook(
      aWebhook({ name: `Hook ${number}`, url, headers, requestBody, riskLevel: 'High' }),
    );
  }
  const { json } = onFirst();
  expect(await json(['pull', folder])).toMatchObject({ counts: { applications, webhooks } });
}, 240_000);
afterAll(async () => {
  await Promise.all([first[Symbol.asyncDispose](), second[Symbol.asyncDispose]()]);
  rmSync(work, { recursive: true });
});

const scriptsIn = () =>
  readdirSync(join(folder, 'applications'))
    .map((name) => `applications/${name}/script.js`)
    .filter((path) => path in filesIn(folder));

/** Edits of every kind, a new item and a deleted one. */
function editEverything(): void {
  for (const path of scriptsIn().slice(0, 10)) editFile(folder, path, (text) => `${text}\n// edited\n`);
  for (const name of readdirSync(join(folder, 'applications')).slice(20, 25)) {
    editFile(folder, `applications/${name}/application.json`, (text) =>
      text
        .replace(/"description": ".*"/, '"description": "Edited"')
        .replace(/"Featured": false/, '"Featured": true'),
    );
  }
  for (const name of ['hook-10', 'hook-20', 'slack-risky-sign-ins'])
    editFile(folder, `webhooks/${name}.ftl`, (text) => text.replace('{', '{ "edited": 1,'));
  editFile(folder, 'webhooks/hook-30.json', (text) =>
    text.replace('Accept: application/json', 'Accept: application/xml'),
  );
  const hook = JSON.parse(readFileSync(join(folder, 'webhooks/audit-lake.json'), 'utf8')) as object;
  const added = { ...hook, name: 'Added', headers: ['X-Api-Key: ${env:ADDED_KEY}'] };
  writeFileSync(join(folder, 'webhooks/added.json'), `${JSON.stringify(added, undefined, 2)}\n`);
  writeFileSync(join(folder, 'webhooks/added.ftl'), '{ "added": true }');
  for (const extension of ['json', 'ftl']) rmSync(join(folder, `webhooks/hook-40.${extension}`));
  editFile(folder, 'origins.json', (text) => text.replace('[', '[\n    "build.corp.example",'));
  editFile(folder, 'configuration.json', (text) =>
    text.replace('"ForgotUsernameAllowed": true', '"ForgotUsernameAllowed": false'),
  );
  editFile(folder, 'assignments/finance.json', (text) =>
    text.replace(/"applications": \[[^\]]*\]/, '"applications": []'),
  );
}

/** Limit for a busy machine. */
const timeout = 300_000;

describe(`a tenant of ${applications} applications and ${webhooks} webhooks as files`, { timeout }, () => {
  it('has no difference of any kind as it was pulled', async () => {
    const kinds = new Set(Object.keys(filesIn(folder)).map((path) => path.replace(/[/.].*/, '')));
    expect([...kinds].toSorted()).toEqual(
      ['applications', 'assignments', 'configuration', 'origins', 'roles', 'webhooks'].toSorted(),
    );
    const { run, json } = onFirst();
    expect(await json(['plan', folder])).toMatchObject({ items: [], summary: noChange });
    expect(await run(['plan', folder, '--exit-code'])).toMatchObject({ code: 0 });
    expect(await run(['drift', folder, '--exit-code'])).toMatchObject({ code: 0 });
  });

  it('is edited, applied as it was reviewed, pulled as it was edited, and undone to what it was', async () => {
    const { run, json } = onFirst();
    const added = { ADDED_KEY: 'first-secret-added' };
    const [start, files] = [read(first), filesIn(folder)];
    editEverything();
    const edited = filesIn(folder);
    const plan = join(work, 'plan.tdplan');
    const deleting = ['--delete', 'Hook 40', '--max-deletes', '1'];
    const { items, accept, summary } = await json(['plan', folder, '--out', plan, ...deleting], added);
    expect(new Set(items.map(({ kind }) => kind))).toEqual(
      new Set(['application', 'script', 'webhook', 'origins', 'configuration', 'publication']),
    );
    expect(summary).toMatchObject({ create: 1, delete: 1, conflict: 0, skipped: 0 });
    expect(read(first)).toEqual(start);

    const codes = accept.flatMap(({ code }) => ['--accept', code]);
    const applied = await json(['apply', plan, ...codes], added);
    expect(applied).toMatchObject({ state: 'finished', summary: { verified: items.length } });
    await json(['pull', folder]);
    expect(filesIn(folder)).toEqual(edited);

    // The deleted webhook sends its secret again.
    const again = ['--accept', `https://hooks-${40 % 7}.acme.example`];
    expect(await run(['undo', applied.run, ...codes])).toMatchObject({ code: 8, stdout: '' });
    const undone = await json(['undo', applied.run, ...codes, ...again]);
    expect(undone).toMatchObject({ state: 'finished', summary: { verified: items.length } });
    expect(differenceOf(start, read(first))).toEqual([]);
    await json(['pull', folder]);
    expect(filesIn(folder)).toEqual(files);
  });

  it('goes to a second tenant with the values of that, and no secret of the first', async () => {
    const [before, start] = [read(first), read(second)];
    const [from, to] = [first.address.baseUrl, second.address.baseUrl];
    for (const [path, text] of Object.entries(filesIn(folder))) {
      if (path.endsWith('.js') && text.includes(from))
        editFile(folder, path, (script) => script.replaceAll(from, '${env:TENANT_URL}'));
      if (path.startsWith('webhooks/hook-') && path.endsWith('.json'))
        editFile(folder, path, (json) => json.replace('.acme.example', '.${env:HOOK_DOMAIN}'));
    }
    const values = (url: string, domain: string) => ({ values: { TENANT_URL: url, HOOK_DOMAIN: domain } });
    const tenants = { [from]: values(from, 'acme.example'), [to]: values(to, 'beta.example') };
    writeFileSync(join(folder, 'tdesk.json'), JSON.stringify({ tenants }));
    const parametrized = filesIn(folder);
    expect(await onFirst().json(['plan', folder])).toMatchObject({ items: [], summary: noChange });
    await onFirst().json(['pull', folder]);
    expect(filesIn(folder)).toEqual(parametrized);

    const { run, json } = onSecond();
    expect(await run(['plan', folder])).toMatchObject({ code: 2, stdout: '' });
    const own = Object.values(parametrized)
      .flatMap((text) => [...text.matchAll(/(?<!\$)\$\{env:(\w+)\}/g)])
      .map(([, name = '']) => [name, `second-${name}`]);
    const {
      TENANT_URL: _url,
      HOOK_DOMAIN: _domain,
      ...secrets
    } = Object.fromEntries(own) as Record<string, string>;
    mkdirSync(join(work, 'elsewhere'));
    const plan = join(work, 'elsewhere/second.tdplan');
    const { accept, items, summary } = await json(['plan', folder, '--out', plan], secrets);
    expect(summary).toMatchObject({ delete: 0, conflict: 0, skipped: 0 });
    for (const text of [JSON.stringify(items), readFileSync(plan, 'utf8')])
      expect(text).not.toMatch(/second-\w|first-secret/);
    const codes = accept.flatMap(({ code }) => ['--accept', code]);
    const applied = await json(['apply', plan, ...codes], secrets);
    expect(applied).toMatchObject({ state: 'finished', summary: { verified: items.length } });
    expect(await json(['plan', folder], secrets)).toMatchObject({ items: [], summary: noChange });

    const now = second.read();
    const hook = [...now.webhooks.values()].find(({ name }) => name === 'Hook 30');
    expect(hook).toMatchObject({
      url: 'https://hooks-2.beta.example/in',
      headers: 'X-Api-Key: second-WEBHOOK_HOOK_30_HEADERS\nAccept: application/json',
    });
    expect(JSON.stringify([...now.webhooks, ...now.scripts])).not.toContain('first-secret');
    expect(JSON.stringify([...now.scripts])).not.toContain(from);
    expect(now.applications.size).toBe(applications);

    const undone = await json(['undo', applied.run, ...codes], secrets);
    expect(undone).toMatchObject({ state: 'finished', summary: { verified: items.length } });
    expect(differenceOf(start, read(second))).toEqual([]);
    expect(read(first)).toEqual(before);
  });
});
