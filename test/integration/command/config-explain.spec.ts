import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { tdeskJson } from '../../builders/run-tdesk.ts';
import { makeTemporaryFolder } from '../desk-foundation.ts';

const work = makeTemporaryFolder();
afterAll(() => rmSync(work, { recursive: true }));
const folder = join(work, 'acme');
mkdirSync(join(folder, 'applications', 'payroll'), { recursive: true });
writeFileSync(
  join(folder, 'applications', 'payroll', 'application.json'),
  JSON.stringify({
    schema: 'tdesk/application/v1',
    name: 'Payroll',
    description: 'On ${env:COLOR}',
    settings: {},
  }),
);
const settingsFile = join(folder, 'tdesk.json');

/** What is explained about the reference, where `tenants` has its value under this key. */
async function explained(key: string, env: Readonly<Record<string, string>>, ...args: readonly string[]) {
  const tenants = { [key]: { values: { COLOR: 'blue' } }, other: { values: { COLOR: 'red' } } };
  writeFileSync(settingsFile, JSON.stringify({ values: { COLOR: 'gray' }, tenants }));
  const state = { TDESK_STATE: join(work, 'state'), DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere' };
  const { values } = (await tdeskJson(['config', 'explain', folder, ...args], {
    env: { ...state, ...env },
  })) as {
    values: { name: string; value: string | null; source: string | null }[];
  };
  return values.find(({ name }) => name === '${env:COLOR}');
}

const ofTenant = (key: string) => ({ value: 'blue', source: `${settingsFile} (tenants.${key})` });
const url = { TDESK_TENANT_URL: 'https://Acme.example:8443/' };

describe('config explain', () => {
  it.each(['acme.example:8443', 'https://acme.example:8443'])(
    'finds the values of a tenant that the environment defines under %s',
    async (key) => {
      expect(await explained(key, url)).toMatchObject(ofTenant(key));
    },
  );

  it('finds them under the name that the environment gives it, and no others', async () => {
    const named = { ...url, TDESK_TENANT_NAME: 'Production' };
    expect(await explained('Production', named)).toMatchObject(ofTenant('Production'));
    const byHost = await explained('acme.example:8443', named);
    expect(byHost).toMatchObject({ value: 'gray', source: `${settingsFile} (values)` });
  });

  it('finds those of a profile by every name that --tenant takes, and of the only profile', async () => {
    const state = { TDESK_STATE: join(work, 'profiles'), DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere' };
    const added = [
      'tenants',
      'add',
      'Acme Staging',
      '--url',
      'https://staging.example',
      '--client-id',
      'desk',
    ];
    await tdeskJson(added, { env: state });
    expect(await explained('Acme Staging', state, '--tenant', 'acme-staging')).toMatchObject(
      ofTenant('Acme Staging'),
    );
    expect(await explained('https://staging.example', state)).toMatchObject(
      ofTenant('https://staging.example'),
    );
  });

  it('says that the environment variable wins', async () => {
    const explanation = await explained('acme.example:8443', { ...url, COLOR: 'green' });
    expect(explanation).toMatchObject({ value: null, source: 'environment variable COLOR' });
  });
});
