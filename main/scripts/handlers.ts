import type { HandlersOf } from '../../contract/bridge/methods.ts';
import type { ScriptState } from '../../contract/scripts/scripts.ts';
import { applicationScriptSchema } from '../../contract/scripts/scripts.ts';
import type { Host } from '../platform/host/host.ts';
import type { SnapshotCache } from '../platform/storage/read-through.ts';
import { readThrough } from '../platform/storage/read-through.ts';
import type { TenantClient } from '../tenants/client/tenant-client.ts';
import { readScript } from '../tenants/endpoints/script-read.ts';
import type { TestUserStore } from './kind/test-user-store.ts';
import { createScriptFileHandlers } from './files/handlers.ts';
import { scriptKey } from './kind/script-kind.ts';

export interface ScriptOwner {
  readonly tenantId: string;
  /** ID of the application. */
  readonly targetId: string;
}

export interface ScriptParts {
  readonly client: TenantClient;
  readonly cache: SnapshotCache;
  /** Called with every script that is read from a tenant. */
  readonly noteSeen: (owner: ScriptOwner, state: ScriptState) => void;
  readonly testUsers: TestUserStore;
  readonly host: Pick<Host, 'openFile' | 'saveFile'>;
}

export function createScriptHandlers({
  client,
  cache,
  noteSeen,
  testUsers,
  host,
}: ScriptParts): HandlersOf<'scripts'> {
  return {
    ...createScriptFileHandlers(host),
    'scripts.get': ({ tenantId, applicationId, freshness }, call) =>
      readThrough(cache, {
        tenantId,
        key: scriptKey(applicationId),
        freshness,
        schema: applicationScriptSchema,
        fetch: async () => {
          const read = await readScript(client, { tenantId, applicationId }, call);
          // A reading of a whole tenant notes nothing: planning a change of a script notes its version.
          if (call.reading === undefined)
            noteSeen({ tenantId, targetId: applicationId }, { application: '', script: read.script });
          return read;
        },
      }),
    'scripts.testUsers': async ({ tenantId }) => testUsers.list(tenantId),
    'scripts.saveTestUser': async ({ tenantId, user }) => void testUsers.save(tenantId, user),
    'scripts.removeTestUser': async ({ tenantId, id }) => void testUsers.remove(tenantId, id),
  };
}
