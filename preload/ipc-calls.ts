import type { IpcRenderer } from 'electron';
import type { channels as deskChannels } from '../contract/bridge/channels.ts';
import type { Subscribe } from '../contract/bridge/desk.ts';
import type { ToMain } from '../contract/bridge/envelope.ts';
import type { CallResult } from '../contract/bridge/to-renderer.ts';
import type { MethodName } from '../contract/bridge/methods.ts';

type Listener = (payload: unknown) => void;

interface IpcCalls {
  invoke(name: MethodName, input: unknown, onStart?: (cancel: () => void) => void): Promise<CallResult>;
  readonly on: Subscribe;
}

/** Sends calls and receives events through Electron's IPC, only on the channels of the contract. */
export function createIpcCalls(
  ipc: Pick<IpcRenderer, 'invoke' | 'send' | 'on'>,
  channels: typeof deskChannels,
): IpcCalls {
  const listeners = new Map<string, Set<Listener>>();
  let lastId = 0;

  ipc.on(channels.event, (_event, name: string, payload: unknown) => {
    for (const listener of listeners.get(name) ?? []) listener(payload);
  });

  return {
    invoke(method, input, onStart) {
      lastId += 1;
      const id = String(lastId);
      const result = ipc.invoke(channels.call, { type: 'call', id, method, input } satisfies ToMain);
      onStart?.(() => ipc.send(channels.cancel, { type: 'cancel', id } satisfies ToMain));
      return result as Promise<CallResult>;
    },
    on(name, listener) {
      const ofName = listeners.get(name) ?? new Set<Listener>();
      listeners.set(name, ofName);
      // Main sends payloads according to the event map; the cast relies on that.
      const own: Listener = (payload) => listener(payload as Parameters<typeof listener>[0]);
      ofName.add(own);
      return () => ofName.delete(own);
    },
  };
}
