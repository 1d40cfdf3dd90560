import type { HandlersOf } from '../../contract/methods.ts';
import { applicationScriptSchema, scriptStateSchema } from '../../contract/scripts.ts';
import type { SnapshotCache } from '../platform/storage/read-through.ts';
import { readThrough } from '../platform/storage/read-through.ts';
import type { TenantClient } from '../tenants/client/tenant-client.ts';
import { readScript } from '../tenants/endpoints/script-read.ts';
import type { BenchStore } from './bench-store.ts';
import { scriptKey, scriptKindName } from './script-kind.ts';

/** The states that this installation saw applied to a thing. */
export interface AppliedStates {
  /** Newest first. `targetId` also finds what was applied to the thing under earlier identifiers. */
  applied(filter: {
    readonly tenantId: string;
    readonly kind: string;
    readonly targetId: string;
    readonly limit: number;
  }): readonly AppliedState[];
}

export interface AppliedState {
  readonly planId: string;
  readonly itemId: string;
  /** Milliseconds since the epoch. */
  readonly appliedAt: number;
  readonly appliedBy: string;
  /** In the shape of its kind. */
  readonly state: unknown;
}

export interface ScriptParts {
  readonly client: TenantClient;
  readonly cache: SnapshotCache;
  readonly appliedStates: AppliedStates;
  readonly bench: BenchStore;
}

const mostVersions = 1000;

export function createScriptHandlers({
  client,
  cache,
  appliedStates,
  bench,
}: ScriptParts): HandlersOf<'scripts'> {
  return {
    'scripts.get': ({ tenantId, applicationId, freshness }, call) =>
      readThrough(cache, {
        tenantId,
        key: scriptKey(applicationId),
        freshness,
        schema: applicationScriptSchema,
        fetch: () => readScript(client, { tenantId, applicationId }, call),
      }),
    'scripts.benchUsers': async ({ tenantId }) => bench.users(tenantId),
    'scripts.saveBenchUser': async ({ tenantId, user }) => void bench.save(tenantId, user),
    'scripts.removeBenchUser': async ({ tenantId, id }) => void bench.remove(tenantId, id),
    'scripts.versions': async ({ tenantId, applicationId }) =>
      appliedStates
        .applied({ tenantId, kind: scriptKindName, targetId: applicationId, limit: mostVersions })
        .flatMap(({ state, planId, itemId, appliedAt, appliedBy }) => {
          const read = scriptStateSchema.safeParse(state);
          // One that another version of the desk has written is not shown; the history names it.
          return read.success ? [{ planId, itemId, appliedAt, appliedBy, script: read.data.script }] : [];
        }),
  };
}
