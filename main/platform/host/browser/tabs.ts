import { AsyncLocalStorage } from 'node:async_hooks';
import type { WebSocket } from 'ws';
import { toMainSchema } from '../../../../contract/bridge/envelope.ts';
import type { ToRenderer } from '../../../../contract/bridge/to-renderer.ts';
import type { Emit } from '../../../../contract/bridge/events.ts';
import type { Caller } from '../../dispatch.ts';
import { readMessage } from './read-message.ts';

/** One open page of the desk. */
export interface Tab {
  readonly emit: Emit;
}

export interface Tabs {
  /** Lets a page's socket speak to the services until it closes. */
  open(socket: WebSocket, caller: Caller): void;
  /** Tells every open page. */
  readonly emit: Emit;
  /** The page whose call is being handled, or else the one opened last. */
  current(): Tab | undefined;
  closeAll(): void;
}

const policyViolation = 1008;
const goingAway = 1001;
const farewellMs = 500;

export function createTabs(): Tabs {
  const openTabs = new Map<Tab, WebSocket>();
  // A service asks the host for a file without knowing who called it; the call's own page must answer.
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
          socket.close(policyViolation, 'Not a message of the desk.');
          return;
        }
        void calling.run(tab, async () => {
          const result = await caller.receive(message, true);
          if (result !== undefined) send({ type: 'result', id: message.id, result });
        });
      });
      // The close event follows and says the rest.
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
        // A page that is frozen does not answer the farewell, and the port should close anyway.
        setTimeout(() => socket.terminate(), farewellMs).unref();
      }
    },
  };
}
