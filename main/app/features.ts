import { createApplicationHandlers } from '../applications/handlers.ts';
import { createChangeKinds } from './change-kinds.ts';
import { createChangeService } from '../changes/change-service.ts';
import { createChangeHandlers } from '../changes/handlers.ts';
import { createJournal } from '../changes/journal.ts';
import { changeSchemaSteps } from '../changes/journal-migrations.ts';
import type { Foundation } from './foundation.ts';
import { createHistoryHandlers } from '../changes/history/handlers.ts';
import type { Host } from '../platform/host/host.ts';
import { createMigrationHandlers } from '../webhooks/files/handlers.ts';
import { createOpenedFiles } from '../webhooks/files/opened-files.ts';
import { createOriginHandlers } from '../origins/handlers.ts';
import { createQueryHandlers, querySchemaSteps } from '../queries/handlers.ts';
import { createRoleHandlers } from '../roles/handlers.ts';
import { createSandboxHandlers } from '../sandbox/handlers.ts';
import { createScriptHandlers } from '../scripts/handlers.ts';
import type { SchemaSteps } from '../platform/storage/schema-steps.ts';
import { createWebhookHandlers } from '../webhooks/handlers.ts';
import { createHeaderSecrets } from '../webhooks/header-secrets.ts';
import { createRuleStatusMeanings, webhookSchemaSteps } from '../webhooks/rule-status.ts';

/** Tables of the features, beside those of the foundation. */
export const featureSchemaSteps: readonly SchemaSteps[] = [
  changeSchemaSteps,
  webhookSchemaSteps,
  querySchemaSteps,
];

export interface FeatureOptions {
  readonly foundation: Foundation;
  readonly host: Host;
  readonly now: () => number;
  /** Milliseconds since any moment, for durations. */
  readonly clock: () => number;
  readonly newId: () => string;
  readonly randomBytes: (size: number) => Uint8Array;
  /** Resolves after some milliseconds. */
  readonly pause: (milliseconds: number) => Promise<void>;
}

/** Milliseconds before each further look at a tenant that does not show a change yet. */
const verifyPausesMs = [200, 800, 2000];

/** Composes what the product is about: reads, changes, history, queries and migration. */
export function createFeatures(options: FeatureOptions) {
  const { foundation, host, now, newId, clock } = options;
  const { client, sessions, vault, tenantStore: tenants } = foundation;
  const { database } = foundation.profile;
  const cache = { snapshots: foundation.snapshots, now };
  const journal = createJournal(database);
  const secrets = createHeaderSecrets({ vault, randomBytes: options.randomBytes });
  const meanings = createRuleStatusMeanings(database);
  const files = createOpenedFiles();
  const changes = createChangeService({
    journal,
    kinds: createChangeKinds({ client, secrets, meanings, files }),
    tenants,
    sessions,
    emit: host.emit,
    newId,
    now,
    verifyPauses: verifyPausesMs.map((milliseconds) => () => options.pause(milliseconds)),
  });
  return {
    ...createApplicationHandlers({ client, cache }),
    ...createScriptHandlers({ client, cache, journal }),
    ...createRoleHandlers({ client, cache }),
    ...createOriginHandlers({ client, tenants, cache }),
    ...createQueryHandlers({ client, database, host, now, clock, newId }),
    ...createWebhookHandlers({ client, tenants, cache, secrets, meanings, clock }),
    ...createMigrationHandlers({ client, host, files, secrets, newId }),
    ...createChangeHandlers(changes),
    ...createHistoryHandlers({ journal, changes, host, now }),
    ...createSandboxHandlers({ client }),
  };
}
