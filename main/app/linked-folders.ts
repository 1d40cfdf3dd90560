import { z } from 'zod';
import type { LinkedKind } from '../../contract/changes/linked-folders.ts';
import type { CallContext, HandlersOf } from '../../contract/bridge/methods.ts';
import { webhookSchema } from '../../contract/webhooks/webhooks.ts';
import type { LocalState, LocalStateParts } from '../changes/folders/local-state.ts';
import { createLocalState } from '../changes/folders/local-state.ts';
import type { FolderKind } from '../changes/folders/folder-kind.ts';
import { createFolderStore } from '../changes/folders/folder-store.ts';
import type { FolderOwner } from '../changes/folders/folder-owner.ts';
import type { LinkedFolders } from '../changes/folders/linked-folders.ts';
import { createLinkedFolders } from '../changes/folders/linked-folders.ts';
import type { KindTable } from '../changes/kind/kind-table.ts';
import type { Host } from '../platform/host/host.ts';
import type { Database } from '../platform/storage/database.ts';
import type { SnapshotStore } from '../platform/storage/snapshot-store.ts';
import { createScriptFolder } from '../scripts/files/script-folder.ts';
import { scriptKey } from '../scripts/kind/script-kind.ts';
import { createWebhookFolder } from '../webhooks/folder/webhook-folder.ts';
import { webhooksKey } from '../webhooks/kind/offline-webhooks.ts';

export interface LinkedFolderParts extends Omit<LocalStateParts, 'store' | 'versionedKind'> {
  /** The handlers that pages use, too. */
  readonly reading: Pick<HandlersOf<'applications'>, 'applications.list'> &
    Pick<HandlersOf<'scripts'>, 'scripts.get'> &
    Pick<HandlersOf<'webhooks'>, 'webhooks.list'>;
  readonly snapshots: SnapshotStore;
  readonly database: Database;
  readonly host: Pick<Host, 'chooseFolder' | 'emit'>;
  readonly kinds: KindTable;
}

/** The parts of a kind that don't depend on its state type. */
interface LinkedKindParts extends Pick<FolderKind<unknown>, 'title' | 'readAll'> {
  readonly localStateOf: (parts: LocalStateParts, tenantId: string) => LocalState;
}

const linkedKind = <State>(kind: FolderKind<State>): LinkedKindParts => ({
  title: kind.title,
  readAll: (tenantId, call) => kind.readAll(tenantId, call),
  localStateOf: (parts, tenantId) => createLocalState(parts, kind, tenantId),
});

/** Composes linked folders from scripts, webhooks, drafts and versions. */
export function openLinkedFolders({
  reading,
  snapshots,
  database,
  host,
  kinds,
  ...desk
}: LinkedFolderParts): LinkedFolders {
  const store = createFolderStore(database);
  const localStateOf: LocalStateParts = { ...desk, store, versionedKind: (name) => kinds.itemKind(name) };
  const folderKinds: Readonly<Record<LinkedKind, LinkedKindParts>> = {
    script: linkedKind(
      createScriptFolder({
        snapshots,
        applications: async (tenantId, freshness, call) =>
          (await reading['applications.list']({ tenantId, freshness }, call)).data,
        readScript: (tenantId, applicationId, call) =>
          reading['scripts.get']({ tenantId, applicationId, freshness: 'tenant-first' }, call),
      }),
    ),
    webhook: linkedKind(
      createWebhookFolder({
        cached: (tenantId) => snapshots.read(tenantId, webhooksKey, z.array(webhookSchema))?.data ?? [],
        readAll: (tenantId, call) => reading['webhooks.list']({ tenantId, freshness: 'tenant-first' }, call),
      }),
    ),
  };
  return createLinkedFolders({
    store,
    host,
    titleOf: (kind) => folderKinds[kind].title,
    localStateOf: ({ tenantId, kind }) => folderKinds[kind].localStateOf(localStateOf, tenantId),
    readAll: ({ tenantId, kind }, call: CallContext) => folderKinds[kind].readAll(tenantId, call),
    stopped: desk.stopped,
  });
}

/** Wraps the store to call `notify` whenever a script or the webhooks of a tenant are stored, by a read or a change. */
export function withFolderNotifications(
  snapshots: SnapshotStore,
  notify: (of: FolderOwner) => void,
): SnapshotStore {
  const notifyOf = (tenantId: string, key: string): void => {
    if (key.startsWith(scriptKey(''))) notify({ tenantId, kind: 'script' });
    else if (key === webhooksKey) notify({ tenantId, kind: 'webhook' });
  };
  return {
    ...snapshots,
    write(tenantId, key, data, fetchedAt) {
      snapshots.write(tenantId, key, data, fetchedAt);
      notifyOf(tenantId, key);
    },
    async writeInChunks(tenantId, key, data, fetchedAt) {
      await snapshots.writeInChunks(tenantId, key, data, fetchedAt);
      notifyOf(tenantId, key);
    },
  };
}
