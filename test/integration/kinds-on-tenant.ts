import { randomBytes } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { defaultSettings } from '../../contract/settings/default-settings.ts';
import type { TenantProfile } from '../../contract/tenants/tenants.ts';
import { createApplicationKind } from '../../main/applications/application-kind.ts';
import { createApplicationSecrets } from '../../main/applications/application-secrets.ts';
import { createApplicationRoles } from '../../main/applications/application-roles.ts';
import { comparedApplicationSource } from '../../main/applications/compared-applications.ts';
import { createOfflineApplications } from '../../main/applications/offline-applications.ts';
import type { Change, ChangeKind, Observation } from '../../main/changes/kind/change-kind.ts';
import type { OutcomeBase, ChangeContext } from '../../main/changes/kind/change-context.ts';
import { createFreshReads } from '../../main/changes/kind/fresh-reads.ts';
import { createOriginsKind } from '../../main/origins/origins-kind.ts';
import { createTransport } from '../../main/platform/http/transport.ts';
import { createMemoryVault } from '../../main/platform/secrets/secret-vault.ts';
import { createSnapshotStore, snapshotSchemaSteps } from '../../main/platform/storage/snapshot-store.ts';
import { createScriptTestRuns } from '../../main/scripts/kind/script-test-runs.ts';
import { createScriptKind } from '../../main/scripts/kind/script-kind.ts';
import { createConnectivity } from '../../main/tenants/client/connectivity.ts';
import { createTenantClient } from '../../main/tenants/client/create-tenant-client.ts';
import type { OpenedExport } from '../../main/webhooks/files/export-file.ts';
import { createWebhookFileKind } from '../../main/webhooks/files/import-file.ts';
import { createOpenedFiles } from '../../main/platform/files/opened-files.ts';
import { createWebhookSecrets } from '../../main/webhooks/secrets/webhook-secrets.ts';
import { createOfflineWebhooks } from '../../main/webhooks/kind/offline-webhooks.ts';
import { createRuleStatusMeanings, webhookSchemaSteps } from '../../main/webhooks/kind/rule-status.ts';
import { createWebhookKind } from '../../main/webhooks/kind/webhook-kind.ts';
import { createRecordingHost } from '../fakes/recording-host.ts';
import { callContext } from './desk-foundation.ts';

/** The change kinds on one tenant, without the core, so that each of their methods can be called alone. */
export function createKindsOnTenant(options: {
  readonly baseUrl: string;
  readonly accessToken: string;
  readonly isSandbox?: boolean;
}) {
  const database = new DatabaseSync(':memory:');
  for (const { steps } of [snapshotSchemaSteps, webhookSchemaSteps]) {
    for (const step of steps) database.exec(step);
  }
  const tenant = profileOf(options);
  const transport = createTransport(defaultSettings, 'TenantDesk/test');
  const client = createTenantClient({
    transport,
    tenants: { get: () => tenant, list: () => [tenant] },
    tokens: { get: async () => options.accessToken, replace: async () => options.accessToken },
    connectivity: createConnectivity(createRecordingHost().emit),
    log: { write: () => undefined },
    now: Date.now,
  });
  const cache = { snapshots: createSnapshotStore(database, { write: () => undefined }), now: Date.now };
  const vault = createMemoryVault({
    available: false,
    name: 'Secret Service',
    reason: 'Not used in this test.',
  });
  const files = createOpenedFiles<OpenedExport>('The file is no longer open.');
  const webhooks = {
    client,
    secrets: createWebhookSecrets({ vault, randomBytes }),
    meanings: createRuleStatusMeanings(database, { write: () => undefined }),
    offline: createOfflineWebhooks(cache),
  };
  const applicationSecrets = createApplicationSecrets({ vault, randomBytes });
  const compared = comparedApplicationSource({ client, secrets: applicationSecrets }, cache);
  return {
    webhook: createWebhookKind(webhooks),
    webhookFile: createWebhookFileKind({ ...webhooks, files }),
    application: createApplicationKind(
      {
        client,
        offline: createOfflineApplications(cache),
        secrets: applicationSecrets,
        applicationRoles: createApplicationRoles(client, Date.now),
      },
      compared,
    ),
    script: createScriptKind({
      client,
      cache,
      testUsers: { list: () => [] },
      testRuns: createScriptTestRuns(),
      cachedApplications: () => () => undefined,
      compared,
    }),
    origins: createOriginsKind({ client, cache }),
    files,
    snapshots: cache.snapshots,
    newContext: (): ChangeContext => ({
      tenant,
      call: callContext(),
      reads: createFreshReads(),
      pauses: [async () => undefined],
    }),
    [Symbol.dispose]() {
      transport.close();
      database.close();
    },
  };
}

export type KindsOnTenant = ReturnType<typeof createKindsOnTenant>;

/** A change that was begun: it is applied and looked at as often as a test wants. */
export interface BegunChange<State, Notes, Outcome> {
  readonly change: Change<State, Notes>;
  apply(): Promise<Outcome | undefined>;
  observe(outcome?: Outcome): Promise<Observation<Outcome>>;
}

/** Prepares and begins a change from what the tenant has, as the core does. */
export async function begin<State, Notes, Outcome extends OutcomeBase>(
  { newContext }: KindsOnTenant,
  kind: ChangeKind<State, Notes, Outcome>,
  {
    targetId,
    wanted,
  }: { readonly targetId: string; readonly wanted: (before: State | null) => State | null },
): Promise<BegunChange<State, Notes, Outcome>> {
  const context = newContext();
  const live = targetId === '' ? undefined : await kind.read(targetId, context);
  const wantedState = wanted(live ?? null);
  const after =
    wantedState === null
      ? null
      : ((await kind.prepare?.(wantedState, { base: live ?? null, live }, context)) ?? wantedState);
  const verb = live === undefined ? 'create' : after === null ? 'delete' : 'update';
  const planned = { verb, targetId, before: live ?? null, after, notes: undefined } as const;
  const change = { ...planned, notes: await kind.begin(planned, context) };
  return {
    change,
    apply: () => kind.apply(change, context),
    observe: (outcome) => kind.observe(change, outcome, newContext()),
  };
}

function profileOf({
  baseUrl,
  isSandbox = true,
}: {
  readonly baseUrl: string;
  readonly isSandbox?: boolean;
}): TenantProfile {
  return {
    id: 'acme',
    name: 'Acme',
    color: 'teal',
    environment: 'staging',
    baseUrl,
    analyticsUrl: `${baseUrl}/analytics/services/v1.0`,
    issuer: baseUrl,
    clientId: 'desk',
    scopes: ['openid'],
    extraHeaders: {},
    hasClientSecret: false,
    isSandbox,
  };
}
