import type { CallContext, HandlersOf } from '../../contract/methods.ts';
import type { KindTable } from '../changes/kind/kind-table.ts';
import type { Host } from '../platform/host/host.ts';
import type { Database } from '../platform/storage/database.ts';
import type { DeskSideParts } from '../scripts/folder/desk-side.ts';
import { createDeskSide } from '../scripts/folder/desk-side.ts';
import { createFolderStore } from '../scripts/folder/folder-store.ts';
import type { ScriptFolders } from '../scripts/folder/script-folders.ts';
import { createScriptFolders } from '../scripts/folder/script-folders.ts';
import { scriptKindName } from '../scripts/script-kind.ts';

export interface LinkedFolderParts extends Omit<DeskSideParts, 'store' | 'kind' | 'applications'> {
  /** What a page would ask as well. */
  readonly reading: Pick<HandlersOf<'applications'>, 'applications.list'> &
    Pick<HandlersOf<'scripts'>, 'scripts.get'>;
  readonly database: Database;
  readonly host: Pick<Host, 'chooseFolder' | 'emit'>;
  readonly kinds: KindTable;
}

/** Puts scripts, applications, drafts and versions together to what a folder is linked with. */
export function createLinkedFolders({
  reading,
  database,
  host,
  kinds,
  ...desk
}: LinkedFolderParts): ScriptFolders {
  const store = createFolderStore(database);
  const list = async (tenantId: string, freshness: 'cache-first' | 'tenant-first', call: CallContext) =>
    (await reading['applications.list']({ tenantId, freshness }, call)).data;
  const deskSide: DeskSideParts = {
    ...desk,
    store,
    kind: () => kinds.thing(scriptKindName),
    applications: (tenantId, call) => list(tenantId, 'cache-first', call),
  };
  return createScriptFolders({
    store,
    host,
    deskSide: (tenantId) => createDeskSide(deskSide, tenantId),
    listApplications: async (tenantId, call) =>
      (await list(tenantId, 'tenant-first', call)).map(({ id }) => id),
    readScript: (tenantId, applicationId, call) =>
      reading['scripts.get']({ tenantId, applicationId, freshness: 'tenant-first' }, call),
    stopped: desk.stopped,
  });
}
