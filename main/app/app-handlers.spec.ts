import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createRecordingHost } from '../../test/fakes/recording-host.ts';
import { createAppHandlers } from './app-handlers.ts';
import { createMemoryVault } from '../platform/secrets/secret-vault.ts';

const host = createRecordingHost();
const keychain = { available: false, name: 'Secret Service', reason: 'It is locked.' };
const damage = {
  at: 1,
  savedAs: 'desk.sqlite.damaged-1970-01-01T00-00-00',
  records: [{ what: 'drafts', saved: 2, lost: 1, mayLackMore: false }],
};
let isSeen = true;
const handlersOn = (profileFolder: string) =>
  createAppHandlers({
    host,
    vault: createMemoryVault(keychain),
    version: '1.2.3',
    platform: 'freebsd',
    profileFolder,
    damage: {
      unseen: () => (isSeen ? undefined : damage),
      noteSeen: () => void (isSeen = true),
    },
  });
const handlers = handlersOn('/profile');
const call = { signal: new AbortController().signal, requestId: 'r' };

describe('the application', () => {
  it('reports that secrets last for this session only', async () => {
    expect(await handlers['app.info'](undefined, call)).toEqual({
      version: '1.2.3',
      host: 'browser',
      platform: 'other',
      profileFolder: '/profile',
      keychain,
    });
  });

  it('reports a damaged database until the report was read', async () => {
    isSeen = false;
    expect((await handlers['app.info'](undefined, call)).damage).toEqual(damage);
    await handlers['app.noteDamageSeen'](undefined, call);
    expect((await handlers['app.info'](undefined, call)).damage).toBeUndefined();
  });

  it('opens https and loopback URLs in the browser', async () => {
    await handlers['app.openExternal']({ url: 'https://acme.example/help' }, call);
    await handlers['app.openExternal']({ url: 'http://127.0.0.1:8080/' }, call);
    expect(host.opened).toEqual(['https://acme.example/help', 'http://127.0.0.1:8080/']);
  });

  it.each(['http://acme.example', 'file:///etc/passwd', 'javascript:alert(1)', 'ms-settings:privacy'])(
    'does not open %s',
    async (url) => {
      const before = host.opened.length;
      await expect(handlers['app.openExternal']({ url }, call)).rejects.toMatchObject({
        code: 'invalid-input',
      });
      expect(host.opened).toHaveLength(before);
    },
  );

  it('counts crash reports, and deletes them with their companion files', async () => {
    const profileFolder = await mkdtemp(join(tmpdir(), 'crash-reports-'));
    onTestFinished(() => rm(profileFolder, { recursive: true }));
    const folder = join(profileFolder, 'crashes', 'completed');
    await mkdir(folder, { recursive: true });
    for (const name of ['a.dmp', 'a.meta', 'settings.dat']) await writeFile(join(folder, name), '12345');
    const { 'app.crashReports': count, 'app.deleteCrashReports': deleteAll } = handlersOn(profileFolder);
    expect(await count(undefined, call)).toEqual({ count: 1, bytes: 5 });
    expect(await deleteAll(undefined, call)).toEqual({ count: 0, bytes: 0 });
    expect(await readdir(folder)).toEqual(['settings.dat']);
  });
});
