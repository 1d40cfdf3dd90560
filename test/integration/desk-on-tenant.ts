import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { rmSync } from 'node:fs';
import type { ManagedPolicy } from '../../main/platform/policy/managed-policy.ts';
import { noPolicy } from '../../main/platform/policy/managed-policy.ts';
import type { ChangeRequest, ItemState, Plan, PlanItem } from '../../contract/changes/changes.ts';
import { DeskFailure } from '../../contract/errors/desk-failure.ts';
import type { MethodInput, MethodName, MethodOutput } from '../../contract/bridge/methods.ts';
import type { SessionState } from '../../contract/tenants/session.ts';
import type { Environment, TenantProfile } from '../../contract/tenants/tenants.ts';
import type { Webhook } from '../../contract/webhooks/webhooks.ts';
import { createFeatures, featureSchemaSteps } from '../../main/app/features.ts';
import { createFoundation } from '../../main/app/foundation.ts';
import type { Caller } from '../../main/platform/dispatch.ts';
import type { CallOrigin } from '../../main/platform/policy/method-guard.ts';
import { createDispatcher } from '../../main/platform/dispatch.ts';
import { failure } from '../../main/platform/errors/failure.ts';
import { createMemoryVault } from '../../main/platform/secrets/secret-vault.ts';
import type { SecretVault } from '../../main/platform/secrets/secret-vault.ts';
import { allowedTenants } from '../../main/tenants/directory/allowed-tenants.ts';
import { createTenantClient } from '../../main/tenants/client/create-tenant-client.ts';
import { confirmed } from '../builders/confirmed.ts';
import type { FileHost } from '../fakes/file-host.ts';
import { createFileHost } from '../fakes/file-host.ts';
import { fakeHandlers } from '../fakes/handlers.ts';
import { makeTemporaryFolder } from './desk-foundation.ts';

export interface DeskOptions {
  /** URL of the tenant, or of a proxy that injects faults. */
  readonly baseUrl: string;
  readonly accessToken: string;
  /** Separate tokens of tenants of an earlier instance on this folder, by ID. */
  readonly otherTokens?: Readonly<Record<string, string>>;
  readonly environment?: Environment;
  readonly isSandbox?: boolean;
  /** To restart on the folder of an earlier instance. */
  readonly folder?: string;
  readonly vault?: SecretVault;
  readonly policy?: ManagedPolicy;
  /** Milliseconds since the epoch for the features; the system clock by default. */
  readonly now?: () => number;
  /** A clock that can't be changed, for durations; `now` by default. */
  readonly steady?: () => number;
  /** What happens while Tenant Desk waits before it checks again; by default it doesn't wait. */
  readonly pause?: (milliseconds: number) => Promise<void>;
}

/** An applied plan with the states of its items. */
export interface AppliedPlan {
  readonly plan: Plan;
  readonly items: readonly PlanItem[];
}

type Call = <Name extends MethodName>(
  name: Name,
  input: MethodInput<Name>,
  signal?: AbortSignal,
) => Promise<MethodOutput<Name>>;

/** The services of Tenant Desk on one tenant, called as views call them: through the dispatcher, contract-checked. */
export interface DeskOnTenant extends AsyncDisposable {
  readonly host: FileHost;
  readonly folder: string;
  readonly tenantId: string;
  readonly call: Call;
  /** A second window on the same services. */
  openWindow(origin?: CallOrigin): Call;
  /** A window whose messages are those of the caller, of whatever shape. */
  openCaller(): Caller;
  plan(request: ChangeRequest): Promise<Plan>;
  /** Plans and applies it, with whatever must be typed and acknowledged. */
  apply(request: ChangeRequest): Promise<AppliedPlan>;
  applyPlan(plan: Plan): Promise<AppliedPlan>;
  /** Every item of a plan with all that is shown of it, in the order in which they are applied. */
  itemsOf(planId: string): Promise<PlanItem[]>;
  statesOf(planId: string): Promise<ItemState[]>;
  /** Plans that were started and are not resolved. */
  open(): Promise<Plan[]>;
  /** Plans that were applied, newest first, without unreadable entries. */
  history(): Promise<Plan[]>;
  webhooks(): Promise<Webhook[]>;
  /** What happens every few seconds while the program runs. */
  tick(): void;
  signOut(): void;
  signIn(): void;
  /** Adds another profile, by default with the same URL; returns its ID. */
  addTenant(name: string, at?: { readonly baseUrl: string; readonly accessToken: string }): string;
  removeTenant(id: string): void;
}

export const tenantIdOfDesk = 'acme';

export function createTestVault(): SecretVault {
  return createMemoryVault({ available: false, name: 'Secret Service', reason: 'Not used in this test.' });
}

export function startDesk(options: DeskOptions): DeskOnTenant {
  const folder = options.folder ?? makeTemporaryFolder();
  const host = createFileHost();
  const { policy = noPolicy } = options;
  const vault = options.vault ?? createTestVault();
  const foundation = createFoundation({
    host,
    profileFolder: folder,
    version: '0.0.0-test',
    policy,
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
  const session = createSession(options.accessToken, options.otherTokens);
  const client = createTenantClient({
    ...foundation,
    tenants: allowedTenants(tenantStore, policy),
    tokens: { get: session.token, replace: session.token },
    now: Date.now,
  });
  let background: { tick(): void; end(): Promise<void> } | undefined;
  const stopping = new AbortController();
  const features = createFeatures({
    stopped: stopping.signal,
    foundation: { ...foundation, client, sessions: { ...foundation.sessions, status: session.status } },
    host,
    now: options.now ?? Date.now,
    ...(options.steady === undefined ? {} : { steady: options.steady }),
    clock: () => performance.now(),
    newId: randomUUID,
    randomBytes,
    pause: options.pause ?? (async () => undefined),
    background: (work) => (background = work),
    resultsFolder: join(folder, 'results'),
  });
  const dispatcher = createDispatcher({
    handlers: { ...fakeHandlers(), ...features },
    policy,
    newRequestId: randomUUID,
    log: foundation.log,
    checksOutput: true,
  });
  const windows: { close(): void }[] = [];

  function openWindow(origin?: CallOrigin): Call {
    const caller = dispatcher.openCaller(origin);
    windows.push(caller);
    return async <Name extends MethodName>(name: Name, input: MethodInput<Name>, signal?: AbortSignal) => {
      const id = randomUUID();
      signal?.addEventListener('abort', () => void caller.receive({ type: 'cancel', id }, true), {
        once: true,
      });
      const result = await caller.receive({ type: 'call', id, method: name, input }, true);
      if (result === undefined) throw new Error(`${name} got no answer`);
      if (!result.ok) throw new DeskFailure(result.error);
      // The dispatcher checked the answer against the contract.
      return result.value as MethodOutput<Name>;
    };
  }

  const call = openWindow();
  const tenantId = profile.id;

  async function itemsOf(planId: string): Promise<PlanItem[]> {
    const { items } = await call('changes.items', { planId, limit: 1000 });
    return await Promise.all(items.map(({ id }) => call('changes.item', { planId, itemId: id })));
  }

  async function applyPlan(planned: Plan): Promise<AppliedPlan> {
    const plan = await call('changes.apply', confirmed(planned));
    return { plan, items: await itemsOf(plan.id) };
  }

  return {
    host,
    folder,
    tenantId,
    call,
    openWindow,
    openCaller: dispatcher.openCaller,
    plan: (request) => call('changes.plan', { tenantId, request }),
    apply: async (request) => await applyPlan(await call('changes.plan', { tenantId, request })),
    applyPlan,
    itemsOf,
    statesOf: async (planId) => (await itemsOf(planId)).map(({ state }) => state),
    open: () => call('changes.open', undefined),
    history: async () =>
      (await call('history.list', { tenantId })).flatMap((entry) => (entry.isReadable ? [entry.plan] : [])),
    webhooks: async () => (await call('webhooks.list', { tenantId, freshness: 'tenant-first' })).data,
    tick: () => background?.tick(),
    signOut: session.end,
    signIn: session.begin,
    addTenant(name, at) {
      const id = name.toLowerCase();
      tenantStore.insert({ ...profile, ...(at === undefined ? {} : addressesOf(at.baseUrl)), id, name });
      if (at !== undefined) session.tokens.set(id, at.accessToken);
      return id;
    },
    removeTenant: (id) => tenantStore.remove(id),
    async [Symbol.asyncDispose]() {
      stopping.abort();
      for (const window of windows) window.close();
      await background?.end();
      await foundation.sessions.stop();
      foundation.transport.close();
      foundation.profile.close();
      if (options.folder === undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A session that needs no sign-in: with the tenant's own token, until it is ended. */
function createSession(accessToken: string, otherTokens: DeskOptions['otherTokens'] = {}) {
  let isSignedIn = true;
  /** For tenants with a separate one. */
  const tokens = new Map(Object.entries(otherTokens));
  return {
    tokens,
    end: () => void (isSignedIn = false),
    begin: () => void (isSignedIn = true),
    async token(tenantId: string): Promise<string> {
      if (isSignedIn) return tokens.get(tenantId) ?? accessToken;
      throw failure('signed-out', 'Sign in first.');
    },
    status: (tenantId: string): SessionState =>
      isSignedIn
        ? {
            tenantId,
            state: 'signed-in',
            user: { subject: 'admin', name: 'Ada Admin' },
            expiresAt: Date.now() + 3_600_000,
            canRefresh: false,
            storedIn: 'memory',
          }
        : { tenantId, state: 'signed-out' },
  };
}

function profileOf({ baseUrl, environment, isSandbox }: DeskOptions): TenantProfile {
  return {
    id: tenantIdOfDesk,
    name: 'Acme',
    color: 'teal',
    environment: environment ?? 'staging',
    ...addressesOf(baseUrl),
    clientId: 'tenant-desk',
    scopes: ['openid'],
    extraHeaders: {},
    hasClientSecret: false,
    isSandbox: isSandbox ?? true,
  };
}

function addressesOf(baseUrl: string): Pick<TenantProfile, 'baseUrl' | 'analyticsUrl' | 'issuer'> {
  return { baseUrl, analyticsUrl: `${baseUrl}/analytics/services/v1.0`, issuer: baseUrl };
}
