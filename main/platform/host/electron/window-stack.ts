import type { BrowserWindow } from 'electron';

/** The open windows. */
export interface WindowStack<Entry extends { readonly window: BrowserWindow }> {
  /** Until the window is closed. */
  add(entry: Entry): void;
  /** The one that had the focus last is first. */
  all(): readonly Entry[];
  of(window: BrowserWindow | undefined): Entry | undefined;
}

export function createWindowStack<Entry extends { readonly window: BrowserWindow }>(): WindowStack<Entry> {
  let entries: readonly Entry[] = [];
  const without = (entry: Entry): readonly Entry[] => entries.filter((other) => other !== entry);
  return {
    add(entry) {
      entries = [entry, ...entries];
      entry.window.on('focus', () => {
        entries = [entry, ...without(entry)];
      });
      entry.window.on('closed', () => {
        entries = without(entry);
      });
    },
    all: () => entries.filter(({ window }) => !window.isDestroyed()),
    of: (window) => entries.find((entry) => entry.window === window && !entry.window.isDestroyed()),
  };
}
