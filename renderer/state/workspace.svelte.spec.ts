import { flushSync } from 'svelte';
import { describe, expect, it } from 'vitest';
import { DeskFailure } from '../../contract/errors/desk-failure.ts';
import { defaultSettings } from '../../contract/settings/default-settings.ts';
import type { SessionState } from '../../contract/tenants/session.ts';
import { fakeDesk } from '../../test/fakes/desk.ts';
import { aPlan } from '../../test/component/plans.ts';
import { Workspace } from './workspace.svelte.ts';
import { aTenantProfile } from '../../test/builders/a-tenant-profile.ts';

const acme = aTenantProfile({ name: 'Acme Staging' });

const signedIn: SessionState = {
  tenantId: 'acme',
  state: 'signed-in',
  user: { subject: 'zoe' },
  expiresAt: 4_000_000_000_000,
  canRefresh: true,
  storedIn: 'memory',
};

/** A bridge with one tenant and an empty history. */
function deskWithAcme(settings: () => Promise<typeof defaultSettings> = async () => defaultSettings) {
  return fakeDesk({
    'app.info': async () => ({
      version: '1.0.0',
      host: 'browser',
      platform: 'linux',
      profileFolder: '/profile',
      keychain: { available: true, name: 'Secret Service' },
    }),
    'app.sandbox': async () => ({ state: 'running' }),
    'tenants.list': async () => [acme],
    'session.list': async () => [signedIn],
    'settings.get': settings,
  });
}

async function started() {
  const fake = deskWithAcme();
  const workspace = new Workspace(fake.desk);
  const stop = await workspace.start();
  return { ...fake, workspace, stop };
}

describe('the workspace', () => {
  it('follows the state of the embedded tenants', async () => {
    const { workspace, emit } = await started();
    expect(workspace.sandbox).toEqual({ state: 'running' });
    emit('sandbox.changed', { state: 'stopped', reason: 'exit code 3' });
    expect(workspace.sandbox).toEqual({ state: 'stopped', reason: 'exit code 3' });
  });

  it('is ready when everything was loaded, and finds tenants and sessions by ID', async () => {
    const { workspace } = await started();
    expect(workspace.isReady).toBe(true);
    expect(workspace.tenant('acme')?.name).toBe('Acme Staging');
    expect(workspace.isSignedIn('acme')).toBe(true);
    expect(workspace.tenant('gone')).toBeUndefined();
    expect(workspace.session('gone')).toEqual({ tenantId: 'gone', state: 'signed-out' });
  });

  it("publishes main's events to its readers", async () => {
    const { workspace, emit } = await started();
    const seen: (string | undefined)[] = [];
    const stopLooking = $effect.root(() => {
      $effect(() => void seen.push(workspace.tenant('acme')?.name));
    });
    flushSync();
    emit('tenants.changed', [{ ...acme, name: 'Acme Production' }]);
    flushSync();
    emit('tenants.changed', []);
    flushSync();
    expect(seen).toEqual(['Acme Staging', 'Acme Production', undefined]);
    stopLooking();
  });

  it('is ready although one part cannot be read from disk, says which, and reloads it on request', async () => {
    const error = { code: 'storage-damaged', message: 'Damaged.', retryable: false, requestId: '' } as const;
    let isDamaged = true;
    const fake = deskWithAcme();
    const { desk } = fakeDesk({
      'drafts.list': async () => {
        if (isDamaged) throw new DeskFailure(error);
        return [];
      },
    });
    const workspace = new Workspace({ ...fake.desk, drafts: desk.drafts });
    await workspace.start();
    expect([workspace.isReady, workspace.tenant('acme')?.name]).toEqual([true, 'Acme Staging']);
    expect(workspace.unread).toEqual([{ what: 'drafts', error }]);
    expect([workspace.isRead('drafts'), workspace.isRead('tenants')]).toEqual([false, true]);
    isDamaged = false;
    await workspace.reload();
    expect(workspace.unread).toEqual([]);
  });

  it('keeps the sessions of other tenants when one ends', async () => {
    const { workspace, emit } = await started();
    emit('session.changed', { ...signedIn, tenantId: 'other' });
    emit('session.changed', { tenantId: 'acme', state: 'signed-out' });
    expect(workspace.isSignedIn('acme')).toBe(false);
    expect(workspace.isSignedIn('other')).toBe(true);
  });

  it('counts applied changes per tenant', async () => {
    const { workspace, emit } = await started();
    emit('history.changed', { tenantId: 'acme' });
    emit('history.changed', { tenantId: 'acme' });
    expect([workspace.revisionOf('acme'), workspace.revisionOf('other')]).toEqual([2, 0]);
  });

  it('lists an unreachable tenant once, until it responds again', async () => {
    const { workspace, emit } = await started();
    emit('connectivity.changed', { tenantId: 'acme', isReachable: false });
    emit('connectivity.changed', { tenantId: 'acme', isReachable: false });
    expect(workspace.unreachable).toEqual(['acme']);
    emit('connectivity.changed', { tenantId: 'acme', isReachable: true });
    expect(workspace.unreachable).toEqual([]);
  });

  it('shows the progress of an export until it ends, with its last row or earlier', async () => {
    const { workspace, emit } = await started();
    const exporting = { fileName: 'users.csv', rows: 100, total: 250 };
    emit('results.exportProgress', { ...exporting, isRunning: true });
    expect(workspace.exportProgress?.rows).toBe(100);
    emit('results.exportProgress', { ...exporting, isRunning: false });
    expect(workspace.exportProgress).toBeUndefined();
  });

  it("knows unresolved plans from the start, and from main's events", async () => {
    const open = aPlan({ id: 'open', state: 'open' });
    const fake = deskWithAcme();
    const { desk } = fakeDesk({ 'changes.open': async () => [open] });
    const workspace = new Workspace({ ...fake.desk, changes: desk.changes });
    await workspace.start();
    expect(workspace.openPlans.map(({ id }) => id)).toEqual(['open']);
    fake.emit('changes.opened', [open, aPlan({ id: 'other', state: 'open' })]);
    expect(workspace.openPlans.map(({ id }) => id)).toEqual(['open', 'other']);
    fake.emit('changes.opened', []);
    expect(workspace.openPlans).toEqual([]);
  });

  it('counts every save of a draft, so that a view knows what it has not seen', async () => {
    const { workspace, emit } = await started();
    const draft = { tenantId: 'acme', kind: 'script', targetId: 'p', title: 'Payroll', savedAt: 1 };
    emit('drafts.changed', { changed: [{ ...draft, revision: 1 }], removed: [] });
    emit('drafts.changed', { changed: [{ ...draft, revision: 2 }], removed: [] });
    expect(workspace.drafts.map(({ revision }) => revision)).toEqual([2]);
  });

  it('keeps the other drafts when one changes or goes, newest first', async () => {
    const { workspace, emit } = await started();
    const key = (targetId: string) => ({ tenantId: 'acme', kind: 'script', targetId });
    const draft = (targetId: string, savedAt: number) => ({
      ...key(targetId),
      title: targetId,
      savedAt,
      revision: savedAt,
    });
    const shown = () => workspace.drafts.map(({ title }) => title);
    emit('drafts.changed', { changed: [draft('a', 1), draft('b', 2)], removed: [] });
    expect(shown()).toEqual(['b', 'a']);
    emit('drafts.changed', { changed: [draft('a', 3)], removed: [] });
    expect(shown()).toEqual(['a', 'b']);
    emit('drafts.changed', { changed: [{ ...draft('c', 4), losesNothing: true }], removed: [key('b')] });
    expect(shown()).toEqual(['a']);
  });

  it('keeps the draft events it receives while loading', async () => {
    const fake = deskWithAcme();
    const draft = { tenantId: 'acme', kind: 'script', targetId: 'p', title: 'P', savedAt: 1, revision: 1 };
    const { desk } = fakeDesk({
      'drafts.list': async () => {
        fake.emit('drafts.changed', { changed: [draft], removed: [] });
        return [];
      },
    });
    const workspace = new Workspace({ ...fake.desk, drafts: desk.drafts });
    await workspace.start();
    expect(workspace.drafts.map(({ title }) => title)).toEqual(['P']);
  });

  it('receives nothing more once it was stopped', async () => {
    const { workspace, emit, stop, countListeners } = await started();
    stop();
    emit('history.changed', { tenantId: 'acme' });
    expect(workspace.revisionOf('acme')).toBe(0);
    expect(countListeners()).toBe(0);
  });

  it('that failed to start stops listening, and counts no change twice after a retry', async () => {
    let tries = 0;
    const fake = deskWithAcme(async () => {
      tries += 1;
      if (tries === 1) throw new Error('The profile cannot be read.');
      return defaultSettings;
    });
    const workspace = new Workspace(fake.desk);
    await expect(workspace.start()).rejects.toThrow();
    expect([workspace.isReady, fake.countListeners()]).toEqual([false, 0]);
    await workspace.start();
    fake.emit('history.changed', { tenantId: 'acme' });
    expect(workspace.revisionOf('acme')).toBe(1);
  });
});
