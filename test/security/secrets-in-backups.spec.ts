import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aProfile } from '../builders/a-profile.ts';
import type { TestProfile } from '../builders/a-profile.ts';
import { aWebhook } from '../builders/a-webhook.ts';
import { makeTemporaryFolder } from '../integration/desk-foundation.ts';
import { findInFolder } from './find-in-folder.ts';

const canaries = {
  client: 'client-canary-51c09e7d2b',
  header: 'header-canary-8f3ae01d77',
  url: 'T0CANARY9/B0CANARY8/x7Qm2vKd81LpZr4Tn6Yw0aBc',
  token: 'token-canary-4471ffe0aa',
  proxy: 'proxy-canary-90dd2c61be',
  application: 'application-canary-3c7712ab',
};
const secrets = Object.values(canaries);
const passphrase = 'passphrase-canary-60aa41';

let profile: TestProfile;
let folder: string;
beforeAll(async () => {
  folder = makeTemporaryFolder();
  profile = await aProfile();
  const { call, vault } = profile;
  const acme = { name: 'Acme', color: 'teal', environment: 'production', clientId: 'desk' } as const;
  const input = { ...acme, baseUrl: 'https://acme.example', clientSecret: canaries.client };
  const { id: tenantId } = await call('tenants.add', input);
  const state = aWebhook({
    url: `https://hooks.slack.com/services/${canaries.url}`,
    headers: `Authorization: Bearer ${canaries.header}`,
  });
  for (const targetId of ['new:kept', 'new:discarded'])
    await call('drafts.save', { tenantId, kind: 'webhook', targetId, state, base: null, revision: null });
  await call('drafts.discard', { tenantId, kind: 'webhook', targetId: 'new:discarded' });
  await call('versions.storeDraft', { tenantId, kind: 'webhook', targetId: 'new:kept' });
  await call('settings.update', { proxyUrl: 'http://proxy.example:3128' });
  const login = { proxy: 'http://proxy.example:3128', username: 'me', password: canaries.proxy };
  await call('settings.setProxyLogin', login);
  await vault.set({ tenantId, kind: 'tokens' }, JSON.stringify({ accessToken: canaries.token }));
  const ofApplications = { key: 'a2V5', '••••1a2b3c4d': canaries.application };
  await vault.set({ tenantId, kind: 'application-secrets' }, JSON.stringify(ofApplications));
});
afterAll(async () => {
  await profile[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

/** Which of the secrets are in these bytes, in any form. */
function found(bytes: Uint8Array, searched = [...secrets, passphrase]): readonly string[] {
  const place = join(folder, 'searched');
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, 'file'), bytes);
  return findInFolder(place, searched);
}

const contentOf = (bytes: Uint8Array): Buffer => gunzipSync(bytes.subarray(bytes.indexOf(0x0a) + 1));

describe('a backup', () => {
  it('without a passphrase has no secret, but what people wrote', async () => {
    const { bytes } = await profile.backUp();
    const content = contentOf(bytes);
    expect(found(content)).toEqual([]);
    expect(found(content, ['https://hooks.slack.com/services/'])).toHaveLength(1);
  });

  it('with a passphrase shows neither secrets nor what people wrote', async () => {
    const { bytes } = await profile.backUp({ passphrase, includesSecrets: true });
    expect(found(bytes, [...secrets, passphrase, 'acme.example', 'hooks.slack.com'])).toEqual([]);
    expect(() => contentOf(bytes)).toThrow();
  });

  it('with a passphrase and without secrets has none after it is opened', async () => {
    const { host, call, folder: own } = profile;
    host.fileToOpen = await profile.backUp({ passphrase, includesSecrets: false });
    const opened = await call('backup.open', undefined);
    const id = opened?.id ?? '';
    expect(await call('backup.unlock', { id, passphrase })).toMatchObject({ secrets: 0 });
    expect(findInFolder(own, [...secrets, passphrase])).toEqual([]);
    await call('backup.close', { id });
  });

  it('with secrets writes them to no file while it is opened and restored', async () => {
    const { host } = profile;
    host.fileToOpen = await profile.backUp({ passphrase, includesSecrets: true });
    const other = await aProfile();
    other.host.fileToOpen = host.fileToOpen;
    const id = (await other.call('backup.open', undefined))?.id ?? '';
    const preview = await other.call('backup.unlock', { id, passphrase });
    expect(preview.secrets).toBe(3);
    expect(findInFolder(other.folder, [...secrets, passphrase])).toEqual([]);
    await other.call('backup.restore', { id, existing: 'replace', settings: true });
    expect(findInFolder(other.folder, [...secrets, passphrase])).toEqual([]);
    await other[Symbol.asyncDispose]();
  });

  it('doesn’t open with a wrong passphrase, which changes nothing and shows nothing', async () => {
    const file = await profile.backUp({ passphrase, includesSecrets: true });
    const other = await aProfile();
    other.host.fileToOpen = file;
    const opened = await other.call('backup.open', undefined);
    const id = opened?.id ?? '';
    expect(found(Buffer.from(JSON.stringify(opened)), ['Acme', 'acme.example'])).toEqual([]);
    await expect(other.call('backup.unlock', { id, passphrase: 'another one' })).rejects.toMatchObject({
      code: 'passphrase-wrong',
    });
    const restoring = other.call('backup.restore', { id, existing: 'replace', settings: true });
    await expect(restoring).rejects.toMatchObject({ code: 'not-found' });
    expect(await other.call('tenants.list', undefined)).toEqual([]);
    expect(findInFolder(other.folder, [...secrets, passphrase, 'acme.example'])).toEqual([]);
    await other[Symbol.asyncDispose]();
  });

  it('writes nothing outside of the profile, whatever its names and IDs are', async () => {
    const place = join(folder, 'place');
    mkdirSync(place);
    const other = await aProfile({ folder: join(place, 'profile') });
    const { bytes } = await profile.backUp();
    const at = bytes.indexOf(0x0a) + 1;
    const [tenant] = await profile.call('tenants.list', undefined);
    const escaping = contentOf(bytes)
      .toString()
      .replaceAll(tenant?.id ?? '', '../../../escaped');
    const changed = Buffer.concat([bytes.subarray(0, at), gzipSync(escaping)]);
    other.host.fileToOpen = { name: '../../escaped.tdbackup', bytes: changed };
    const id = (await other.call('backup.open', undefined))?.id ?? '';
    await other.call('backup.restore', { id, existing: 'replace', settings: true });
    expect(await other.call('tenants.list', undefined)).toMatchObject([{ id: '../../../escaped' }]);
    await other.call('tenants.remove', { id: '../../../escaped' });
    expect(readdirSync(place)).toEqual(['profile']);
    expect(readdirSync(folder).filter((name) => name.includes('escaped'))).toEqual([]);
    await other[Symbol.asyncDispose]();
  });
});
