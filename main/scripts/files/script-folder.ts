import { DeskFailure } from '../../../contract/errors/desk-failure.ts';
import { isTenantWide } from '../../../contract/errors/errors.ts';
import type { CallContext } from '../../../contract/bridge/methods.ts';
import type { ScriptState } from '../../../contract/scripts/scripts.ts';
import { applicationScriptSchema } from '../../../contract/scripts/scripts.ts';
import type { FolderKind, LinkedItem } from '../../changes/folders/folder-kind.ts';
import { inOrder } from '../../platform/timing/in-order.ts';
import type { SnapshotStore } from '../../platform/storage/snapshot-store.ts';
import { scriptKey } from '../kind/script-kind.ts';

export interface ScriptFolderParts {
  readonly snapshots: Pick<SnapshotStore, 'read'>;
  /** The list of applications: from the cache, or read from the tenant. */
  readonly applications: (
    tenantId: string,
    freshness: 'cache-first' | 'tenant-first',
    call: CallContext,
  ) => Promise<readonly LinkedItem[]>;
  /** Reads a script from the tenant. */
  readonly readScript: (tenantId: string, applicationId: string, call: CallContext) => Promise<unknown>;
}

const readsAtOnce = 4;

/** The scripts of a tenant in a folder: a file contains only the script. */
export function createScriptFolder(parts: ScriptFolderParts): FolderKind<ScriptState> {
  return {
    name: 'script',
    naming: { otherwise: 'script', extension: 'js' },
    manifest: {
      file: 'tenant-desk.json',
      format: 'tenant-desk/scripts',
      members: { id: 'applicationId', name: 'application' },
    },
    title: 'Link a folder for scripts',
    async known(tenantId, call) {
      const applications = await parts.applications(tenantId, 'cache-first', call);
      return applications.map(({ id, name }) => {
        const script = parts.snapshots.read(tenantId, scriptKey(id), applicationScriptSchema)?.data.script;
        return { id, name, live: script === undefined ? undefined : { application: name, script } };
      });
    },
    async readAll(tenantId, call) {
      const applications = await parts.applications(tenantId, 'tenant-first', call);
      const read = async ({ id }: LinkedItem): Promise<void> => {
        try {
          call.signal.throwIfAborted();
          await parts.readScript(tenantId, id, call);
        } catch (error) {
          if (!(error instanceof DeskFailure) || isTenantWide(error.code)) throw error;
        }
      };
      for await (const _done of inOrder(applications, readsAtOnce, read));
    },
    textOf: ({ script }) => script,
    stateOf: (script, { item }) => ({ application: item.name, script }),
  };
}
