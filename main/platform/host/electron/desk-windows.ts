import { AsyncLocalStorage } from 'node:async_hooks';
import type { BrowserWindow, WebContents } from 'electron';
import { channels } from '../../../../contract/bridge/channels.ts';
import type { Emit, EventName, EventPayload } from '../../../../contract/bridge/events.ts';
import type { LastKeys } from './last-keys.ts';
import { createLastKeys } from './last-keys.ts';
import { createWindowStack } from './window-stack.ts';

interface Entry {
  readonly window: BrowserWindow;
  readonly lastKeys: LastKeys;
  /** Number of drafts that exist only in this window. */
  unsaved: number;
}

/** The open windows, what each of them has that is nowhere else, and the one whose call is being handled. */
export interface DeskWindows {
  add(window: BrowserWindow): void;
  /** The one that had the focus last is first. */
  all(): readonly BrowserWindow[];
  /** The window whose page made the call that is being handled; the one in front in any other case. */
  current(): BrowserWindow | undefined;
  /** Handles a call of a page. */
  within<Result>(contents: Pick<WebContents, 'mainFrame'>, handle: () => Result): Result;
  /** The first window that shows this tenant. */
  showing(tenantId: string): BrowserWindow | undefined;
  /** To every window. */
  emit: Emit;
  sendTo<Name extends EventName>(window: BrowserWindow, name: Name, payload: EventPayload<Name>): void;
  /** Of the window whose call is being handled. */
  noteUnsaved(count: number): void;
  noteTypedSaved(): void;
  hasUnsaved(window: BrowserWindow): boolean;
  saveTyped(window: BrowserWindow): Promise<void>;
}

export function createDeskWindows(): DeskWindows {
  const stack = createWindowStack<Entry>();
  const calling = new AsyncLocalStorage<BrowserWindow>();
  const all = (): readonly BrowserWindow[] => stack.all().map(({ window }) => window);
  const sendTo: DeskWindows['sendTo'] = (window, name, payload) =>
    window.webContents.send(channels.event, name, payload);
  const current = (): BrowserWindow | undefined => stack.of(calling.getStore())?.window ?? all().at(0);
  return {
    add(window) {
      const lastKeys = createLastKeys({
        emit: (name, payload) => sendTo(window, name, payload),
        hasPage: () => !window.isDestroyed(),
      });
      stack.add({ window, lastKeys, unsaved: 0 });
    },
    all,
    current,
    within(contents, handle) {
      const window = all().find(({ webContents }) => webContents === contents);
      return window === undefined ? handle() : calling.run(window, handle);
    },
    showing: (tenantId) => all().find(({ webContents }) => tenantInUrl(webContents.getURL()) === tenantId),
    emit(name, payload) {
      for (const window of all()) sendTo(window, name, payload);
    },
    sendTo,
    noteUnsaved(count) {
      const entry = stack.of(current());
      if (entry !== undefined) entry.unsaved = count;
    },
    noteTypedSaved: () => stack.of(current())?.lastKeys.noteSaved(),
    hasUnsaved: (window) => (stack.of(window)?.unsaved ?? 0) > 0,
    saveTyped: async (window) => await stack.of(window)?.lastKeys.save(),
  };
}

/** The tenant that a window with this URL shows. */
export function tenantInUrl(url: string): string | undefined {
  const [, id] = /#\/t\/([^/]+)/.exec(url) ?? [];
  if (id === undefined) return undefined;
  try {
    return decodeURIComponent(id);
  } catch {
    return undefined;
  }
}
