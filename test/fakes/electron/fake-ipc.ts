import type { IpcMain, IpcRenderer } from 'electron';
import type { FakeContents, FakeFrame } from './fake-contents.ts';

type Handle = Parameters<IpcMain['handle']>[1];
type Listen = Parameters<IpcMain['on']>[1];
type IpcEvent = Parameters<Handle>[0] & Parameters<Listen>[0];

/** Carries messages between pages and main like Electron: copied, and with the sender's frame. */
export class FakeIpc {
  readonly #handlers = new Map<string, Handle>();
  readonly #listeners = new Map<string, Listen>();

  readonly main = {
    handle: (channel: string, handler: Handle): void => {
      if (this.#handlers.has(channel)) throw new Error(`${channel} already has a handler.`);
      this.#handlers.set(channel, handler);
    },
    on: (channel: string, listener: Listen): void => void this.#listeners.set(channel, listener),
  } satisfies Record<'handle' | 'on', unknown> & Pick<IpcMain, 'handle'>;

  get channels(): readonly string[] {
    return [...this.#handlers.keys(), ...this.#listeners.keys()].sort();
  }

  async invoke(channel: string, message: unknown, senderFrame: FakeFrame | null): Promise<unknown> {
    const handler = this.#handlers.get(channel);
    if (handler === undefined) throw new Error(`No handler registered for '${channel}'`);
    const response: unknown = await handler(eventFrom(senderFrame), structuredClone(message));
    return structuredClone(response);
  }

  send(channel: string, message: unknown, senderFrame: FakeFrame | null): void {
    this.#listeners.get(channel)?.(eventFrom(senderFrame), structuredClone(message));
  }

  /** `ipcRenderer` of the page in these contents. */
  rendererOf(contents: FakeContents) {
    return {
      invoke: (channel: string, message: unknown) => this.invoke(channel, message, contents.mainFrame),
      send: (channel: string, message: unknown) => this.send(channel, message, contents.mainFrame),
      on: (channel: string, listener: (event: object, ...args: unknown[]) => void): void => {
        contents.on('fake:send', (sentOn: string, args: readonly unknown[]) => {
          if (sentOn === channel) listener({}, ...args);
        });
      },
    } satisfies Pick<IpcRenderer, 'invoke' | 'send'> & Record<'on', unknown>;
  }
}

/** Main uses only the event's frame; any other member would be undefined, and fail visibly. */
function eventFrom(senderFrame: FakeFrame | null): IpcEvent {
  return { senderFrame } satisfies Record<'senderFrame', FakeFrame | null> as IpcEvent;
}
