import { rmSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
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
