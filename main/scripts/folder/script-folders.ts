import type { FSWatcher } from 'node:fs';
import { watch } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { DeskFailure } from '../../../contract/desk-failure.ts';
import { isTenantWide } from '../../../contract/errors.ts';
import type { CallContext } from '../../../contract/methods.ts';
import type { LinkedFolder } from '../../../contract/script-folders.ts';
import { failure } from '../../platform/failure.ts';
import type { Host } from '../../platform/host/host.ts';
import { inOrder } from '../../platform/in-order.ts';
import type { FolderStore } from './folder-store.ts';
import type { DeskSide } from './linked-folder.ts';
import { FolderSync } from './linked-folder.ts';

export interface ScriptFolderParts {
  readonly store: FolderStore;
  readonly host: Pick<Host, 'chooseFolder' | 'emit'>;
  /** Throws `not-found` for a tenant that is no longer there. */
  readonly deskSide: (tenantId: string) => DeskSide;
  /** Identifiers of the applications, read from the tenant. */
  readonly listApplications: (tenantId: string, call: CallContext) => Promise<readonly string[]>;
  /** Reads a script from the tenant, which `noteLive` is told of. */
  readonly readScript: (tenantId: string, applicationId: string, call: CallContext) => Promise<unknown>;
  /** Ends the watching. */
  readonly stopped: AbortSignal;
}

export interface ScriptFolders {
  get(tenantId: string): Promise<LinkedFolder | undefined>;
  link(tenantId: string, call: CallContext): Promise<LinkedFolder | undefined>;
  unlink(tenantId: string): void;
  refresh(tenantId: string, call: CallContext): Promise<LinkedFolder>;
  settle(tenantId: string, applicationId: string, take: 'file' | 'desk'): Promise<LinkedFolder>;
  /** A script of the tenant became known. */
  noteLive(tenantId: string): void;
}

/** From the last sign of a change to a look: editors write in several steps. */
const quietMs = 250;
/** A folder that cannot be watched, or was away, is looked at this often. */
const againMs = 10_000;
const readsAtOnce = 4;

interface Linked {
  readonly sync: FolderSync;
  watcher: FSWatcher | undefined;
  timer: NodeJS.Timeout | undefined;
  isReading: boolean;
  told: LinkedFolder | undefined;
}

export function createScriptFolders(parts: ScriptFolderParts): ScriptFolders {
  const { store, host, stopped } = parts;
  const links = new Map<string, Linked>();

  function close(tenantId: string): void {
    const link = links.get(tenantId);
    links.delete(tenantId);
    if (link === undefined) return;
    clearTimeout(link.timer);
    unwatch(link);
  }

  function linkOf(tenantId: string): Linked | undefined {
    const known = links.get(tenantId);
    if (known !== undefined) return known;
    const folder = store.folder(tenantId);
    if (folder === undefined) return undefined;
    const sync = new FolderSync(folder, parts.deskSide(tenantId));
    const link: Linked = { sync, watcher: undefined, timer: undefined, isReading: false, told: undefined };
    links.set(tenantId, link);
    return link;
  }

  function requireLink(tenantId: string): Linked {
    const link = linkOf(tenantId);
    if (link !== undefined) return link;
    throw failure('not-found', 'No folder is linked to this tenant any more.');
  }

  function schedule(tenantId: string, link: Linked, milliseconds: number): void {
    clearTimeout(link.timer);
    if (stopped.aborted || links.get(tenantId) !== link) return;
    link.timer = setTimeout(() => {
      link.timer = undefined;
      void look(tenantId, link);
    }, milliseconds);
    // The program may end while nothing happens in the folder.
    link.timer.unref();
  }

  async function look(tenantId: string, link: Linked): Promise<LinkedFolder> {
    await link.sync.look();
    const status = link.sync.status(link.isReading);
    keepWatching(tenantId, link, status);
    tell(tenantId, link, status);
    return status;
  }

  function tell(tenantId: string, link: Linked, status: LinkedFolder): void {
    if (isDeepStrictEqual(status, link.told)) return;
    link.told = status;
    host.emit('scriptFolders.changed', { tenantId });
  }

  /** What cannot be watched, or failed, is looked at again after a while; a watcher of a folder that was away is of no use any more. */
  function keepWatching(tenantId: string, link: Linked, { folder, error, waiting }: LinkedFolder): void {
    if (stopped.aborted || links.get(tenantId) !== link) return;
    if (error !== undefined) unwatch(link);
    else if (link.watcher === undefined) startWatching(tenantId, link, folder);
    const isSettled = link.watcher !== undefined && waiting.every(({ state }) => state !== 'failed');
    if (!isSettled && link.timer === undefined) schedule(tenantId, link, againMs);
  }

  function startWatching(tenantId: string, link: Linked, folder: string): void {
    try {
      const watcher = watch(folder, { persistent: false }, () => schedule(tenantId, link, quietMs));
      watcher.on('error', () => {
        unwatch(link);
        schedule(tenantId, link, againMs);
      });
      link.watcher = watcher;
    } catch {
      // Some network drives and systems have no way to watch: then it is looked at.
      link.watcher = undefined;
    }
  }

  function unwatch(link: Linked): void {
    link.watcher?.close();
    link.watcher = undefined;
  }

  async function refresh(tenantId: string, call: CallContext): Promise<LinkedFolder> {
    const link = requireLink(tenantId);
    link.isReading = true;
    try {
      await look(tenantId, link);
      const read = async (id: string): Promise<void> => {
        try {
          call.signal.throwIfAborted();
          await parts.readScript(tenantId, id, call);
        } catch (error) {
          // One that cannot be read is one file that is not written.
          if (!(error instanceof DeskFailure) || isTenantWide(error.code)) throw error;
        }
      };
      const ids = await parts.listApplications(tenantId, call);
      for await (const _done of inOrder(ids, readsAtOnce, read)) if (stopped.aborted) break;
    } finally {
      link.isReading = false;
    }
    return await look(tenantId, link);
  }

  stopped.addEventListener('abort', () => [...links.keys()].forEach(close), { once: true });
  for (const tenantId of store.tenants()) {
    try {
      const link = linkOf(tenantId);
      if (link !== undefined) schedule(tenantId, link, 0);
    } catch {
      // The tenant was removed; its folder is the person's, and stays.
      store.unlink(tenantId);
    }
  }

  return {
    async get(tenantId) {
      const link = linkOf(tenantId);
      return link === undefined ? undefined : await look(tenantId, link);
    },
    async link(tenantId, call) {
      const folder = await host.chooseFolder({ title: 'Link a folder for scripts' }, call.signal);
      if (folder === undefined) return undefined;
      close(tenantId);
      store.link(tenantId, folder);
      return await look(tenantId, requireLink(tenantId));
    },
    unlink(tenantId) {
      close(tenantId);
      store.unlink(tenantId);
      host.emit('scriptFolders.changed', { tenantId });
    },
    refresh,
    async settle(tenantId, applicationId, take) {
      const link = requireLink(tenantId);
      await link.sync.settle(applicationId, take);
      return await look(tenantId, link);
    },
    noteLive(tenantId) {
      const link = links.get(tenantId);
      // While many are read or applied, their files follow a few at a time.
      if (link !== undefined && link.timer === undefined) schedule(tenantId, link, quietMs);
    },
  };
}
