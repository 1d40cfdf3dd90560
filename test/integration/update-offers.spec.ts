import { describe, expect, it } from 'vitest';
import { rolloutPlace } from '../../main/updates/choose-update.ts';
import { useUpdates } from '../builders/use-updates.ts';

const updates = useUpdates();

describe('the rollout', () => {
  it('offers a version to its share of installations, each always the same', () => {
    const places = Array.from({ length: 2000 }, (_, index) => rolloutPlace(`installation ${index}`, '1.1.0'));
    expect(places.filter((place) => place < 25).length / places.length).toBeCloseTo(0.25, 1);
    expect(rolloutPlace('installation 1', '1.1.0')).toBe(places[1]);
    expect(rolloutPlace('installation 1', '1.2.0')).not.toBe(places[1]);
  });

  it('keeps a version from the others, and says so', async () => {
    updates.server.offer({ rollout: 0 });
    const { service, check } = updates.run();
    expect((await check()).update).toMatchObject({ version: '1.1.0', rollout: 0, withheld: 'rollout' });
    expect(() => service.download()).toThrow('There is no update to download.');
  });

  it('stops a version that is held back, and says so to those who have it', async () => {
    updates.server.offer();
    const { check, service, downloaded } = updates.run();
    await downloaded();
    updates.server.offer({ heldBack: ['1.1.0'], sequence: 101 });
    expect(await check()).toMatchObject({
      update: { withheld: 'held-back', canInstall: false },
      download: { state: 'none' },
    });
    await expect(service.install()).rejects.toMatchObject({ code: 'update-untrusted' });
    expect((await updates.run({ version: '1.1.0' }).check()).isHeldBack).toBe(true);
  });

  it('leaves versions that are too old to a person', async () => {
    updates.server.offer({ minimumVersion: '1.0.1' });
    expect((await updates.run().check()).update).toMatchObject({
      canInstall: false,
      downloadUrl: `${updates.server.feedUrl}${updates.server.file.path}`,
    });
  });
});

describe('the channel', () => {
  it('decides which versions are offered', async () => {
    updates.server.offer();
    updates.server.offer({ channel: 'preview', version: '1.2.0-preview.1' });
    let updateChannel: 'stable' | 'preview' = 'preview';
    const { service, check } = updates.run({
      settings: () => ({ updateChannel, downloadsUpdates: false }),
    });
    expect((await check()).update?.version).toBe('1.2.0-preview.1');
    updateChannel = 'stable';
    expect(service.state().update).toBeNull();
    expect((await check()).update?.version).toBe('1.1.0');
  });
});

describe('the policy', () => {
  it('lets versions be announced only', async () => {
    updates.server.offer();
    const { service, check } = updates.run({ policy: { updates: 'notify' } });
    expect(await check()).toMatchObject({
      mode: 'notify',
      update: { version: '1.1.0', canInstall: false },
      download: { state: 'none' },
    });
    expect(() => service.download()).toThrow();
    await expect(service.install()).rejects.toThrow();
  });

  it('holds versions above the highest that it allows', async () => {
    updates.server.offer();
    expect((await updates.run({ policy: { maxVersion: '1.0.9' } }).check()).update?.withheld).toBe('policy');
    expect((await updates.run({ policy: { maxVersion: '1.1.0' } }).check()).update?.withheld).toBeNull();
  });
});

describe('an installation', () => {
  it.each([
    ['deb', 'tenant-desk-1.1.0-linux-amd64.deb', 'sudo apt install ./tenant-desk-1.1.0-linux-amd64.deb'],
    ['rpm', 'tenant-desk-1.1.0-linux-x86_64.rpm', 'sudo dnf install ./tenant-desk-1.1.0-linux-x86_64.rpm'],
    ['msi', 'tenant-desk-1.1.0-win-x64.msi', 'msiexec /i tenant-desk-1.1.0-win-x64.msi'],
  ] as const)('of a %s package only announces a version, with its command', async (kind, name, command) => {
    updates.server.offer({ files: [{ ...updates.server.file, kind, path: `1.1.0/${name}` }] });
    expect(await updates.run({ installation: { kind } }).check()).toMatchObject({
      mode: 'notify',
      update: { canInstall: false, downloadUrl: `${updates.server.feedUrl}1.1.0/${name}`, command },
    });
  });

  it('from the sources announces a version', async () => {
    updates.server.offer();
    expect(await updates.run({ installation: { kind: 'source' } }).check()).toMatchObject({
      mode: 'notify',
      update: { version: '1.1.0', downloadUrl: null, command: null },
    });
  });

  it('that can’t be replaced says why, and offers the download', async () => {
    updates.server.offer();
    const state = await updates.run({ installation: { obstacle: 'Move it.' } }).check();
    expect(state).toMatchObject({ mode: 'notify', reason: 'Move it.', update: { canInstall: false } });
    expect(state.update?.downloadUrl).toContain('.AppImage');
  });

  it('says that the feed can’t be reached, and tries again', async () => {
    const { check } = updates.run();
    await expect(check()).rejects.toMatchObject({
      code: 'unexpected-response',
      message: expect.stringContaining('responded with 404'),
    });
    updates.server.offer();
    expect((await check()).problem).toBeNull();
  });
});
