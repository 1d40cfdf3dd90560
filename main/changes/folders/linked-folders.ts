import type { LinkedFolder, LinkedKind } from '../../../contract/changes/linked-folders.ts';
import type { CallContext } from '../../../contract/bridge/methods.ts';
import { failure } from '../../platform/errors/failure.ts';
import type { Host } from '../../platform/host/host.ts';
import type { LocalState } from './local-state.ts';
import type { FolderStore } from './folder-store.ts';
import { FolderSync } from './linked-folder.ts';
import type { FolderOwner } from './folder-owner.ts';
import type { FolderWatch, WatchedLink } from './folder-watch.ts';
import { createFolderWatch, newLink, quietMs } from './folder-watch.ts';

export interface LinkedFolderParts {
  readonly store: FolderStore;
  readonly host: Pick<Host, 'chooseFolder' | 'emit'>;
  /** Title of the dialog that chooses the folder. */
  readonly titleOf: (kind: LinkedKind) => string;
  /** Throws `not-found` for a tenant that no longer exists. */
  readonly localStateOf: (of: FolderOwner) => LocalState;
  /** Reads everything from the tenant, and calls `noteLive`. */
  readonly readAll: (of: FolderOwner, call: CallContext) => Promise<void>;
  /** Stops watching. */
  readonly stopped: AbortSignal;
}

export interface LinkedFolders {
  get(of: FolderOwner): Promise<LinkedFolder | undefined>;
  link(of: FolderOwner, call: CallContext): Promise<LinkedFolder | undefined>;
  unlink(of: FolderOwner): void;
  refresh(of: FolderOwner, call: CallContext): Promise<LinkedFolder>;
  resolve(of: FolderOwner, targetId: string, take: 'file' | 'desk'): Promise<LinkedFolder>;
  /** Items of the tenant were read. */
  noteLive(of: FolderOwner): void;
}

const keyOf = ({ tenantId, kind }: FolderOwner): string => `${kind} ${tenantId}`;

export function createLinkedFolders(parts: LinkedFolderParts): LinkedFolders {
  const { store, host, stopped } = parts;
  const links = createOpenLinks(parts);

  function close(of: FolderOwner): void {
    const link = links.remove(of);
    if (link !== undefined) watch.end(link);
  }

  const watch: FolderWatch = createFolderWatch({
    isOpen: (link) => !stopped.aborted && links.opened(link.of) === link,
    onChange: ({ of }) => host.emit('linkedFolders.changed', of),
  });

  async function refresh(of: FolderOwner, call: CallContext): Promise<LinkedFolder> {
    const link = links.require(of);
    link.isReading = true;
    try {
      await watch.look(link);
      await parts.readAll(link.of, call);
    } finally {
      link.isReading = false;
    }
    return await watch.look(link);
  }

  function openStored(): void {
    for (const of of store.all()) {
      try {
        const link = links.find(of);
        if (link !== undefined) watch.schedule(link, 0);
      } catch {
        // The tenant was removed; the folder belongs to the user, so its files stay.
        store.unlink(of.tenantId, of.kind);
      }
    }
  }

  stopped.addEventListener('abort', () => links.all().forEach(({ of }) => close(of)), { once: true });
  openStored();

  return {
    async get(of) {
      const link = links.find(of);
      return link === undefined ? undefined : await watch.look(link);
    },
    async link(of, call) {
      const folder = await host.chooseFolder({ title: parts.titleOf(of.kind) }, call.signal);
      if (folder === undefined) return undefined;
      close(of);
      store.link(of.tenantId, of.kind, folder);
      return await watch.look(links.require(of));
    },
    unlink({ tenantId, kind }) {
      close({ tenantId, kind });
      store.unlink(tenantId, kind);
      host.emit('linkedFolders.changed', { tenantId, kind });
    },
    refresh,
    async resolve(of, targetId, take) {
      const link = links.require(of);
      await link.sync.resolve(targetId, take);
      return await watch.look(link);
    },
    noteLive(of) {
      const link = links.opened(of);
      // While many items are read or applied, their files follow a few at a time.
      if (link !== undefined && link.timer === undefined) watch.schedule(link, quietMs);
    },
  };
}

/** The links that are open, at most one for each tenant and kind. */
function createOpenLinks({ store, localStateOf }: Pick<LinkedFolderParts, 'store' | 'localStateOf'>) {
  const links = new Map<string, WatchedLink>();

  /** Opens a link that is only stored; undefined if there is none. */
  function find({ tenantId, kind }: FolderOwner): WatchedLink | undefined {
    const of = { tenantId, kind };
    const known = links.get(keyOf(of));
    if (known !== undefined) return known;
    const folder = store.folder(tenantId, kind);
    if (folder === undefined) return undefined;
    const link = newLink(of, new FolderSync(folder, localStateOf(of)));
    links.set(keyOf(of), link);
    return link;
  }

  return {
    find,
    require(of: FolderOwner): WatchedLink {
      const link = find(of);
      if (link !== undefined) return link;
      throw failure('not-found', 'The folder is no longer linked.');
    },
    opened: (of: FolderOwner) => links.get(keyOf(of)),
    all: () => [...links.values()],
    remove(of: FolderOwner): WatchedLink | undefined {
      const link = links.get(keyOf(of));
      links.delete(keyOf(of));
      return link;
    },
  };
}
