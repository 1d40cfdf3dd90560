import type { FSWatcher } from 'node:fs';
import { watch } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import type { LinkedFolder, LinkedKind } from '../../../contract/changes/linked-folders.ts';
import type { CallContext } from '../../../contract/bridge/methods.ts';
import { failure } from '../../platform/errors/failure.ts';
import type { Host } from '../../platform/host/host.ts';
import type { LocalState } from './local-state.ts';
import type { FolderStore } from './folder-store.ts';
import { FolderSync } from './linked-folder.ts';

/** Which things of which tenant. */
export interface FolderOwner {
  readonly tenantId: string;
  readonly kind: LinkedKind;
}

export interface LinkedFolderParts {
  readonly store: FolderStore;
  readonly host: Pick<Host, 'chooseFolder' | 'emit'>;
  /** Title of the dialog in which the folder is chosen. */
  readonly titleOf: (kind: LinkedKind) => string;
  /** Throws `not-found` for a tenant that is no longer there. */
  readonly deskSide: (of: FolderOwner) => LocalState;
  /** Reads everything from the tenant, which `noteLive` is told of. */
  readonly readAll: (of: FolderOwner, call: CallContext) => Promise<void>;
  /** Ends the watching. */
  readonly stopped: AbortSignal;
}

export interface LinkedFolders {
  get(of: FolderOwner): Promise<LinkedFolder | undefined>;
  link(of: FolderOwner, call: CallContext): Promise<LinkedFolder | undefined>;
  unlink(of: FolderOwner): void;
  refresh(of: FolderOwner, call: CallContext): Promise<LinkedFolder>;
  settle(of: FolderOwner, targetId: string, take: 'file' | 'desk'): Promise<LinkedFolder>;
  /** Things of the tenant became known. */
  noteLive(of: FolderOwner): void;
}

/** From the last sign of a change to a look: editors write in several steps. */
const quietMs = 250;
/** A folder that cannot be watched, or was away, is looked at this often. */
const againMs = 10_000;

interface Linked {
  readonly of: FolderOwner;
  readonly sync: FolderSync;
  watcher: FSWatcher | undefined;
  timer: NodeJS.Timeout | undefined;
  isReading: boolean;
  told: LinkedFolder | undefined;
}

const keyOf = ({ tenantId, kind }: FolderOwner): string => `${kind} ${tenantId}`;

export function createLinkedFolders(parts: LinkedFolderParts): LinkedFolders {
  const { store, host, stopped } = parts;
  const links = new Map<string, Linked>();

  function close(of: FolderOwner): void {
    const link = links.get(keyOf(of));
    links.delete(keyOf(of));
    if (link === undefined) return;
    clearTimeout(link.timer);
    unwatch(link);
  }

  function linkOf({ tenantId, kind }: FolderOwner): Linked | undefined {
    const of = { tenantId, kind };
    const known = links.get(keyOf(of));
    if (known !== undefined) return known;
    const folder = store.folder(tenantId, kind);
    if (folder === undefined) return undefined;
    const sync = new FolderSync(folder, parts.deskSide(of));
    const link: Linked = {
      of,
      sync,
      watcher: undefined,
      timer: undefined,
      isReading: false,
      told: undefined,
    };
    links.set(keyOf(of), link);
    return link;
  }

  function requireLink(of: FolderOwner): Linked {
    const link = linkOf(of);
    if (link !== undefined) return link;
    throw failure('not-found', 'No folder is linked any more.');
  }

  const isOpen = (link: Linked): boolean => !stopped.aborted && links.get(keyOf(link.of)) === link;

  function schedule(link: Linked, milliseconds: number): void {
    clearTimeout(link.timer);
    if (!isOpen(link)) return;
    link.timer = setTimeout(() => {
      link.timer = undefined;
      void look(link);
    }, milliseconds);
    // The program may end while nothing happens in the folder.
    link.timer.unref();
  }

  async function look(link: Linked): Promise<LinkedFolder> {
    await link.sync.look();
    const status = link.sync.status(link.isReading);
    continueWatching(link, status);
    tell(link, status);
    return status;
  }

  function tell(link: Linked, status: LinkedFolder): void {
    if (isDeepStrictEqual(status, link.told)) return;
    link.told = status;
    host.emit('linkedFolders.changed', link.of);
  }

  /** What cannot be watched, or failed, is looked at again after a while; a watcher of a folder that was away is of no use any more. */
  function continueWatching(link: Linked, { folder, error, waiting }: LinkedFolder): void {
    if (!isOpen(link)) return;
    if (error !== undefined) unwatch(link);
    else if (link.watcher === undefined) startWatching(link, folder);
    const isSettled = link.watcher !== undefined && waiting.every(({ state }) => state !== 'failed');
    if (!isSettled && link.timer === undefined) schedule(link, againMs);
  }

  function startWatching(link: Linked, folder: string): void {
    try {
      const watcher = watch(folder, { persistent: false }, () => schedule(link, quietMs));
      watcher.on('error', () => {
        unwatch(link);
        schedule(link, againMs);
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

  async function refresh(of: FolderOwner, call: CallContext): Promise<LinkedFolder> {
    const link = requireLink(of);
    link.isReading = true;
    try {
      await look(link);
      await parts.readAll(link.of, call);
    } finally {
      link.isReading = false;
    }
    return await look(link);
  }

  stopped.addEventListener('abort', () => [...links.values()].forEach(({ of }) => close(of)), { once: true });
  for (const of of store.all()) {
    try {
      const link = linkOf(of);
      if (link !== undefined) schedule(link, 0);
    } catch {
      // The tenant was removed; its folder is the person's, and stays.
      store.unlink(of.tenantId, of.kind);
    }
  }

  return {
    async get(of) {
      const link = linkOf(of);
      return link === undefined ? undefined : await look(link);
    },
    async link(of, call) {
      const folder = await host.chooseFolder({ title: parts.titleOf(of.kind) }, call.signal);
      if (folder === undefined) return undefined;
      close(of);
      store.link(of.tenantId, of.kind, folder);
      return await look(requireLink(of));
    },
    unlink({ tenantId, kind }) {
      close({ tenantId, kind });
      store.unlink(tenantId, kind);
      host.emit('linkedFolders.changed', { tenantId, kind });
    },
    refresh,
    async settle(of, targetId, take) {
      const link = requireLink(of);
      await link.sync.settle(targetId, take);
      return await look(link);
    },
    noteLive(of) {
      const link = links.get(keyOf(of));
      // While many are read or applied, their files follow a few at a time.
      if (link !== undefined && link.timer === undefined) schedule(link, quietMs);
    },
  };
}
