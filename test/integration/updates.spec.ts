import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Policy } from '../../contract/policy/policy.ts';
import { defaultSettings } from '../../contract/settings/default-settings.ts';
import type { UpdateState } from '../../contract/updates/updates.ts';
import { createTransport } from '../../main/platform/http/transport.ts';
import { rolloutPlace } from '../../main/updates/choose-update.ts';
import type { DownloadedUpdate, Installation } from '../../main/updates/installation.ts';
import type { UpdateParts, UpdateService } from '../../main/updates/update-service.ts';
import { createUpdateService } from '../../main/updates/update-service.ts';
import type { UpdateServer } from '../builders/an-update-server.ts';
import { aReleaseKey, anUpdateServer } from '../builders/an-update-server.ts';
import { callContext, makeTemporaryFolder } from './desk-foundation.ts';

let server: UpdateServer;
let folder: string;
const stops: (() => Promise<void>)[] = [];
beforeEach(async () => {
  server = await anUpdateServer();
  folder = makeTemporaryFolder();
});
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
  await server[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

interface Running {
  readonly service: UpdateService;
  readonly installed: DownloadedUpdate[];
  check(): Promise<UpdateState>;
  /** Resolves to the first state from now on, or the current one, that matches. */
  until(matches: (state: UpdateState) => boolean): Promise<UpdateState>;
  /** Checks, and waits for the end of the download. */
  downloaded(): Promise<UpdateState>;
}

interface Given extends Partial<Omit<UpdateParts, 'installation' | 'policy'>> {
  readonly installation?: Partial<Installation>;
  readonly policy?: Policy;
}

/** Version 1.0.0 of the program, as an AppImage, on the folder of this spec. */
function run({ installation, policy = {}, ...given }: Given = {}): Running {
  const installed: DownloadedUpdate[] = [];
  const waiting = new Set<(state: UpdateState) => void>();
  const stopping = new AbortController();
  const transport = createTransport(defaultSettings, 'TenantDesk/1.0.0');
  const service = createUpdateService({
    transport,
    folder,
    version: '1.0.0',
    release: { publicKey: server.key.publicKey, feedUrl: server.feedUrl },
    installation: {
      kind: 'appimage',
      arch: 'x64',
      install: async (update) => void installed.push(update),
      ...installation,
    },
    policy: { values: policy },
    settings: () => defaultSettings,
    log: { write: () => undefined },
    randomBytes: (size) => new Uint8Array(size).fill(7),
    now: Date.now,
    steady: () => performance.now(),
    stopped: stopping.signal,
    pause: async () => undefined,
    onChange: (state) => waiting.forEach((notice) => notice(state)),
    ...given,
  });
  stops.push(async () => {
    stopping.abort();
    await service.end();
    transport.close();
  });
  const until = async (matches: (state: UpdateState) => boolean): Promise<UpdateState> => {
    const now = service.state();
    if (matches(now)) return now;
    return new Promise((resolve) => {
      const notice = (state: UpdateState): void => {
        if (!matches(state)) return;
        waiting.delete(notice);
        resolve(state);
      };
      waiting.add(notice);
    });
  };
  const check = () => service.check(callContext().signal);
  return {
    ...{ service, installed, check, until },
    async downloaded() {
      await check();
      return until(({ download }) => download.state !== 'running');
    },
  };
}

const pending = () => join(folder, 'pending');
const pendingFiles = (): string[] => (existsSync(pending()) ? readdirSync(pending()) : []);
const untrusted = (why: string) => ({
  code: 'update-untrusted',
  message: expect.stringContaining(why),
});
const nothingFound = { update: null, download: { state: 'none' } };

describe('an update', () => {
  it('is found, downloaded with progress, verified, and installed only on request', async () => {
    server.offer();
    const { service, installed, check, until } = run();
    const progress = until(({ download }) => download.state === 'running');
    expect(await check()).toMatchObject({
      version: '1.0.0',
      mode: 'install',
      update: {
        version: '1.1.0',
        canInstall: true,
        withheld: null,
        notes: '### Added\n\n- Preview webhooks as email',
      },
    });
    await until(({ download }) => download.state === 'ready');
    expect(installed).toEqual([]);
    await service.install();
    expect(installed).toMatchObject([{ version: '1.1.0', sha512: server.file.sha512 }]);
    expect(readFileSync(installed[0]?.path ?? '').equals(server.content)).toBe(true);
    expect((await progress).download).toMatchObject({ total: server.content.byteLength });
  });

  it('is downloaded only on request if the setting says so', async () => {
    server.offer();
    const { service, check, until } = run({
      settings: () => ({ ...defaultSettings, downloadsUpdates: false }),
    });
    expect((await check()).download).toEqual({ state: 'none' });
    expect(service.download().download).toMatchObject({ state: 'running', total: server.content.byteLength });
    expect((await until(({ download }) => download.state === 'ready')).problem).toBeNull();
  });

  it('is still ready after a restart, without another request', async () => {
    server.offer();
    expect((await run().downloaded()).download.state).toBe('ready');
    const requests = server.requests.length;
    const again = run();
    expect((await again.until(({ download }) => download.state === 'ready')).update?.version).toBe('1.1.0');
    await again.service.install();
    expect(again.installed).toHaveLength(1);
    expect(server.requests).toHaveLength(requests);
  });

  it('is nothing newer for the version that has it', async () => {
    server.offer();
    const state = await run({ version: '1.1.0' }).check();
    expect(state).toMatchObject({ ...nothingFound, problem: null });
    expect(state.checkedAt).toBeGreaterThan(0);
  });

  it('is checked for in the background, and again after some hours', async () => {
    server.offer();
    let elapsed = 0;
    const { service, until } = run({ steady: () => elapsed });
    service.tick();
    expect(server.requests).toEqual([]);
    elapsed = 61_000;
    service.tick();
    await until(({ isChecking, checkedAt }) => !isChecking && checkedAt !== null);
    service.tick();
    elapsed += 6 * 3_600_000;
    server.offer({ version: '1.2.0', sequence: 101 });
    service.tick();
    await until(({ update }) => update?.version === '1.2.0');
    expect(server.requests.filter((request) => request === '/feed/stable.json')).toHaveLength(2);
  });
});

describe('a feed is not believed', () => {
  it.each([
    ['another key signed it', () => server.offer({}, aReleaseKey()), 'isn’t signed by the publisher'],
    [
      'it has no signature',
      () => server.serve('stable.json', Buffer.from('{"version":"1.1.0"}')),
      'no signature',
    ],
    ['it is a page of a proxy', () => server.serve('stable.json', Buffer.from('<html>')), 'no signature'],
    [
      'it is the one of another channel',
      () => server.serve('stable.json', server.signed({ channel: 'preview' })),
      'is the one of the preview channel',
    ],
    ['it has expired', () => server.offer({ expiresAt: '2020-01-01T00:00:00Z' }), 'expired on'],
    [
      'someone changed it after it was signed',
      () => server.serve('stable.json', Buffer.from(server.signed().toString().replace('1.1.0', '1.1.1'))),
      'isn’t signed by the publisher',
    ],
  ])('if %s', async (_what, prepare, why) => {
    prepare();
    const { service, check } = run();
    await expect(check()).rejects.toMatchObject(untrusted(why));
    expect(service.state()).toMatchObject({ ...nothingFound, problem: expect.stringContaining(why) });
    expect(pendingFiles()).toEqual([]);
  });

  it('if it is older than one that was read before, also after a restart', async () => {
    server.offer({ sequence: 200, heldBack: ['1.1.0'] });
    await run().check();
    server.offer({ sequence: 199 });
    await expect(run().check()).rejects.toMatchObject(untrusted('older than one that was read before'));
    expect(pendingFiles()).toEqual([]);
  });

  it('and what it offered before is no longer installed', async () => {
    server.offer();
    const { service, installed, check, downloaded } = run();
    await downloaded();
    server.offer({}, aReleaseKey());
    await expect(check()).rejects.toMatchObject({ code: 'update-untrusted' });
    await expect(service.install()).rejects.toMatchObject({ code: 'update-untrusted' });
    expect(installed).toEqual([]);
  });
});

describe('an older version', () => {
  it('is never offered, even if it is signed', async () => {
    server.offer({ version: '0.9.0' });
    expect(await run().check()).toMatchObject({ ...nothingFound, problem: null });
  });

  it('is not offered to a preview, whose stable version is newer', async () => {
    server.offer({ version: '1.1.0' });
    expect((await run({ version: '1.1.0-preview.2' }).check()).update?.version).toBe('1.1.0');
    expect(await run({ version: '1.2.0-preview.1' }).check()).toMatchObject(nothingFound);
  });
});

describe('a download', () => {
  it('that is cut continues where it stopped', async () => {
    server.offer();
    server.cut({ from: 1_000_000, times: 1 });
    const { downloaded } = run();
    expect(await downloaded()).toMatchObject({ download: { state: 'ready' }, problem: null });
    const ranges = server.requests.flatMap((request) => /bytes=(\d+)/.exec(request)?.[1] ?? []).map(Number);
    expect(ranges).toEqual([0, 1024 * 1024, 1024 * 1024, 2 * 1024 * 1024]);
  });

  it('that keeps being cut says so, and continues after a restart', async () => {
    server.offer();
    server.cut({ from: 1_000_000, times: 100 });
    expect(await run().downloaded()).toMatchObject({
      download: { state: 'none' },
      problem: expect.stringContaining('the connection to 127.0.0.1'),
    });
    server.cut({ from: 0, times: 0 });
    server.requests.length = 0;
    expect((await run().downloaded()).download).toEqual({ state: 'ready' });
    expect(server.requests.find((request) => request.includes('bytes='))).toContain(`bytes=${1024 * 1024}-`);
  });

  it('can be stopped, and continued', async () => {
    server.offer();
    const { service, check, until } = run();
    await check();
    service.cancel();
    expect(await until(({ download }) => download.state === 'none')).toMatchObject({ problem: null });
    service.download();
    await until(({ download }) => download.state === 'ready');
  });

  it('with another hash is deleted, and said', async () => {
    const wrong = Buffer.from(server.content);
    wrong[1_500_000] = (wrong[1_500_000] ?? 0) ^ 1;
    server.serve(server.file.path, wrong);
    server.offer();
    const { service, installed, downloaded } = run();
    expect(await downloaded()).toMatchObject({
      download: { state: 'none' },
      problem: expect.stringContaining('was deleted: it isn’t the file that was signed'),
    });
    expect(pendingFiles()).toEqual([]);
    await expect(service.install()).rejects.toMatchObject({ code: 'update-untrusted' });
    expect(installed).toEqual([]);
  });

  it('with another size is rejected before it is read', async () => {
    server.serve(server.file.path, Buffer.concat([server.content, Buffer.from('more')]));
    server.offer();
    expect((await run().downloaded()).problem).toContain('not with a part of the file');
  });

  it('is not installed if its file was changed since', async () => {
    server.offer();
    const { service, installed, downloaded } = run();
    await downloaded();
    const [name = ''] = pendingFiles();
    writeFileSync(join(pending(), name), Buffer.alloc(server.content.byteLength));
    await expect(service.install()).rejects.toMatchObject(untrusted('missing or was changed'));
    expect(installed).toEqual([]);
    expect(service.state().download).toEqual({ state: 'none' });
    expect(pendingFiles()).toEqual([]);
  });

  it('doesn’t start without enough space, and says how much is needed', async () => {
    server.offer();
    const { downloaded } = run({ freeBytes: async () => 1_000_000 });
    expect((await downloaded()).problem).toMatch(/the disk is full\. Free up 3 MB and try again\.$/);
    expect(server.requests.filter((request) => request.includes('bytes='))).toEqual([]);
  });

  it.runIf(process.platform === 'linux')('that fills the disk says so', async () => {
    server.offer();
    mkdirSync(pending());
    const hash = Buffer.from(server.file.sha512, 'base64').toString('hex', 0, 8);
    const part = `tenant-desk-1.1.0-linux-x86_64.AppImage.${hash}.part`;
    symlinkSync('/dev/full', join(pending(), part));
    expect(await run().downloaded()).toMatchObject({
      download: { state: 'none' },
      problem: expect.stringContaining('the disk is full'),
    });
  });

  it('of an earlier version is removed', async () => {
    server.offer();
    mkdirSync(pending());
    writeFileSync(join(pending(), 'tenant-desk-1.0.5-linux-x86_64.AppImage'), 'old');
    await run().downloaded();
    expect(pendingFiles()).toEqual(['tenant-desk-1.1.0-linux-x86_64.AppImage']);
  });
});

describe('the rollout', () => {
  it('offers a version to its share of installations, each always the same', () => {
    const places = Array.from({ length: 2000 }, (_, index) => rolloutPlace(`installation ${index}`, '1.1.0'));
    expect(places.filter((place) => place < 25).length / places.length).toBeCloseTo(0.25, 1);
    expect(rolloutPlace('installation 1', '1.1.0')).toBe(places[1]);
    expect(rolloutPlace('installation 1', '1.2.0')).not.toBe(places[1]);
  });

  it('keeps a version from the others, and says so', async () => {
    server.offer({ rollout: 0 });
    const { service, check } = run();
    expect((await check()).update).toMatchObject({ version: '1.1.0', rollout: 0, withheld: 'rollout' });
    expect(() => service.download()).toThrow('There is no update to download.');
  });

  it('stops a version that is held back, and says so to those who have it', async () => {
    server.offer();
    const { check, service, downloaded } = run();
    await downloaded();
    server.offer({ heldBack: ['1.1.0'], sequence: 101 });
    expect(await check()).toMatchObject({
      update: { withheld: 'held-back', canInstall: false },
      download: { state: 'none' },
    });
    await expect(service.install()).rejects.toMatchObject({ code: 'update-untrusted' });
    expect((await run({ version: '1.1.0' }).check()).isHeldBack).toBe(true);
  });

  it('leaves versions that are too old to a person', async () => {
    server.offer({ minimumVersion: '1.0.1' });
    expect((await run().check()).update).toMatchObject({
      canInstall: false,
      downloadUrl: `${server.feedUrl}${server.file.path}`,
    });
  });
});

describe('the channel', () => {
  it('decides which versions are offered', async () => {
    server.offer();
    server.offer({ channel: 'preview', version: '1.2.0-preview.1' });
    let updateChannel: 'stable' | 'preview' = 'preview';
    const { service, check } = run({
      settings: () => ({ updateChannel, downloadsUpdates: false }),
    });
    expect((await check()).update?.version).toBe('1.2.0-preview.1');
    updateChannel = 'stable';
    expect(service.state().update).toBeNull();
    expect((await check()).update?.version).toBe('1.1.0');
  });
});

describe('the policy', () => {
  it('turns updates off: nothing is requested', async () => {
    server.offer();
    let elapsed = 0;
    const { service, check } = run({ policy: { updates: 'off' }, steady: () => elapsed });
    elapsed = 24 * 3_600_000;
    service.tick();
    expect(service.state()).toMatchObject({ mode: 'off', reason: expect.stringContaining('organization') });
    await expect(check()).rejects.toMatchObject({
      code: 'denied-by-policy',
      message: expect.stringContaining('(updates)'),
    });
    expect(server.requests).toEqual([]);
  });

  it('lets versions be announced only', async () => {
    server.offer();
    const { service, check } = run({ policy: { updates: 'notify' } });
    expect(await check()).toMatchObject({
      mode: 'notify',
      update: { version: '1.1.0', canInstall: false },
      download: { state: 'none' },
    });
    expect(() => service.download()).toThrow();
    await expect(service.install()).rejects.toThrow();
  });

  it('holds versions above the highest that it allows', async () => {
    server.offer();
    expect((await run({ policy: { maxVersion: '1.0.9' } }).check()).update?.withheld).toBe('policy');
    expect((await run({ policy: { maxVersion: '1.1.0' } }).check()).update?.withheld).toBeNull();
  });

  it('names another feed, whose files the publisher has to have signed, too', async () => {
    await using mirror = await anUpdateServer();
    mirror.offer();
    server.offer();
    const { check } = run({ policy: { updateFeed: mirror.feedUrl } });
    await expect(check()).rejects.toMatchObject({ code: 'update-untrusted' });
    mirror.serve('stable.json', server.signed());
    expect((await check()).update?.version).toBe('1.1.0');
    expect(server.requests).toEqual([]);
  });
});

describe('an installation', () => {
  it.each([
    ['deb', 'tenant-desk-1.1.0-linux-amd64.deb', 'sudo apt install ./tenant-desk-1.1.0-linux-amd64.deb'],
    ['rpm', 'tenant-desk-1.1.0-linux-x86_64.rpm', 'sudo dnf install ./tenant-desk-1.1.0-linux-x86_64.rpm'],
    ['msi', 'tenant-desk-1.1.0-win-x64.msi', 'msiexec /i tenant-desk-1.1.0-win-x64.msi'],
  ] as const)('of a %s package only announces a version, with its command', async (kind, name, command) => {
    server.offer({ files: [{ ...server.file, kind, path: `1.1.0/${name}` }] });
    expect(await run({ installation: { kind } }).check()).toMatchObject({
      mode: 'notify',
      update: { canInstall: false, downloadUrl: `${server.feedUrl}1.1.0/${name}`, command },
    });
  });

  it('from the sources announces a version', async () => {
    server.offer();
    expect(await run({ installation: { kind: 'source' } }).check()).toMatchObject({
      mode: 'notify',
      update: { version: '1.1.0', downloadUrl: null, command: null },
    });
  });

  it('that can’t be replaced says why, and offers the download', async () => {
    server.offer();
    const state = await run({ installation: { obstacle: 'Move it.' } }).check();
    expect(state).toMatchObject({ mode: 'notify', reason: 'Move it.', update: { canInstall: false } });
    expect(state.update?.downloadUrl).toContain('.AppImage');
  });

  it.each([
    ['without a key', { release: undefined }, 'no signing key'],
    ['of an unknown version', { version: '0.0.0-test' }, 'no signing key'],
    ['on Windows without a publisher', { installation: { kind: 'nsis' } }, 'doesn’t name its publisher'],
  ] as const)('%s has no updates, and requests nothing', async (_what, given, reason) => {
    server.offer();
    const { service, check } = run(given);
    expect(service.state()).toMatchObject({ mode: 'off', reason: expect.stringContaining(reason) });
    await expect(check()).rejects.toMatchObject({ message: expect.stringContaining(reason) });
    expect(server.requests).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('says that the feed can’t be reached, and tries again', async () => {
    const { check } = run();
    await expect(check()).rejects.toMatchObject({
      code: 'unexpected-response',
      message: expect.stringContaining('responded with 404'),
    });
    server.offer();
    expect((await check()).problem).toBeNull();
  });
});
