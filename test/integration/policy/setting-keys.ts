import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect } from 'vitest';
import { z } from 'zod';
import { strictestPolicy } from '../../../contract/policy/policy.ts';
import { writesCrashReports } from '../../../main/platform/host/electron/crash-reports.ts';
import type { ManagedPolicy } from '../../../main/platform/policy/managed-policy.ts';
import { createMemoryVault } from '../../../main/platform/secrets/secret-vault.ts';
import { databaseFileName } from '../../../main/platform/storage/database-file.ts';
import { aSessionDesk } from '../../builders/a-session-desk.ts';
import { createAuthority } from '../../fakes/certificate.ts';
import { callContext, startFoundation } from '../desk-foundation.ts';
import type { EnforcedKeys } from './policy-call.ts';
import { call, deniedBy, managed, startServices, temporaryFolder } from './policy-call.ts';

async function checkSetting(
  key: 'proxyUrl' | 'extraCertificates' | 'updateChannel',
  own: string,
  value: string,
): Promise<void> {
  const profileFolder = temporaryFolder();
  const before = await startServices({}, profileFolder);
  await before.handlers['settings.update']({ [key]: own }, callContext());
  await before.stop();
  const { handlers, stop } = await startServices({ [key]: value }, profileFolder);
  expect(await handlers['settings.get'](undefined, callContext())).toMatchObject({ [key]: value });
  await expect(handlers['settings.update']({ [key]: own }, callContext())).rejects.toMatchObject(
    deniedBy(key),
  );
  // The form sends all network settings.
  await handlers['settings.update']({ [key]: value, requestTimeoutSeconds: 5 }, callContext());
  await stop();
  const after = await startServices({}, profileFolder);
  const settings = await after.handlers['settings.get'](undefined, callContext());
  expect(settings).toMatchObject({ [key]: own, requestTimeoutSeconds: 5 });
}

async function checkDisableOfflineCache(): Promise<void> {
  const profileFolder = temporaryFolder();
  const cached = (): number => {
    using database = new DatabaseSync(join(profileFolder, databaseFileName), { readOnly: true });
    return Number(database.prepare('SELECT COUNT(*) AS count FROM snapshots').get()?.['count']);
  };
  const start = (policy: ManagedPolicy) => startFoundation({ profileFolder, policy });
  async function write(policy: ManagedPolicy, key: string): Promise<unknown> {
    await using desk = start(policy);
    const { snapshots } = desk.foundation;
    snapshots.write('t', key, ['data'], 1);
    return snapshots.read('t', key, z.array(z.string()))?.data;
  }
  await write({ values: {} }, 'a');
  expect(cached()).toBe(1);
  // A policy that can't be used must not delete anything.
  await write({ values: strictestPolicy, problem: 'It is not JSON.' }, 'b');
  expect(cached()).toBe(1);
  expect(await write(managed({ disableOfflineCache: true }), 'c')).toEqual(['data']);
  expect(cached()).toBe(0);
  const denied = deniedBy('disableOfflineCache');
  for (const name of ['offline.keep', 'offline.refresh'] as const) {
    expect(await call({ disableOfflineCache: true }, name, { tenantId: 't' })).toMatchObject(denied);
  }
}

async function checkDisableCrashReports(): Promise<void> {
  const choice = { isPackaged: true, readChosen: () => true };
  expect(writesCrashReports({ ...choice, policy: managed({}) })).toBe(true);
  const policy = managed({ disableCrashReports: true });
  expect(writesCrashReports({ ...choice, policy })).toBe(false);
  expect(writesCrashReports({ ...choice, isPackaged: false, policy })).toBe(false);
  const { handlers } = await startServices(policy.values);
  const update = handlers['settings.update']({ crashReports: true }, callContext());
  await expect(update).rejects.toMatchObject(deniedBy('disableCrashReports'));
}

const hour = 3_600_000;

async function checkMaxSessionHours(): Promise<void> {
  let elapsed = 0;
  const timers = new Set<{ readonly at: number; readonly run: () => void }>();
  const clock = () => Date.now() + elapsed;
  const vault = createMemoryVault({ available: true, name: 'a keychain' });
  await using session = await aSessionDesk({
    policy: managed({ maxSessionHours: 8 }),
    openVault: async () => vault,
    now: clock,
    steady: clock,
    schedule(at, run) {
      const timer = { at, run };
      timers.add(timer);
      return () => timers.delete(timer);
    },
  });
  const { tenantId } = session;
  await session.signIn();
  const stored = () => vault.get({ tenantId, kind: 'tokens' });
  const { obtainedAt } = z.object({ obtainedAt: z.number() }).parse(JSON.parse((await stored()) ?? ''));
  // A renewal doesn't extend the session.
  session.rejectAccessToken();
  await session.read();
  expect(JSON.parse((await stored()) ?? '')).toMatchObject({ signedInAt: obtainedAt });
  elapsed = 8 * hour;
  const ended = session.desk.host.next('session.changed', ({ state }) => state === 'signed-out');
  for (const { at, run } of timers) if (at <= clock()) run();
  expect(await ended).toMatchObject({
    error: { code: 'session-expired', message: expect.stringContaining('(maxSessionHours)') },
  });
  expect(await stored()).toBeUndefined();
  await expect(session.read()).rejects.toMatchObject({ code: 'signed-out' });
}

/** Keys about settings, sessions, and what stays on this computer. */
export const settingKeys = {
  proxyUrl: {
    promise: 'decides the setting, and doesn’t replace what was chosen',
    check: () => checkSetting('proxyUrl', 'http://mine.example:1', 'http://proxy.example:3128'),
  },
  extraCertificates: {
    promise: 'decides the setting, and doesn’t replace what was chosen',
    check: () =>
      checkSetting('extraCertificates', createAuthority().certificate, createAuthority().certificate),
  },
  updateChannel: {
    promise: 'decides the setting, and doesn’t replace what was chosen',
    check: () => checkSetting('updateChannel', 'preview', 'stable'),
  },
  disableOfflineCache: { promise: 'nothing is cached on disk', check: checkDisableOfflineCache },
  disableCrashReports: { promise: 'no crash report is written', check: checkDisableCrashReports },
  maxSessionHours: { promise: 'a session ends, renewed or not', check: checkMaxSessionHours },
} satisfies EnforcedKeys;
