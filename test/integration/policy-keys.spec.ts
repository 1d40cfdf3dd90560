import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { PassThrough } from 'node:stream';
import { onTestFinished, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Handlers, MethodInput, MethodName } from '../../contract/bridge/methods.ts';
import type { Plan } from '../../contract/changes/changes.ts';
import { exitCodeFor } from '../../contract/errors/errors.ts';
import type { Policy, PolicyKey } from '../../contract/policy/policy.ts';
import { strictestPolicy, policyKeys } from '../../contract/policy/policy.ts';
import { startBrowserDesk } from '../../main/app/browser.ts';
import type { Services } from '../../main/app/services.ts';
import { createServices } from '../../main/app/services.ts';
import { registerKind } from '../../main/changes/kind/registered-kind.ts';
import { startBrowser } from '../../main/command/browser/start-browser.ts';
import { createOutput } from '../../main/command/output/output.ts';
import { openDesk } from '../../main/command/desk/open-desk.ts';
import { createDispatcher } from '../../main/platform/dispatch.ts';
import { failure } from '../../main/platform/errors/failure.ts';
import { writesCrashReports } from '../../main/platform/host/electron/crash-reports.ts';
import { databaseFileName } from '../../main/platform/storage/database-file.ts';
import type { ManagedPolicy } from '../../main/platform/policy/managed-policy.ts';
import type { CallOrigin } from '../../main/platform/policy/method-guard.ts';
import { createMemoryVault } from '../../main/platform/secrets/secret-vault.ts';
import { adoptRunTenant } from '../../main/tenants/run-tenant.ts';
import type { ProgramFacts } from '../../main/updates/updates.ts';
import type { TestChanges } from '../builders/a-change-service.ts';
import { aChangeService } from '../builders/a-change-service.ts';
import { aTenantProfile } from '../builders/a-tenant-profile.ts';
import type { Note } from '../builders/a-note-kind.ts';
import { aNote, aNoteKind } from '../builders/a-note-kind.ts';
import { aSessionDesk } from '../builders/a-session-desk.ts';
import { anUpdateServer } from '../builders/an-update-server.ts';
import { create, setAll, undo } from '../builders/requests.ts';
import { createAuthority } from '../fakes/certificate.ts';
import { fakeHandlers } from '../fakes/handlers.ts';
import { createRecordingHost } from '../fakes/recording-host.ts';
import { callContext, makeTemporaryFolder, startFoundation, tenantAt } from './desk-foundation.ts';

const managed = (values: Policy): ManagedPolicy => ({ values, source: '/etc/tenant-desk/policy.json' });

/** An error that names the key, and makes a command end with exit code 8. */
const deniedBy = (key: PolicyKey) => ({
  code: 'denied-by-policy',
  message: expect.stringMatching(new RegExp(String.raw` Managed by your organization \(${key}\)\.$`)),
});

function temporaryFolder(): string {
  const folder = makeTemporaryFolder();
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The result of a call, where only the policy can reject it. */
async function call<Name extends MethodName>(
  policy: Policy,
  name: Name,
  input: MethodInput<Name>,
  origin?: CallOrigin,
) {
  const handlers: Partial<Handlers> = { [name]: () => Promise.reject(failure('canceled', 'Reached.')) };
  const { openCaller } = createDispatcher({
    handlers: fakeHandlers(handlers),
    policy: managed(policy),
    newRequestId: randomUUID,
    log: { write: () => undefined },
    checksOutput: true,
  });
  const result = await openCaller(origin).receive({ type: 'call', id: '1', method: name, input }, true);
  if (result === undefined || result.ok) throw new Error('It was answered.');
  return result.error;
}

const reached = { code: 'canceled' };

/** The whole app on its own folder. */
async function startServices(
  policy: Policy,
  profileFolder = temporaryFolder(),
  program?: ProgramFacts,
): Promise<Services> {
  const services = await createServices({
    host: createRecordingHost(),
    profileFolder,
    version: program?.version ?? '0.0.0-test',
    program,
    policy: managed(policy),
    openVault: async () => createMemoryVault({ available: false, name: 'none' }),
  });
  await services.start();
  onTestFinished(() => services.stop());
  return services;
}

interface Notes {
  readonly notes: Map<string, Note>;
  /** The services after a start with this policy. */
  under(policy: Policy): TestChanges;
}

function aTenantOfNotes(): Notes {
  const notes = new Map(['n1', 'n2', 'n3'].map((id) => [id, aNote({ title: id })]));
  const free = aChangeService({ kinds: [registerKind(aNoteKind(notes))] });
  return { notes, under: (policy) => free.restart({ policy: managed(policy) }) };
}

const plan = (desk: TestChanges, request: Parameters<TestChanges['changes']['plan']>[1]): Promise<Plan> =>
  desk.changes.plan('acme', request, callContext());
const apply = (desk: TestChanges, { id }: Plan): Promise<Plan> => desk.changes.apply(id, {}, callContext());

async function checkAllowedUrls(): Promise<void> {
  const policy = managed({ allowedUrls: ['https://acme.example', 'https://*.login.example'] });
  await using desk = startFoundation({ policy });
  const { foundation } = desk;
  const { tenants, tenantStore, sessions, client } = foundation;
  const denied = deniedBy('allowedUrls');
  const allowed = tenantAt('https://acme.example', { issuer: 'https://eu.login.example' });
  const { id } = await tenants.add(allowed);
  await expect(tenants.add(tenantAt('https://other.example'))).rejects.toMatchObject(denied);
  for (const change of [{ issuer: 'https://other.example' }, { analyticsUrl: 'https://other.example' }]) {
    await expect(tenants.update(id, { ...allowed, ...change })).rejects.toMatchObject(denied);
  }
  // A profile from the time before the policy.
  tenantStore.insert(aTenantProfile({ id: 'old', baseUrl: 'https://old.example', isSandbox: true }));
  const signIn = await sessions.signIn('old', new AbortController().signal).catch((error: unknown) => error);
  expect(signIn).toMatchObject(denied);
  const read = { tenantId: 'old', path: '/x', result: z.unknown(), purpose: 'read' };
  await expect(client.manage(read, callContext())).rejects.toMatchObject(denied);
  // A command can't get around it by calling its tenant a sandbox.
  const run = {
    input: tenantAt('http://127.0.0.1:9', { environment: 'sandbox' }),
    isSandbox: true,
    credential: { kind: 'none' },
  } as const;
  const parts = { ...foundation, store: tenantStore, now: Date.now };
  await expect(adoptRunTenant(parts, run, new AbortController().signal)).rejects.toMatchObject(denied);
  const address = { baseUrl: 'https://other.example' };
  expect(await call(policy.values, 'tenants.discover', address)).toMatchObject(denied);
  const target = { ...address, scopes: [] };
  expect(await call(policy.values, 'tenants.check', { step: 'dns', target })).toMatchObject(denied);
}

async function checkPreconfiguredTenants(): Promise<void> {
  const profileFolder = temporaryFolder();
  const before = await startServices({}, profileFolder);
  const added = await before.handlers['tenants.add'](
    { ...tenantAt('https://acme.example'), name: 'Mine', scopes: [], extraHeaders: {} },
    callContext(),
  );
  await before.stop();
  const entry = { name: 'Acme', clientId: 'desk', environment: 'production', color: 'red' } as const;
  const preconfiguredTenants = ['https://acme.example', 'https://two.example'].map((baseUrl) => ({
    ...entry,
    baseUrl,
  }));
  const { handlers } = await startServices({ preconfiguredTenants, allowedUrls: [] }, profileFolder);
  const listed = await handlers['tenants.list'](undefined, callContext());
  expect(listed).toMatchObject(preconfiguredTenants);
  expect(listed[0]?.id).toBe(added.id);
  expect(await handlers['policy.get'](undefined, callContext())).toMatchObject({
    preconfiguredTenants: listed.map(({ id }) => id),
  });
  const denied = deniedBy('preconfiguredTenants');
  await expect(handlers['tenants.remove']({ id: added.id }, callContext())).rejects.toMatchObject(denied);
  const { id, hasClientSecret: _has, isSandbox: _is, ...profile } = listed[0] ?? aTenantProfile();
  const rename = { id, profile: { ...profile, name: 'Other' } };
  await expect(handlers['tenants.update'](rename, callContext())).rejects.toMatchObject(denied);
  // The secret isn't in the policy.
  const secret = { id, profile: { ...profile, clientSecret: 'a secret' } };
  expect(await handlers['tenants.update'](secret, callContext())).toMatchObject({ hasClientSecret: true });
}

async function checkReadOnlyTenants(): Promise<void> {
  const { notes, under } = aTenantOfNotes();
  const free = under({});
  const applied = await apply(free, await plan(free, setAll('note', ['n1'], { owner: 'Grace' })));
  const open = await plan(free, setAll('note', ['n2'], { owner: 'Grace' }));
  free.store.updatePlan(open.id, { state: 'open', appliedAt: 1 });
  const desk = under({ readOnlyTenants: ['https://acme.example'] });
  const denied = deniedBy('readOnlyTenants');
  for (const request of [setAll('note', ['n3'], { owner: 'Grace' }), undo(applied.id)]) {
    await expect(apply(desk, await plan(desk, request))).rejects.toMatchObject(denied);
  }
  await expect(desk.changes.resume(open.id, callContext())).rejects.toMatchObject(denied);
  await expect(desk.changes.rollBack(open.id, callContext())).rejects.toMatchObject(denied);
  expect([...notes.values()].map(({ owner }) => owner)).toEqual(['Grace', 'Ada', 'Ada']);
  const other = under({ readOnlyTenants: ['https://acme.example.evil'] });
  expect(await other.changes.resume(open.id, callContext())).toMatchObject({ counts: { verified: 1 } });
}

async function checkDisableDelete(): Promise<void> {
  const { notes, under } = aTenantOfNotes();
  const desk = under({ disableDelete: true });
  const denied = deniedBy('disableDelete');
  await expect(apply(desk, await plan(desk, setAll('note', ['n1'], null)))).rejects.toMatchObject(denied);
  const created = await apply(desk, await plan(desk, create('note', aNote({ title: 'New' }))));
  await expect(apply(desk, await plan(desk, undo(created.id)))).rejects.toMatchObject(denied);
  desk.store.updatePlan(created.id, { state: 'open' });
  await expect(desk.changes.rollBack(created.id, callContext())).rejects.toMatchObject(denied);
  expect(notes.size).toBe(4);
}

async function checkMaxBulkChanges(): Promise<void> {
  const { notes, under } = aTenantOfNotes();
  const all = setAll('note', ['n1', 'n2', 'n3'], { owner: 'Grace' });
  const desk = under({ maxBulkChanges: 2 });
  const denied = deniedBy('maxBulkChanges');
  await expect(apply(desk, await plan(desk, all))).rejects.toMatchObject(denied);
  expect(notes.get('n1')?.owner).toBe('Ada');
  await apply(desk, await plan(desk, setAll('note', ['n1', 'n2'], { owner: 'Grace' })));
  expect(notes.get('n2')?.owner).toBe('Grace');
  const free = under({});
  const applied = await apply(free, await plan(free, setAll('note', ['n1', 'n2', 'n3'], { owner: 'Eve' })));
  free.store.updatePlan(applied.id, { state: 'open' });
  const rollBack = under({ maxBulkChanges: 2 }).changes.rollBack(applied.id, callContext());
  await expect(rollBack).rejects.toMatchObject(denied);
}

async function checkDisableSecretExport(): Promise<void> {
  const policy = { disableSecretExport: true };
  const what = {
    ...{ tenantId: 't', webhookIds: ['w'], fileName: 'webhooks' },
    ...{ includeUrls: false, includeHeaders: false },
  };
  const denied = deniedBy('disableSecretExport');
  expect(await call(policy, 'migration.export', { ...what, includeUrls: true })).toMatchObject(denied);
  expect(await call(policy, 'migration.export', { ...what, includeHeaders: true })).toMatchObject(denied);
  expect(await call(policy, 'migration.export', what)).toMatchObject(reached);
  const backup = { passphrase: 'correct horse battery', includesSecrets: true };
  expect(await call(policy, 'backup.create', backup)).toMatchObject(denied);
  expect(await call(policy, 'backup.create', { ...backup, includesSecrets: false })).toMatchObject(reached);
}

async function checkDisableBrowserMode(): Promise<void> {
  const profileFolder = temporaryFolder();
  const starting = startBrowserDesk({
    profileFolder,
    port: 0,
    rendererFolder: profileFolder,
    tenantEntry: 'never started',
    version: '0.0.0-test',
    policy: managed({ disableBrowserMode: true }),
    openUrl: undefined,
    say: () => undefined,
  });
  await expect(starting).rejects.toMatchObject(deniedBy('disableBrowserMode'));
  // Before it shows one that is running.
  const said = new PassThrough();
  const byCommand = startBrowser(
    {
      ...{ env: {}, folder: profileFolder, signal: new AbortController().signal },
      output: createOutput({
        ...{ stdout: said, stderr: said, format: 'json' },
        ...{ isChosen: true, isQuiet: false, isVerbose: true },
      }),
    },
    { open: false },
    {
      ...{ rendererFolder: profileFolder, tenantEntry: 'never started' },
      policy: managed({ disableBrowserMode: true }),
    },
  );
  await expect(byCommand).rejects.toMatchObject(deniedBy('disableBrowserMode'));
  expect(said.readableLength).toBe(0);
}

async function checkDisableCommandApply(): Promise<void> {
  const policy = { disableCommandApply: true };
  const denied = deniedBy('disableCommandApply');
  const ofPlan = { planId: 'p' };
  for (const name of [
    'changes.apply',
    'changes.resume',
    'changes.takeBack',
    'provisional.restore',
  ] as const) {
    expect(await call(policy, name, ofPlan, 'command')).toMatchObject(denied);
    expect(await call(policy, name, ofPlan, 'window')).toMatchObject(reached);
  }
  const request = setAll('note', ['n1'], { owner: 'Grace' });
  expect(await call(policy, 'changes.plan', { tenantId: 't', request }, 'command')).toMatchObject(reached);
  // The command line's own way to the services.
  const desk = await openDesk({
    folder: temporaryFolder(),
    version: '0.0.0-test',
    policy: managed(policy),
    env: {},
    signal: new AbortController().signal,
    isOwnRun: true,
  });
  onTestFinished(() => desk.close());
  await expect(desk.call('changes.apply', ofPlan)).rejects.toMatchObject(denied);
}

async function checkDisableCommandConfirmation(): Promise<void> {
  const policy = { disableCommandConfirmation: true };
  const denied = deniedBy('disableCommandConfirmation');
  const confirmations = [
    { confirmation: 'Acme' },
    { acknowledged: 'Apply even though' },
    { acknowledgedHosts: ['a.example'] },
  ];
  for (const confirmed of confirmations) {
    const input = { planId: 'p', ...confirmed };
    expect(await call(policy, 'changes.apply', input, 'command')).toMatchObject(denied);
    expect(await call(policy, 'changes.apply', input, 'window')).toMatchObject(reached);
  }
  const plain = { planId: 'p', acknowledgedHosts: [] };
  expect(await call(policy, 'changes.apply', plain, 'command')).toMatchObject(reached);
}

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

/** What version 1.0.0 under this policy finds on a server that offers 1.1.0. */
async function checkForUpdates(policy: (feedUrl: string) => Policy, namesFeed = true) {
  const server = await anUpdateServer();
  onTestFinished(() => server[Symbol.asyncDispose]());
  server.offer();
  const services = await startServices(policy(server.feedUrl), temporaryFolder(), {
    version: '1.0.0',
    release: {
      publicKey: server.key.publicKey,
      feedUrl: namesFeed ? server.feedUrl : 'https://updates.invalid/',
    },
    installation: { kind: 'appimage', arch: 'x64', install: async () => undefined },
  });
  const check = () => services.handlers['updates.check'](undefined, callContext());
  return { server, check };
}

async function checkUpdates(): Promise<void> {
  expect(await (await checkForUpdates(() => ({}))).check()).toMatchObject({ update: { canInstall: true } });
  const off = await checkForUpdates(() => ({ updates: 'off' }));
  await expect(off.check()).rejects.toMatchObject(deniedBy('updates'));
  expect(off.server.requests).toEqual([]);
  const notify = await checkForUpdates(() => ({ updates: 'notify' }));
  expect(await notify.check()).toMatchObject({ update: { canInstall: false }, download: { state: 'none' } });
}

async function checkUpdateFeed(): Promise<void> {
  const { check } = await checkForUpdates((updateFeed) => ({ updateFeed }), false);
  expect(await check()).toMatchObject({ update: { version: '1.1.0' } });
}

async function checkMaxVersion(): Promise<void> {
  const { check } = await checkForUpdates(() => ({ maxVersion: '1.0.9' }));
  expect(await check()).toMatchObject({ update: { withheld: 'policy' }, download: { state: 'none' } });
}

interface Enforced {
  readonly promise: string;
  readonly check: () => Promise<void>;
}

/** A key without a check doesn't compile. */
const enforced: { readonly [Key in PolicyKey]-?: Enforced } = {
  allowedUrls: {
    promise: 'no other tenant is added, signed in to or sent a request',
    check: checkAllowedUrls,
  },
  preconfiguredTenants: {
    promise: 'are in every profile, and are neither edited nor removed',
    check: checkPreconfiguredTenants,
  },
  readOnlyTenants: {
    promise: 'nothing is applied, resumed, rolled back or undone',
    check: checkReadOnlyTenants,
  },
  disableDelete: { promise: 'nothing is deleted, also by an undo or a rollback', check: checkDisableDelete },
  maxBulkChanges: { promise: 'a plan with more changes isn’t applied', check: checkMaxBulkChanges },
  disableSecretExport: {
    promise: 'webhooks are exported, and profiles backed up, without credentials',
    check: checkDisableSecretExport,
  },
  disableBrowserMode: { promise: 'the browser host doesn’t start', check: checkDisableBrowserMode },
  disableCommandApply: { promise: 'the command line applies nothing', check: checkDisableCommandApply },
  disableCommandConfirmation: {
    promise: 'the command line confirms and accepts nothing',
    check: checkDisableCommandConfirmation,
  },
  proxyUrl: {
    promise: 'decides the setting, and doesn’t replace what was chosen',
    check: () => checkSetting('proxyUrl', 'http://mine.example:1', 'http://proxy.example:3128'),
  },
  extraCertificates: {
    promise: 'decides the setting, and doesn’t replace what was chosen',
    check: () =>
      checkSetting('extraCertificates', createAuthority().certificate, createAuthority().certificate),
  },
  disableOfflineCache: { promise: 'nothing is cached on disk', check: checkDisableOfflineCache },
  disableCrashReports: { promise: 'no crash report is written', check: checkDisableCrashReports },
  maxSessionHours: { promise: 'a session ends, renewed or not', check: checkMaxSessionHours },
  updates: { promise: 'nothing is looked for, or nothing is downloaded', check: checkUpdates },
  updateFeed: { promise: 'is read instead of the publisher’s', check: checkUpdateFeed },
  updateChannel: {
    promise: 'decides the setting, and doesn’t replace what was chosen',
    check: () => checkSetting('updateChannel', 'preview', 'stable'),
  },
  maxVersion: { promise: 'a newer version isn’t offered', check: checkMaxVersion },
};

describe('a key of the policy', () => {
  it.each(policyKeys.map((key) => [key, enforced[key].promise, enforced[key].check] as const))(
    '%s: %s',
    async (_key, _promise, check) => {
      await check();
    },
  );

  it('has a check of its enforcement, whichever it is', () => {
    expect(Object.keys(enforced).toSorted()).toEqual([...policyKeys].toSorted());
  });

  it('that denies something ends a command with exit code 8', () => {
    expect(exitCodeFor('denied-by-policy')).toBe(8);
  });
});

describe('a policy that can’t be used', () => {
  const policy: ManagedPolicy = { values: strictestPolicy, source: 'file', problem: 'It is not JSON.' };

  it('denies with the reason, so that it can be corrected', async () => {
    await using desk = startFoundation({ policy });
    const adding = desk.foundation.tenants.add(tenantAt('https://acme.example'));
    await expect(adding).rejects.toMatchObject({
      code: 'denied-by-policy',
      message: expect.stringMatching(/ Managed by your organization \(allowedUrls\)\. It is not JSON\.$/),
    });
  });

  it('has a restrictive value for every key that restricts', () => {
    const restricting = policyKeys.filter(
      (key) =>
        ![
          'preconfiguredTenants',
          'proxyUrl',
          'extraCertificates',
          'updateFeed',
          'updateChannel',
          'maxVersion',
        ].includes(key),
    );
    expect(Object.keys(strictestPolicy).toSorted()).toEqual(restricting.toSorted());
  });
});
