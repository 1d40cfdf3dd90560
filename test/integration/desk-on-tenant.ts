import { randomBytes, randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import type { Intent, Plan } from '../../contract/changes.ts';
import { DeskFailure } from '../../contract/desk-failure.ts';
import type { HistorySummary } from '../../contract/history.ts';
import type { MethodInput, MethodName, MethodOutput } from '../../contract/methods.ts';
import type { Environment, TenantProfile } from '../../contract/tenants.ts';
import { createDispatcher } from '../../main/platform/dispatch.ts';
import { createFeatures, featureSchemaSteps } from '../../main/app/features.ts';
import { createFoundation } from '../../main/app/foundation.ts';
import { createTenantClient } from '../../main/tenants/client/create-tenant-client.ts';
import { createMemoryVault } from '../../main/platform/secrets/secret-vault.ts';
import type { SecretVault } from '../../main/platform/secrets/secret-vault.ts';
import type { FileHost } from '../fakes/file-host.ts';
import { createFileHost } from '../fakes/file-host.ts';
import { fakeHandlers } from '../fakes/handlers.ts';
import { makeTemporaryFolder } from './desk-foundation.ts';

export interface DeskOptions {
  /** Where the tenant answers; a proxy's address to have faults on the way. */
  readonly baseUrl: string;
  readonly accessToken: string;
  readonly environment?: Environment;
  readonly isSandbox?: boolean;
  /** To start again on the folder of an earlier desk. */
  readonly folder?: string;
  readonly vault?: SecretVault;
}

/** The services of the desk on one tenant, called as views call them: through the dispatcher, contract-checked. */
export interface DeskOnTenant extends AsyncDisposable {
  readonly host: FileHost;
  readonly folder: string;
  readonly tenantId: string;
  call<Name extends MethodName>(
    name: Name,
    input: MethodInput<Name>,
    signal?: AbortSignal,
  ): Promise<MethodOutput<Name>>;
  plan(...intents: Intent[]): Promise<Plan>;
  history(): Promise<HistorySummary[]>;
}

export const tenantIdOfDesk = 'acme';

export function createTestVault(): SecretVault {
  return createMemoryVault({ available: false, name: 'Secret Service', reason: 'Not used in this test.' });
}

export function startDesk(options: DeskOptions): DeskOnTenant {
  const folder = options.folder ?? makeTemporaryFolder();
  const host = createFileHost();
  const vault = options.vault ?? createTestVault();
  const foundation = createFoundation({
    host,
    profileFolder: folder,
    version: '0.0.0-test',
    openVault: async () => vault,
    now: Date.now,
    newId: randomUUID,
    signInLimitMs: 60_000,
    moreNouns: featureSchemaSteps,
  });
  const profile = profileOf(options);
  const { tenantStore } = foundation;
  if (tenantStore.list().some(({ id }) => id === profile.id)) tenantStore.replace(profile);
  else tenantStore.insert(profile);
  const client = createTenantClient({
    ...foundation,
    tenants: tenantStore,
    tokens: { get: async () => options.accessToken, replace: async () => options.accessToken },
    now: Date.now,
  });
  const sessions = {
    ...foundation.sessions,
    status: (tenantId: string) => ({
      tenantId,
      state: 'signed-in' as const,
      user: { subject: 'admin', name: 'Ada Admin' },
      expiresAt: Date.now() + 3_600_000,
      canRefresh: false,
      keptIn: 'memory' as const,
    }),
  };
  const features = createFeatures({
    foundation: { ...foundation, client, sessions },
    host,
    now: Date.now,
    clock: () => performance.now(),
    newId: randomUUID,
    randomBytes,
    pause: async () => undefined,
  });
  const dispatcher = createDispatcher({
    handlers: { ...fakeHandlers(), ...features },
    newRequestId: randomUUID,
    log: foundation.log,
    checksOutput: true,
  });
  const caller = dispatcher.openCaller();

  async function call<Name extends MethodName>(
    name: Name,
    input: MethodInput<Name>,
    signal?: AbortSignal,
  ): Promise<MethodOutput<Name>> {
    const id = randomUUID();
    signal?.addEventListener('abort', () => void caller.receive({ type: 'cancel', id }, true), {
      once: true,
    });
    const result = await caller.receive({ type: 'call', id, method: name, input }, true);
    if (result === undefined) throw new Error(`${name} got no answer`);
    if (!result.ok) throw new DeskFailure(result.error);
    // The dispatcher checked the answer against the contract.
    return result.value as MethodOutput<Name>;
  }

  return {
    host,
    folder,
    tenantId: profile.id,
    call,
    plan: (...intents) => call('changes.plan', { tenantId: profile.id, intents }),
    history: () => call('history.list', { tenantId: profile.id }),
    async [Symbol.asyncDispose]() {
      caller.close();
      foundation.sessions.stop();
      foundation.transport.close();
      foundation.profile.close();
      if (options.folder === undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}

function profileOf({ baseUrl, environment, isSandbox }: DeskOptions): TenantProfile {
  return {
    id: tenantIdOfDesk,
    name: 'Acme',
    color: 'teal',
    environment: environment ?? 'staging',
    baseUrl,
    analyticsUrl: `${baseUrl}/analytics/services/v1.0`,
    issuer: baseUrl,
    clientId: 'tenant-desk',
    scopes: ['openid'],
    extraHeaders: {},
    hasClientSecret: false,
    isSandbox: isSandbox ?? true,
  };
}
