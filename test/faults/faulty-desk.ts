import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { noPolicy } from '../../main/platform/policy/managed-policy.ts';
import { defaultSettings } from '../../contract/settings/default-settings.ts';
import { DeskFailure } from '../../contract/errors/desk-failure.ts';
import type { DamageReport } from '../../contract/app/desk-info.ts';
import type { MethodInput, MethodName, MethodOutput } from '../../contract/bridge/methods.ts';
import type { TenantProfile } from '../../contract/tenants/tenants.ts';
import { createFeatures, featureSchemaSteps } from '../../main/app/features.ts';
import { createFoundation } from '../../main/app/foundation.ts';
import { createDispatcher } from '../../main/platform/dispatch.ts';
import type { SecretVault } from '../../main/platform/secrets/secret-vault.ts';
import { createMemoryVault } from '../../main/platform/secrets/secret-vault.ts';
import { createTenantClient } from '../../main/tenants/client/create-tenant-client.ts';
import type { AccessTokens } from '../../main/tenants/client/send-with-retries.ts';
import type { FileHost } from '../fakes/file-host.ts';
import { createFileHost } from '../fakes/file-host.ts';
import { fakeHandlers } from '../fakes/handlers.ts';

export interface FaultyDeskOptions {
  /** URL of the proxy between Tenant Desk and its tenant. */
  readonly baseUrl: string;
  readonly tokens: AccessTokens;
  readonly folder: string;
  readonly vault?: SecretVault;
  /** How Tenant Desk waits before it checks again. */
  readonly pause: (milliseconds: number) => Promise<void>;
  readonly host?: FileHost;
  readonly isSandbox?: boolean;
}

/** The services of Tenant Desk on a failing tenant, called as views call them. */
export interface FaultyDesk extends AsyncDisposable {
  readonly host: FileHost;
  readonly tenantId: string;
  call<Name extends MethodName>(name: Name, input: MethodInput<Name>): Promise<MethodOutput<Name>>;
  /** Seconds after which it gives a request up; may be a fraction. */
  setPatience(seconds: number): void;
  /** Lets its database grow by no page any more, as on a disk that is full, or again. */
  setDiskSpace(space: 'full' | 'free'): void;
  /** The recovery report of its database, if that was damaged. */
  damage(): DamageReport | undefined;
  /** Closes its profile at any time, as the end of its process would. */
  crash(): void;
}

export const tenantIdOfDesk = 'acme';

export function createFaultyVault(): SecretVault {
  return createMemoryVault({ available: false, name: 'Secret Service', reason: 'Not used in this test.' });
}

export function startFaultyDesk(options: FaultyDeskOptions): FaultyDesk {
  const host = options.host ?? createFileHost();
  const vault = options.vault ?? createFaultyVault();
  const foundation = createFoundation({
    host,
    profileFolder: options.folder,
    policy: noPolicy,
    version: '0.0.0-test',
    openVault: async () => vault,
    now: Date.now,
    newId: randomUUID,
    signInLimitMs: 60_000,
    moreNouns: featureSchemaSteps,
  });
  const { tenantStore, transport } = foundation;
  const profile = { ...profileAt(options.baseUrl), isSandbox: options.isSandbox ?? true };
  if (tenantStore.list().some(({ id }) => id === profile.id)) tenantStore.replace(profile);
  else tenantStore.insert(profile);
  let background: { end(): Promise<void> } | undefined;
  const stopping = new AbortController();
  const features = createFeatures({
    stopped: stopping.signal,
    foundation: {
      ...foundation,
      client: createTenantClient({
        ...foundation,
        tenants: tenantStore,
        tokens: options.tokens,
        now: Date.now,
      }),
      sessions: { ...foundation.sessions, status: signedIn },
    },
    host,
    now: Date.now,
    clock: () => performance.now(),
    newId: randomUUID,
    randomBytes,
    pause: options.pause,
    background: (work) => (background = work),
    resultsFolder: join(options.folder, 'results'),
  });
  const caller = createDispatcher({
    handlers: { ...fakeHandlers(), ...features },
    policy: noPolicy,
    newRequestId: randomUUID,
    log: foundation.log,
    checksOutput: true,
  }).openCaller();

  return {
    host,
    tenantId: profile.id,
    async call<Name extends MethodName>(name: Name, input: MethodInput<Name>): Promise<MethodOutput<Name>> {
      const result = await caller.receive({ type: 'call', id: randomUUID(), method: name, input }, true);
      if (result === undefined) throw new Error(`${name} got no answer`);
      if (!result.ok) throw new DeskFailure(result.error);
      // The dispatcher checked the response against the contract.
      return result.value as MethodOutput<Name>;
    },
    setPatience: (requestTimeoutSeconds) =>
      transport.configure({ ...defaultSettings, requestTimeoutSeconds }),
    setDiskSpace(space) {
      const { database } = foundation.profile;
      // Less than there are: SQLite takes it for as many as there are.
      database.exec(`PRAGMA max_page_count = ${space === 'full' ? 1 : 4_294_967_294}`);
    },
    damage: () => foundation.profile.damageReports.unseen(),
    crash: () => foundation.profile.close(),
    async [Symbol.asyncDispose]() {
      stopping.abort();
      caller.close();
      await background?.end();
      await foundation.sessions.stop();
      foundation.profile.close();
      transport.close();
    },
  };
}

function signedIn(tenantId: string) {
  return {
    tenantId,
    state: 'signed-in' as const,
    user: { subject: 'admin', name: 'Ada Admin' },
    expiresAt: Date.now() + 3_600_000,
    canRefresh: false,
    storedIn: 'memory' as const,
  };
}

function profileAt(baseUrl: string): TenantProfile {
  return {
    id: tenantIdOfDesk,
    name: 'Acme',
    color: 'teal',
    environment: 'staging',
    baseUrl,
    analyticsUrl: `${baseUrl}/analytics/services/v1.0`,
    issuer: baseUrl,
    clientId: 'tenant-desk',
    scopes: ['openid'],
    extraHeaders: {},
    hasClientSecret: false,
    isSandbox: true,
  };
}
