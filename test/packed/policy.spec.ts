import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { Desk } from '../../contract/bridge/desk.ts';
import { DeskFailure } from '../../contract/errors/desk-failure.ts';
import type { Policy, PolicyKey } from '../../contract/policy/policy.ts';
import { createRemoteDesk } from '../../main/command/desk/remote-desk.ts';
import { connectToDoor } from '../../main/platform/host/command/connect-command.ts';
import { aWebhook } from '../builders/a-webhook.ts';
import type { UpdateServer } from '../builders/an-update-server.ts';
import { anUpdateServer } from '../builders/an-update-server.ts';
import { create, undo } from '../builders/requests.ts';
import type { CertificateAuthority } from '../fakes/certificate.ts';
import { createAuthority } from '../fakes/certificate.ts';
import { signInByForm } from '../integration/sign-in-by-form.ts';
import type { PackedProgram } from './packed-program.ts';
import { deskOf, embeddedTenants, startProgram } from './packed-program.ts';
import { asRelease } from './unpacked-program.ts';

/**
 * The packed program under a policy that it finds where an administrator puts it. One start has the keys that forbid something
 * altogether, another those that limit what is then still possible.
 */
test.skip(process.platform !== 'linux', 'needs the program packed for Linux');

let folder: string;
let authority: CertificateAuthority;
let publisher: UpdateServer;
let mirror: UpdateServer;

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'policy-'));
  authority = createAuthority();
  publisher = await anUpdateServer();
  mirror = await anUpdateServer({ tls: authority.issue('localhost') });
});
test.afterAll(async () => {
  await publisher[Symbol.asyncDispose]();
  await mirror[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

interface Managed {
  readonly program: PackedProgram;
  readonly desk: Desk;
  readonly tenantId: string;
  /** A call of the command line. */
  readonly command: ReturnType<typeof createRemoteDesk>['call'];
}

/** The program under this policy, signed in to an embedded tenant. */
async function startUnder(name: string, policy: Policy): Promise<Managed> {
  const ownFolder = join(folder, name);
  await mkdir(ownFolder);
  const policyFile = join(ownFolder, 'policy.json');
  await writeFile(policyFile, JSON.stringify(policy));
  const release = { publicKey: publisher.key.publicKey, feedUrl: publisher.feedUrl };
  const appFolder = await asRelease(join(ownFolder, 'program'), release);
  const program = await startProgram(appFolder, ownFolder, {
    ...{ policyFile, env: { APPIMAGE: join(ownFolder, 'Tenant Desk.AppImage') } },
  });
  const desk = await deskOf(program);
  const tenantId = (await embeddedTenants(desk))[0];
  await desk.session.signIn({ tenantId });
  await signInByForm(String(((await program.opened()) as readonly string[])[0]));
  await expect.poll(async () => (await desk.session.status({ tenantId })).state).toBe('signed-in');
  const door = await connectToDoor(program.profileFolder);
  if (door === undefined) throw new Error('The command line can’t connect.');
  const { call } = createRemoteDesk(door.socket, new AbortController().signal);
  return { program, desk, tenantId, command: call };
}

/** Fails unless the call is rejected because of the key, which the message names. */
async function expectDenied(key: PolicyKey, call: Promise<unknown>): Promise<void> {
  const thrown: unknown = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(thrown instanceof DeskFailure)) throw new Error(`${key} isn’t enforced.`, { cause: thrown });
  expect(thrown.error).toMatchObject({
    code: 'denied-by-policy',
    message: expect.stringContaining(`Managed by your organization (${key}).`),
  });
}

const planOf = async ({ desk, tenantId }: Managed, ...names: string[]) =>
  await desk.changes.plan({
    tenantId,
    request: create('webhook', ...names.map((name) => aWebhook({ name }))),
  });
const acme = { name: 'Acme', baseUrl: 'https://acme.example', clientId: 'desk' } as const;
const added = { ...acme, environment: 'staging', color: 'teal', extraHeaders: {} } as const;
const hour = 3_600_000;

type Checks<Values extends Policy> = { readonly [Key in keyof Values]: (managed: Managed) => Promise<void> };

const forbidding = {
  allowedUrls: ['https://allowed.example'],
  preconfiguredTenants: [{ ...acme, environment: 'production', color: 'red' }],
  readOnlyTenants: ['*'],
  disableSecretExport: true,
  disableBrowserMode: true,
  disableCommandApply: true,
  proxyUrl: 'http://proxy.example:3128',
  disableOfflineCache: true,
  disableCrashReports: true,
  maxSessionHours: 1,
  updates: 'off',
} as const satisfies Policy;

const forbidden: Checks<typeof forbidding> = {
  allowedUrls: async ({ desk }) =>
    await expectDenied(
      'allowedUrls',
      desk.tenants.add({ ...added, baseUrl: 'https://other.example', scopes: [] }),
    ),
  async preconfiguredTenants({ desk }) {
    const found = (await desk.tenants.list()).find(({ baseUrl }) => baseUrl === acme.baseUrl);
    expect(found).toMatchObject(forbidding.preconfiguredTenants[0]);
    await expectDenied('preconfiguredTenants', desk.tenants.remove({ id: found?.id ?? '' }));
  },
  async readOnlyTenants(managed) {
    const { id: planId } = await planOf(managed, 'Never created');
    await expectDenied('readOnlyTenants', managed.desk.changes.apply({ planId }));
  },
  disableSecretExport: async ({ desk }) =>
    await expectDenied(
      'disableSecretExport',
      desk.backup.create({ passphrase: 'correct horse battery', includesSecrets: true }),
    ),
  // The installed program has no browser mode: it only says that the key is in force.
  disableBrowserMode: async ({ desk }) =>
    expect((await desk.policy.get()).keys.map(({ key }) => key)).toContain('disableBrowserMode'),
  async disableCommandApply(managed) {
    const { id: planId } = await planOf(managed, 'Never created');
    await expectDenied('disableCommandApply', managed.command('changes.apply', { planId }));
  },
  async proxyUrl({ desk }) {
    expect(await desk.settings.get()).toMatchObject({ proxyUrl: forbidding.proxyUrl });
    await expectDenied('proxyUrl', desk.settings.update({ proxyUrl: 'http://mine.example:1' }));
  },
  disableOfflineCache: async ({ desk, tenantId }) =>
    await expectDenied('disableOfflineCache', desk.offline.keep({ tenantId })),
  async disableCrashReports({ program, desk }) {
    await expectDenied('disableCrashReports', desk.settings.update({ crashReports: true }));
    expect(await program.ask({ kind: 'crash-reports' })).toBe(0);
  },
  async updates({ desk }) {
    await expectDenied('updates', desk.updates.check());
    expect(publisher.requests).toEqual([]);
  },
  async maxSessionHours({ program, desk, tenantId }) {
    const read = { tenantId, freshness: 'tenant-first' } as const;
    await program.ask({ kind: 'pass-time', milliseconds: 0.5 * hour });
    expect(await desk.roles.list(read)).toMatchObject({ source: 'tenant' });
    await program.ask({ kind: 'pass-time', milliseconds: 0.6 * hour });
    expect(await desk.roles.list(read)).toMatchObject({
      source: 'cache',
      error: {
        code: 'session-expired',
        message: expect.stringMatching(/ended after 1 hour.*\(maxSessionHours\)/),
      },
    });
    expect((await desk.session.status({ tenantId })).state).toBe('signed-out');
  },
};

test('obeys every key that forbids something', async () => {
  const managed = await startUnder('forbidding', forbidding);
  const { source, problem, keys } = await managed.desk.policy.get();
  expect([source, problem]).toEqual(['/etc/tenant-desk/policy.json', null]);
  expect(keys.map(({ key }) => key).toSorted()).toEqual(Object.keys(forbidding).toSorted());
  for (const [key, check] of Object.entries(forbidden)) await test.step(key, () => check(managed));
  expect(await managed.program.stop()).toBe(0);
});

const limiting = {
  disableDelete: true,
  maxBulkChanges: 1,
  disableCommandConfirmation: true,
  updateChannel: 'preview',
  maxVersion: '1.2.9',
} as const satisfies Policy;
/** Decided when the servers listen. */
type Limiting = typeof limiting & Required<Pick<Policy, 'extraCertificates' | 'updateFeed'>>;

const limited: Checks<Limiting> = {
  async disableDelete(managed) {
    const { changes } = managed.desk;
    const { id: planId } = await planOf(managed, 'Created');
    await changes.apply({ planId });
    const { id: undoing } = await changes.plan({ tenantId: managed.tenantId, request: undo(planId) });
    await expectDenied('disableDelete', changes.apply({ planId: undoing }));
  },
  async maxBulkChanges(managed) {
    const { id: planId } = await planOf(managed, 'One', 'Another');
    await expectDenied('maxBulkChanges', managed.desk.changes.apply({ planId }));
  },
  async disableCommandConfirmation(managed) {
    const { id: planId } = await planOf(managed, 'Confirmed');
    const confirmed = managed.command('changes.apply', { planId, confirmation: 'Sandbox Staging' });
    await expectDenied('disableCommandConfirmation', confirmed);
    expect(await managed.command('changes.apply', { planId })).toMatchObject({ counts: { verified: 1 } });
  },
  async extraCertificates({ desk }) {
    expect(await desk.settings.get()).toMatchObject({ extraCertificates: authority.certificate });
    await expectDenied('extraCertificates', desk.settings.update({ extraCertificates: '' }));
  },
  async updateFeed({ desk }) {
    mirror.serve('preview.json', publisher.signed({ channel: 'preview', version: '1.3.0-preview.1' }));
    expect((await desk.updates.check()).problem).toBeNull();
    expect(mirror.requests).toEqual(['/feed/preview.json']);
    expect(publisher.requests).toEqual([]);
  },
  updateChannel: async ({ desk }) =>
    await expectDenied('updateChannel', desk.settings.update({ updateChannel: 'stable' })),
  maxVersion: async ({ desk }) =>
    expect(await desk.updates.get()).toMatchObject({
      update: { version: '1.3.0-preview.1', withheld: 'policy' },
      download: { state: 'none' },
    }),
};

test('obeys every key that limits what is possible', async () => {
  const updateFeed = mirror.feedUrl;
  const managed = await startUnder('limiting', {
    ...limiting,
    ...{ extraCertificates: authority.certificate, updateFeed },
  });
  for (const [key, check] of Object.entries(limited)) await test.step(key, () => check(managed));
  expect(await managed.program.stop()).toBe(0);
});

/** A key of the policy without a check doesn't compile. */
const checked: { readonly [Key in PolicyKey]-?: unknown } = { ...forbidden, ...limited };
void checked;
