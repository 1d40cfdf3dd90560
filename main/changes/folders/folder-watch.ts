import type { FSWatcher } from 'node:fs';
import { watch } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import type { LinkedFolder } from '../../../contract/changes/linked-folders.ts';
import type { FolderOwner } from './folder-owner.ts';
import type { FolderSync } from './linked-folder.ts';

export interface WatchedLink {
  readonly of: FolderOwner;
  readonly sync: FolderSync;
  watcher: FSWatcher | undefined;
  timer: NodeJS.Timeout | undefined;
  isReading: boolean;
  reported: LinkedFolder | undefined;
}

export const newLink = (of: FolderOwner, sync: FolderSync): WatchedLink => ({
  ...{ of, sync, watcher: undefined, timer: undefined, isReading: false, reported: undefined },
});

function unwatch(link: WatchedLink): void {
  link.watcher?.close();
  link.watcher = undefined;
}

/** From the last change event to reading the folder: editors write in several steps. */
export const quietMs = 250;
/** How often a folder that can't be watched, or was unavailable, is checked. */
const againMs = 10_000;

export interface FolderWatchParts {
  /** False once the link was removed, or the program stops. */
  readonly isOpen: (link: WatchedLink) => boolean;
  /** The status of a link changed. */
  readonly onChange: (link: WatchedLink) => void;
}

/** Checks linked folders whenever something changes in them. */
export interface FolderWatch {
  look(link: WatchedLink): Promise<LinkedFolder>;
  /** Checks after so many milliseconds, replacing an earlier schedule. */
  schedule(link: WatchedLink, milliseconds: number): void;
  end(link: WatchedLink): void;
}

export function createFolderWatch({ isOpen, onChange }: FolderWatchParts): FolderWatch {
  function schedule(link: WatchedLink, milliseconds: number): void {
    clearTimeout(link.timer);
    if (!isOpen(link)) return;
    link.timer = setTimeout(() => {
      link.timer = undefined;
      void look(link);
    }, milliseconds);
    // The program may exit while nothing happens in the folder.
    link.timer.unref();
  }

  async function look(link: WatchedLink): Promise<LinkedFolder> {
    await link.sync.look();
    const status = link.sync.status(link.isReading);
    continueWatching(link, status);
    report(link, status);
    return status;
  }

  function report(link: WatchedLink, status: LinkedFolder): void {
    if (isDeepStrictEqual(status, link.reported)) return;
    link.reported = status;
    onChange(link);
  }

  /** A folder that can't be watched, or failed, is checked again later; the watcher of a folder that was unavailable no longer works. */
  function continueWatching(link: WatchedLink, { folder, error, waiting }: LinkedFolder): void {
    if (!isOpen(link)) return;
    if (error !== undefined) unwatch(link);
    else if (link.watcher === undefined)
      link.watcher = watchFolder(
        folder,
        () => schedule(link, quietMs),
        () => {
          unwatch(link);
          schedule(link, againMs);
        },
      );
    const isUpToDate = link.watcher !== undefined && waiting.every(({ state }) => state !== 'failed');
    if (!isUpToDate && link.timer === undefined) schedule(link, againMs);
  }

  return {
    look,
    schedule,
    end(link) {
      clearTimeout(link.timer);
      unwatch(link);
    },
  };
}

/**
 * Watches a folder without keeping the program running for it. Undefined if it can't be watched, as on some network
 * drives and systems: then it has to be checked periodically.
 */
function watchFolder(folder: string, onChange: () => void, onError: () => void): FSWatcher | undefined {
  try {
    const watcher = watch(folder, { persistent: false }, onChange);
    watcher.on('error', onError);
    return watcher;
  } catch {
    return undefined;
  }
}
