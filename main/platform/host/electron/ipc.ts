import type { IpcMain, IpcMainEvent, IpcMainInvokeEvent, WebContents } from 'electron';
import type { CallResult } from '../../../../contract/bridge/to-renderer.ts';
import { channels } from '../../../../contract/bridge/channels.ts';
import type { Caller } from '../../dispatch.ts';
import { isAppUrl } from './app-scheme.ts';

type OwnContents = Pick<WebContents, 'on' | 'mainFrame'>;

export interface IpcOptions {
  readonly ipc: Pick<IpcMain, 'handle' | 'on'>;
  readonly openCaller: () => Caller;
  /** Handles a call of one of our pages. */
  readonly within: <Result>(contents: OwnContents, handle: () => Result) => Result;
  /** Called once, at the first call of the page: its scripts run, and reach main. */
  readonly whenReached: () => void;
}

/** Lets the pages of our windows call the services, and rejects anyone else with `untrusted-sender`. */
export function connectIpc({ ipc, openCaller, within, whenReached }: IpcOptions): {
  /** Accepts calls of this page, and ends those of one that is reloaded or crashes. */
  follow(contents: OwnContents): void;
} {
  const callers = new Map<OwnContents, Caller>();
  const foreignCaller = openCaller();
  let isReached = false;

  function ownSender({ senderFrame }: IpcMainInvokeEvent | IpcMainEvent): OwnContents | undefined {
    // Null if the frame was closed or has navigated since.
    if (senderFrame === null || !isAppUrl(senderFrame.url)) return undefined;
    return callers.keys().find(({ mainFrame }) => mainFrame === senderFrame);
  }

  function receive(
    event: IpcMainInvokeEvent | IpcMainEvent,
    message: unknown,
  ): Promise<CallResult | undefined> {
    const sender = ownSender(event);
    const caller = sender && callers.get(sender);
    if (sender === undefined || caller === undefined) return foreignCaller.receive(message, false);
    if (!isReached) whenReached();
    isReached = true;
    return within(sender, () => caller.receive(message, true));
  }

  ipc.handle(channels.call, receive);
  ipc.on(channels.cancel, (event, message: unknown) => void receive(event, message));

  return {
    follow(contents) {
      callers.set(contents, openCaller());
      const end = (): void => callers.get(contents)?.close();
      const startAgain = (): void => {
        end();
        callers.set(contents, openCaller());
      };
      contents.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
        if (isMainFrame && !isSameDocument) startAgain();
      });
      contents.on('render-process-gone', startAgain);
      contents.on('destroyed', () => {
        end();
        callers.delete(contents);
      });
    },
  };
}
