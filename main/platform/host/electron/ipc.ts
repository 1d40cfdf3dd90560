import type { IpcMain, IpcMainEvent, IpcMainInvokeEvent, WebContents } from 'electron';
import { channels } from '../../../../contract/bridge/channels.ts';
import type { Caller } from '../../dispatch.ts';
import { isAppUrl } from './app-scheme.ts';

type ContentsEvents = Pick<WebContents, 'on' | 'mainFrame'>;

export interface IpcOptions {
  readonly ipc: Pick<IpcMain, 'handle' | 'on'>;
  readonly openCaller: () => Caller;
  /** The contents of our window, if open. */
  readonly ownContents: () => Pick<WebContents, 'mainFrame'> | undefined;
  /** Called once, at the first call of the page: its scripts run, and reach main. */
  readonly whenReached: () => void;
}

/** Lets the page of our window call the services, and rejects anyone else with `untrusted-sender`. */
export function connectIpc({ ipc, openCaller, ownContents, whenReached }: IpcOptions): {
  /** Ends the calls of a page that is reloaded or crashes. */
  follow(contents: ContentsEvents): void;
} {
  let caller = openCaller();
  let isReached = false;

  function isTrusted({ senderFrame }: IpcMainInvokeEvent | IpcMainEvent): boolean {
    // Null if the frame was closed or has navigated since.
    if (senderFrame === null) return false;
    return senderFrame === ownContents()?.mainFrame && isAppUrl(senderFrame.url);
  }

  function startAgain(): void {
    caller.close();
    caller = openCaller();
  }

  ipc.handle(channels.call, (event, message: unknown) => {
    const isOwn = isTrusted(event);
    if (isOwn && !isReached) whenReached();
    isReached ||= isOwn;
    return caller.receive(message, isOwn);
  });
  ipc.on(channels.cancel, (event, message: unknown) => void caller.receive(message, isTrusted(event)));

  return {
    follow(contents) {
      contents.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
        if (isMainFrame && !isSameDocument) startAgain();
      });
      contents.on('render-process-gone', startAgain);
      contents.on('destroyed', startAgain);
    },
  };
}
