import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { aReleaseKey, anUpdateServer } from '../builders/an-update-server.ts';
import { nothingFound, untrusted, useUpdates } from '../builders/use-updates.ts';

/** What someone can do who controls the feed of updates, the network, or the files of a download. */
const updates = useUpdates();

describe('a feed is not believed', () => {
  it.each([
    ['another key signed it', () => updates.server.offer({}, aReleaseKey()), 'isn’t signed by the publisher'],
    [
      'it has no signature',
      () => updates.server.serve('stable.json', Buffer.from('{"version":"1.1.0"}')),
      'no signature',
    ],
    [
      'it is a page of a proxy',
      () => updates.server.serve('stable.json', Buffer.from('<html>')),
      'no signature',
    ],
    [
      'it is the one of another channel',
      () => updates.server.serve('stable.json', updates.server.signed({ channel: 'preview' })),
      'is the one of the preview channel',
    ],
    ['it has expired', () => updates.server.offer({ expiresAt: '2020-01-01T00:00:00Z' }), 'expired on'],
    [
      'someone changed it after it was signed',
      () =>
        updates.server.serve(
          'stable.json',
          Buffer.from(updates.server.signed().toString().replace('1.1.0', '1.1.1')),
        ),
      'isn’t signed by the publisher',
    ],
  ])('if %s', async (_what, prepare, why) => {
    prepare();
    const { service, check } = updates.run();
    await expect(check()).rejects.toMatchObject(untrusted(why));
    expect(service.state()).toMatchObject({ ...nothingFound, problem: expect.stringContaining(why) });
    expect(updates.pendingFiles()).toEqual([]);
  });

  it('if it is older than one that was read before, also after a restart', async () => {
    updates.server.offer({ sequence: 200, heldBack: ['1.1.0'] });
    await updates.run().check();
    updates.server.offer({ sequence: 199 });
    await expect(updates.run().check()).rejects.toMatchObject(
      untrusted('older than one that was read before'),
    );
    expect(updates.pendingFiles()).toEqual([]);
  });

  it('and what it offered before is no longer installed', async () => {
    updates.server.offer();
    const { service, installed, check, downloaded } = updates.run();
    await downloaded();
    updates.server.offer({}, aReleaseKey());
    await expect(check()).rejects.toMatchObject({ code: 'update-untrusted' });
    await expect(service.install()).rejects.toMatchObject({ code: 'update-untrusted' });
    expect(installed).toEqual([]);
  });
});

describe('an older version', () => {
  it('is never offered, even if it is signed', async () => {
    updates.server.offer({ version: '0.9.0' });
    expect(await updates.run().check()).toMatchObject({ ...nothingFound, problem: null });
  });

  it('is not offered to a preview, whose stable version is newer', async () => {
    updates.server.offer({ version: '1.1.0' });
    expect((await updates.run({ version: '1.1.0-preview.2' }).check()).update?.version).toBe('1.1.0');
    expect(await updates.run({ version: '1.2.0-preview.1' }).check()).toMatchObject(nothingFound);
  });
});

describe('a download', () => {
  it('with another hash is deleted, and said', async () => {
    const wrong = Buffer.from(updates.server.content);
    wrong[1_500_000] = (wrong[1_500_000] ?? 0) ^ 1;
    updates.server.serve(updates.server.file.path, wrong);
    updates.server.offer();
    const { service, installed, downloaded } = updates.run();
    expect(await downloaded()).toMatchObject({
      download: { state: 'none' },
      problem: expect.stringContaining('was deleted: it isn’t the file that was signed'),
    });
    expect(updates.pendingFiles()).toEqual([]);
    await expect(service.install()).rejects.toMatchObject({ code: 'update-untrusted' });
    expect(installed).toEqual([]);
  });

  it('with another size is rejected before it is read', async () => {
    updates.server.serve(
      updates.server.file.path,
      Buffer.concat([updates.server.content, Buffer.from('more')]),
    );
    updates.server.offer();
    expect((await updates.run().downloaded()).problem).toContain('not with a part of the file');
  });

  it('is not installed if its file was changed since', async () => {
    updates.server.offer();
    const { service, installed, downloaded } = updates.run();
    await downloaded();
    const [name = ''] = updates.pendingFiles();
    writeFileSync(join(updates.pendingFolder, name), Buffer.alloc(updates.server.content.byteLength));
    await expect(service.install()).rejects.toMatchObject(untrusted('missing or was changed'));
    expect(installed).toEqual([]);
    expect(service.state().download).toEqual({ state: 'none' });
    expect(updates.pendingFiles()).toEqual([]);
  });
});

describe('the policy', () => {
  it('turns updates off: nothing is requested', async () => {
    updates.server.offer();
    let elapsed = 0;
    const { service, check } = updates.run({ policy: { updates: 'off' }, steady: () => elapsed });
    elapsed = 24 * 3_600_000;
    service.tick();
    expect(service.state()).toMatchObject({ mode: 'off', reason: expect.stringContaining('organization') });
    await expect(check()).rejects.toMatchObject({
      code: 'denied-by-policy',
      message: expect.stringContaining('(updates)'),
    });
    expect(updates.server.requests).toEqual([]);
  });

  it('names another feed, whose files the publisher has to have signed, too', async () => {
    await using mirror = await anUpdateServer();
    mirror.offer();
    updates.server.offer();
    const { check } = updates.run({ policy: { updateFeed: mirror.feedUrl } });
    await expect(check()).rejects.toMatchObject({ code: 'update-untrusted' });
    mirror.serve('stable.json', updates.server.signed());
    expect((await check()).update?.version).toBe('1.1.0');
    expect(updates.server.requests).toEqual([]);
  });
});

describe('an installation', () => {
  it.each([
    ['without a key', { release: undefined }, 'no signing key'],
    ['of an unknown version', { version: '0.0.0-test' }, 'no signing key'],
    ['on Windows without a publisher', { installation: { kind: 'nsis' } }, 'doesn’t name its publisher'],
  ] as const)('%s has no updates, and requests nothing', async (_what, given, reason) => {
    updates.server.offer();
    const { service, check } = updates.run(given);
    expect(service.state()).toMatchObject({ mode: 'off', reason: expect.stringContaining(reason) });
    await expect(check()).rejects.toMatchObject({ message: expect.stringContaining(reason) });
    expect(updates.server.requests).toEqual([]);
    expect(readdirSync(updates.folder)).toEqual([]);
  });
});
