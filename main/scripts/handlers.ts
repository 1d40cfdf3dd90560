import type { HandlersOf } from '../../contract/methods.ts';
import { applicationScriptSchema } from '../../contract/scripts.ts';
import type { Journal } from '../changes/journal.ts';
import type { TenantClient } from '../tenants/client/tenant-client.ts';
import type { SnapshotCache } from '../platform/storage/read-through.ts';
import { readThrough } from '../platform/storage/read-through.ts';
import { readScript } from '../tenants/endpoints/script-read.ts';

export interface ScriptParts {
  readonly client: TenantClient;
  readonly cache: SnapshotCache;
  readonly journal: Journal;
}

const mostVersions = 1000;

export function createScriptHandlers({ client, cache, journal }: ScriptParts): HandlersOf<'scripts'> {
  return {
    'scripts.get': ({ tenantId, applicationId, freshness }, call) =>
      readThrough(cache, {
        tenantId,
        key: `script:${applicationId}`,
        freshness,
        schema: applicationScriptSchema,
        fetch: () => readScript(client, { tenantId, applicationId }, call),
      }),
    'scripts.versions': async ({ tenantId, applicationId }) =>
      journal
        .entries({ tenantId, targetId: applicationId, limit: mostVersions })
        .filter(({ item }) => item.item.kind === 'script.replace' && item.state === 'verified')
        .flatMap(({ run, item }) =>
          item.item.after === null
            ? []
            : [
                {
                  historyId: item.id,
                  appliedAt: item.appliedAt ?? run.startedAt,
                  appliedBy: run.appliedBy,
                  script: item.item.after,
                },
              ],
        ),
  };
}
