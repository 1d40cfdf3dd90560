import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { callOver, openBridge } from '../../builders/ask-desk.ts';
import { runTdesk, signInThroughTdesk, tdeskJson } from '../../builders/run-tdesk.ts';
import { useTenant } from '../../builders/use-tenant.ts';
import { makeTemporaryFolder } from '../desk-foundation.ts';
import { spawnScript } from '../spawn-script.ts';

const tenant = useTenant(() => ['--apps', '3', '--events', '0']);
let folder: string;
let add: readonly string[];

beforeEach(() => {
  folder = makeTemporaryFolder();
  add = ['--url', tenant.baseUrl, '--client-id', tenant.clientId, '--analytics-url', tenant.analyticsUrl];
});
afterEach(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

/** A bus without a keyring: what is stored is in the memory of the window. */
const env = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere' };
const openedSchema = z.object({ fileId: z.string(), tenantId: z.string(), tenantName: z.string() });
const planSchema = z.object({ id: z.string() });
const planRunSchema = z.object({ run: z.string() });

function editFirstScript(files: string, note: string): void {
  const [name = ''] = readdirSync(join(files, 'applications'));
  const path = join(files, 'applications', name, 'script.js');
  writeFileSync(path, `${readFileSync(path, 'utf8')}\n// ${note}`);
}

const withState = (...args: string[]): string[] => [...args, '--state', folder];

describe('the command beside a window on the same profile', () => {
  it('works in the window: its changes are visible at once, and both share a session', async () => {
    const window = spawnScript('browser-desk.ts', [folder], { ...process.env, ...env });
    const page = await openBridge(new URL(await window.nextLine()));
    await tdeskJson(withState('tenants', 'add', 'Acme', ...add), { env });
    expect(await callOver(page, 'tenants.list')).toContainEqual(expect.objectContaining({ name: 'Acme' }));
    expect(await runTdesk(withState('apps', 'list', '--tenant', 'acme'), { env })).toMatchObject({ code: 4 });

    const login = await signInThroughTdesk(withState('login', 'Acme'), { env, password: tenant.password });
    expect(login).toMatchObject({ code: 0, document: { schema: 'tdesk/login/v1', storedIn: 'memory' } });
    const list = await tdeskJson(withState('apps', 'list', '--tenant', 'Acme'), { env });
    expect(list).toMatchObject({ applications: { length: 3 } });
    expect(await callOver(page, 'session.list')).toContainEqual(
      expect.objectContaining({ state: 'signed-in' }),
    );

    await tdeskJson(withState('logout', 'Acme'), { env });
    expect(await runTdesk(withState('whoami', '--tenant', 'Acme'), { env })).toMatchObject({ code: 4 });
    page.close();

    await window.kill();
    expect(await tdeskJson(withState('tenants', 'remove', 'Acme', '--yes'), { env })).toMatchObject({
      tenant: { name: 'Acme' },
    });
  });

  it('plans what the window applies, and undoes what the window applied, and the reverse', async () => {
    const window = spawnScript('browser-desk.ts', [folder], { ...process.env, ...env });
    const page = await openBridge(new URL(await window.nextLine()));
    await tdeskJson(withState('tenants', 'add', 'Acme', ...add), { env });
    await signInThroughTdesk(withState('login', 'Acme'), { env, password: tenant.password });
    const files = join(folder, 'files');
    const saved = join(folder, 'plan.tdchanges');
    const acme = (...args: string[]) => tdeskJson(withState(...args, '--tenant', 'Acme'), { env });
    await acme('pull', files);
    editFirstScript(files, 'planned by the command');
    await acme('plan', files, '--change-set', saved);

    const opened = openedSchema.parse(
      await callOver(page, 'changeSets.openDropped', {
        name: 'plan.tdchanges',
        text: readFileSync(saved, 'utf8'),
      }),
    );
    expect(opened).toMatchObject({ tenantName: 'Acme' });
    const request = { from: 'change-set', fileId: opened.fileId };
    const { id } = planSchema.parse(
      await callOver(page, 'changes.plan', { tenantId: opened.tenantId, request }),
    );
    expect(await callOver(page, 'changes.apply', { planId: id })).toMatchObject({ counts: { verified: 1 } });

    expect(await acme('plan', files)).toMatchObject({ summary: { update: 0, create: 0, delete: 0 } });
    expect(await acme('history')).toMatchObject({ runs: [{ run: id }] });
    expect(await acme('undo', id)).toMatchObject({ summary: { verified: 1 } });
    expect(await acme('plan', files)).toMatchObject({ summary: { update: 1 } });

    const { run } = planRunSchema.parse(await acme('apply', saved));
    const undo = { from: 'undo', planId: run };
    const back = planSchema.parse(
      await callOver(page, 'changes.plan', { tenantId: opened.tenantId, request: undo }),
    );
    expect(await callOver(page, 'changes.apply', { planId: back.id })).toMatchObject({
      counts: { verified: 1 },
    });
    expect(await acme('plan', files)).toMatchObject({ summary: { update: 1 } });
    page.close();
    await window.kill();
  });

  it('is one of several commands that change the same profile at once', async () => {
    const names = ['One', 'Two', 'Three', 'Four'];
    const added = await Promise.all(
      names.map((name) => runTdesk(withState('tenants', 'add', name, ...add), { env })),
    );
    expect(added.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
    const { tenants } = (await tdeskJson(withState('tenants', 'list'), { env })) as {
      tenants: { name: string }[];
    };
    expect(tenants.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
  });
});
