import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runTdesk, signInThroughTdesk, tdeskJson } from '../../builders/run-tdesk.ts';
import { useTenant } from '../../builders/use-tenant.ts';
import { makeTemporaryFolder } from '../desk-foundation.ts';
import type { Keyring } from '../keyring.ts';
import { startKeyring, whyNoKeyring } from '../keyring.ts';

const tenant = useTenant(() => ['--apps', '3', '--events', '0']);
const folder = makeTemporaryFolder();
afterAll(() => rmSync(folder, { recursive: true }));
const withState = (...args: string[]): string[] => [...args, '--state', folder];

beforeAll(async () => {
  const { baseUrl, clientId } = tenant;
  await tdeskJson(withState('tenants', 'add', 'Acme', '--url', baseUrl, '--client-id', clientId), {
    env: { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere' },
  });
});

describe('signing in with the command', () => {
  it('is rejected if the session could not be stored, before anything is opened', async () => {
    const env = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere' };
    const { code, stderr } = await runTdesk(withState('login', 'Acme', '--json'), { env });
    expect({ code, error: JSON.parse(stderr) }).toMatchObject({
      code: 4,
      error: { code: 'keychain-unavailable' },
    });
  });

  it('is rejected in a run with its own tenant', async () => {
    const env = { TDESK_TENANT_URL: tenant.baseUrl };
    expect(await runTdesk(withState('login'), { env })).toMatchObject({ code: 2 });
  });
});

describe.skipIf(whyNoKeyring() !== undefined)('signing in with the command and a keychain', () => {
  let keyring: Keyring;
  beforeAll(async () => {
    keyring = await startKeyring();
  });
  afterAll(() => keyring.stop());

  it('lasts for the commands after it, until it is ended', async () => {
    const env = { DBUS_SESSION_BUS_ADDRESS: keyring.busAddress };
    const login = await signInThroughTdesk(withState('login'), { env, password: tenant.password });
    expect(login).toMatchObject({
      code: 0,
      page: expect.stringContaining('You are signed in to Acme'),
      document: { user: { subject: expect.any(String) }, storedIn: 'keychain' },
    });
    expect(await tdeskJson(withState('whoami'), { env })).toMatchObject({ storedIn: 'keychain' });
    expect(await tdeskJson(withState('apps', 'list'), { env })).toMatchObject({
      applications: { length: 3 },
    });
    await tdeskJson(withState('logout'), { env });
    expect(await runTdesk(withState('whoami'), { env })).toMatchObject({ code: 4 });
  });
});
