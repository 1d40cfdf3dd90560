import { createApplicationKind } from '../applications/application-kind.ts';
import type { ApplicationSecrets } from '../applications/application-secrets.ts';
import { comparedApplicationSource } from '../applications/compared-applications.ts';
import { createOfflineApplications } from '../applications/offline-applications.ts';
import { createPublications } from '../applications/publications.ts';
import type { DraftKinds, KindTable } from '../changes/kind/kind-table.ts';
import { createKindTable } from '../changes/kind/kind-table.ts';
import { registerAction, registerKind } from '../changes/kind/registered-kind.ts';
import { createConfigurationKind } from '../configuration/configuration-kind.ts';
import { createJobKind } from '../jobs/job-kind.ts';
import { createOriginsKind } from '../origins/origins-kind.ts';
import type { QueryPlaces } from '../queries/query-draft-kind.ts';
import { createQueryDraftKind } from '../queries/query-draft-kind.ts';
import { publicationsDraftKind } from '../roles/publications-draft-kind.ts';
import { createPublicationKind } from '../roles/publication-kind.ts';
import type { BenchStore } from '../scripts/kind/bench-store.ts';
import { createScriptKind } from '../scripts/kind/script-kind.ts';
import type { ScriptTrials } from '../scripts/kind/script-trials.ts';
import type { OpenedExport } from '../webhooks/files/export-file.ts';
import { createWebhookFileKind } from '../webhooks/files/import-file.ts';
import type { WebhookSecrets } from '../webhooks/webhook-secrets.ts';
import { createOfflineWebhooks } from '../webhooks/offline-webhooks.ts';
import type { RuleStatusMeanings } from '../webhooks/rule-status.ts';
import { createWebhookKind } from '../webhooks/webhook-kind.ts';
import type { OpenedFiles } from '../platform/files/opened-files.ts';
import type { SnapshotCache } from '../platform/storage/read-through.ts';
import type { TenantClient } from '../tenants/client/tenant-client.ts';

export interface KindParts {
  readonly client: TenantClient;
  readonly cache: SnapshotCache;
  readonly secrets: WebhookSecrets;
  readonly applicationSecrets: ApplicationSecrets;
  readonly meanings: RuleStatusMeanings;
  readonly files: OpenedFiles<OpenedExport>;
  readonly bench: Pick<BenchStore, 'users'>;
  readonly trials: ScriptTrials;
  readonly newId: () => string;
}

/** Every kind of thing that can be changed. Adding one: a file in the noun's folder, and a line here. */
export function createKinds({
  applicationSecrets,
  client,
  cache,
  secrets,
  meanings,
  files,
  bench,
  trials,
  newId,
}: KindParts): KindTable {
  const webhooks = { client, secrets, meanings, offline: createOfflineWebhooks(cache) };
  const applications = {
    client,
    offline: createOfflineApplications(cache),
    secrets: applicationSecrets,
    publications: createPublications(client, cache.now),
  };
  const compared = comparedApplicationSource(applications, cache);
  return createKindTable([
    registerKind(createApplicationKind(applications, compared)),
    registerKind(
      createScriptKind({
        client,
        cache,
        bench,
        trials,
        keptApplications: applications.offline.kept,
        compared,
      }),
    ),
    registerKind(createPublicationKind({ client, cache })),
    registerKind(createOriginsKind({ client, cache })),
    registerKind(createConfigurationKind({ client, cache })),
    registerKind(createWebhookKind(webhooks)),
    registerAction(createJobKind({ client, newId })),
    registerAction(createWebhookFileKind({ ...webhooks, files })),
  ]);
}

/** Drafts of what stays in this profile. */
export function createLocalDraftKinds(queries: QueryPlaces): DraftKinds {
  return new Map([createQueryDraftKind(queries), publicationsDraftKind].map((kind) => [kind.name, kind]));
}
