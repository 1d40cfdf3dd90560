import type { ChangeService } from '../changes/service/change-service.ts';
import type { KindTable } from '../changes/kind/kind-table.ts';
import { registerAction, registerKind } from '../changes/kind/registered-kind.ts';
import type { PlanStore } from '../changes/record/plan-store.ts';
import type { VersionRecorder } from '../changes/versions/version-recorder.ts';
import type { VersionStore } from '../changes/versions/version-store.ts';
import { createOpenedFiles } from '../platform/files/opened-files.ts';
import type { NounParts } from '../tenants/noun-parts.ts';
import { concealmentSchemaSteps } from './redact-existing.ts';
import type { OpenedExport } from './files/export-file.ts';
import { createMigrationHandlers } from './files/handlers.ts';
import { createWebhookFileKind } from './files/import-file.ts';
import { createExportedStates, exportedStateSchemaSteps } from './files/exported-states.ts';
import { createWebhookHandlers } from './handlers.ts';
import { createLastTests } from './last-tests.ts';
import { createOfflineWebhooks } from './kind/offline-webhooks.ts';
import { createRuleStatusMeanings, webhookSchemaSteps as statusSchemaSteps } from './kind/rule-status.ts';
import { createSampleHandlers } from './samples/handlers.ts';
import { createSampleStore, sampleSchemaSteps } from './samples/sample-store.ts';
import { createSeenWebhooks } from './seen-webhooks.ts';
import { createShownHeaders } from './secrets/shown-headers.ts';
import { createWebhookKind, webhookKindName } from './kind/webhook-kind.ts';
import { webhookReferences } from './webhook-references.ts';
import { createWebhookSecrets } from './secrets/webhook-secrets.ts';
import { createWorkbookHandlers } from './workbook/handlers.ts';
import { createWorkbookStore, workbookSchemaSteps } from './workbook/workbook-store.ts';

export const webhookSchemaSteps = [
  statusSchemaSteps,
  concealmentSchemaSteps,
  exportedStateSchemaSteps,
  workbookSchemaSteps,
  sampleSchemaSteps,
];

/** What the calls need from changes. */
interface ChangesOfWebhooks {
  readonly kinds: KindTable;
  readonly store: PlanStore;
  readonly versions: VersionStore;
  readonly keeper: VersionRecorder;
}

/** Analytics webhooks: calls, change kinds, files, migrations and sample events. */
export function createWebhooks(parts: NounParts) {
  const { client, cache, database, host, log, tenants, newId, now, clock } = parts;
  const secrets = createWebhookSecrets(parts);
  const meanings = createRuleStatusMeanings(database, log);
  const files = createOpenedFiles<OpenedExport>(
    'The export file is no longer open. Open it again to import it.',
  );
  const offline = createOfflineWebhooks(cache);
  const kindParts = { client, secrets, meanings, offline };
  const shownHeaders = createShownHeaders(database);
  return {
    kinds: [
      registerKind(createWebhookKind(kindParts)),
      registerAction(createWebhookFileKind({ ...kindParts, files })),
    ],
    references: webhookReferences(cache),
    hiderFor: secrets.hiderFor,
    handlers: ({ kinds, store, versions, keeper }: ChangesOfWebhooks) =>
      createWebhookHandlers({
        ...{ client, tenants, cache, secrets, meanings, shownHeaders, clock, now },
        lastTests: createLastTests(database, store, log),
        noteSeen: createSeenWebhooks({
          snapshots: cache.snapshots,
          kind: kinds.itemKind(webhookKindName),
          ...{ store, versions, keeper },
        }),
      }),
    migrationHandlers: (changes: ChangeService) => ({
      ...createSampleHandlers({ store: createSampleStore(database), host, client, tenants, cache }),
      ...createMigrationHandlers({
        ...{ client, host, files, secrets, newId, tenants, meanings, cache },
        exportedStates: createExportedStates(database),
      }),
      ...createWorkbookHandlers({
        ...{ client, secrets, meanings, offline, tenants, now, files, changes, newId, host, shownHeaders },
        store: createWorkbookStore(database),
      }),
    }),
  };
}
