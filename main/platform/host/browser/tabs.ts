import { AsyncLocalStorage } from 'node:async_hooks';
import type { WebSocket } from 'ws';
import { toMainSchema } from '../../../../contract/bridge/envelope.ts';
import type { ToRenderer } from '../../../../contract/bridge/to-renderer.ts';
import type { Emit } from '../../../../contract/bridge/events.ts';
import type { Caller } from '../../dispatch.ts';
import { readMessage } from './read-message.ts';

/** One open page of the app. */
export interface Tab {
  readonly emit: Emit;
}

export interface Tabs {
  /** Connects a page's socket to the services until it closes. */
  open(socket: WebSocket, caller: Caller): void;
  /** Emits to all open pages. */
  readonly emit: Emit;
  /** The page whose call is being handled, or the one opened last. */
  current(): Tab | undefined;
  closeAll(): void;
}

const policyViolation = 1008;
const goingAway = 1001;
const closeTimeoutMs = 500;

export function createTabs(): Tabs {
  const openTabs = new Map<Tab, WebSocket>();
  // A service requests a file from the host without knowing its caller; the calling page must handle it.
  const calling = new AsyncLocalStorage<Tab>();

  return {
    open(socket, caller) {
      const send = (message: ToRenderer): void => {
        if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(message));
      };
      const tab: Tab = { emit: (name, payload) => send({ type: 'event', name, payload }) };
      openTabs.set(tab, socket);
      socket.on('message', (data, isBinary) => {
        const message = isBinary ? undefined : readMessage(data, toMainSchema);
        if (message === undefined) {
          socket.close(policyViolation, 'Invalid message.');
          return;
        }
        void calling.run(tab, async () => {
          const result = await caller.receive(message, true);
          if (result !== undefined) send({ type: 'result', id: message.id, result });
        });
      });
      // The close event follows.
      socket.on('error', () => socket.terminate());
      socket.on('close', () => {
        openTabs.delete(tab);
        caller.close();
      });
    },
    emit(name, payload) {
      for (const tab of openTabs.keys()) tab.emit(name, payload);
    },
    current() {
      const tab = calling.getStore();
      return tab !== undefined && openTabs.has(tab) ? tab : [...openTabs.keys()].at(-1);
    },
    closeAll() {
      for (const socket of openTabs.values()) {
        socket.close(goingAway, 'Tenant Desk was stopped.');
        // A frozen page doesn't respond to the close handshake, and the port should close anyway.
        setTimeout(() => socket.terminate(), closeTimeoutMs).unref();
      }
    },
  };
}
