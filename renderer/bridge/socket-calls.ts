import type { ToMain } from '../../contract/bridge/envelope.ts';
import type { CallResult } from '../../contract/bridge/to-renderer.ts';
import { isToRenderer } from '../../contract/bridge/to-renderer.ts';
import { isRetryable } from '../../contract/errors/errors.ts';
import type { Subscribe } from '../../contract/bridge/desk.ts';
import type { MethodName } from '../../contract/bridge/methods.ts';
import type { Greeted, Refusal } from './greet-desk.ts';

/** Calls and events over one WebSocket, which is opened again when it breaks. */
export interface SocketCalls {
  invoke(name: MethodName, input: unknown, onStart?: (cancel: () => void) => void): Promise<CallResult>;
  readonly on: Subscribe;
  close(): void;
}

interface SocketCallsOptions {
  readonly openSocket: () => WebSocket;
  /** Called with each socket that has opened; nothing is sent to it before it answers `admitted`. */
  readonly greet: (socket: WebSocket) => Promise<Greeted>;
  /**
   * Told of every change: `lost` and `unreachable` are tried again, `refused` and `impostor` are not, for the session would
   * stay what it is.
   */
  readonly onConnection: (state: Connection) => void;
  /** Runs a function after some milliseconds. */
  readonly schedule: (run: () => void, delayMs: number) => void;
}

export type Connection = 'connected' | 'lost' | Refusal;

interface PendingCall {
  readonly message: ToMain;
  readonly resolve: (result: CallResult) => void;
}

type Listeners = Map<string, Set<(payload: unknown) => void>>;

const firstRetryMs = 250;
const slowestRetryMs = 5000;

export function createSocketCalls({
  openSocket,
  greet,
  onConnection,
  schedule,
}: SocketCallsOptions): SocketCalls {
  const pending = new Map<string, PendingCall>();
  const listeners: Listeners = new Map();
  let lastId = 0;
  let retryMs = firstRetryMs;
  let isClosed = false;
  /** The socket that may be spoken to. */
  let admitted: WebSocket | undefined;
  let socket = connect();

  function connect(): WebSocket {
    const opening = openSocket();
    let wasAdmitted = false;
    opening.addEventListener('open', () => {
      void greet(opening).then((greeted) => {
        if (greeted === 'lost' || isClosed) return;
        if (greeted !== 'admitted') {
          giveUp(greeted);
          return;
        }
        wasAdmitted = true;
        admitted = opening;
        retryMs = firstRetryMs;
        opening.addEventListener('message', ({ data }) => receive(String(data)));
        onConnection('connected');
        for (const { message } of pending.values()) opening.send(JSON.stringify(message));
      });
    });
    opening.addEventListener('close', () => {
      admitted = undefined;
      failPending(wasAdmitted ? connectionLost : notConnected);
      if (isClosed) return;
      onConnection(wasAdmitted ? 'lost' : 'unreachable');
      schedule(() => {
        if (!isClosed) socket = connect();
      }, retryMs);
      retryMs = Math.min(retryMs * 2, slowestRetryMs);
    });
    return opening;
  }

  /** Whoever is there is not told anything, now or later. */
  function giveUp(why: Refusal): void {
    isClosed = true;
    failPending(notConnected);
    socket.close();
    onConnection(why);
  }

  function receive(text: string): void {
    const message: unknown = JSON.parse(text);
    if (!isToRenderer(message)) throw new Error('Unexpected message from Tenant Desk. Reload the page.');
    if (message.type === 'event') {
      deliver(message.name, message.payload);
      return;
    }
    const call = pending.get(message.id);
    pending.delete(message.id);
    call?.resolve(message.result);
  }

  /** The desk has proven that it is the one that this page came from, so its events are what the contract says. */
  function deliver(name: string, payload: unknown): void {
    for (const listener of listeners.get(name) ?? []) listener(payload);
  }

  function failPending(result: CallResult): void {
    for (const { resolve } of pending.values()) resolve(result);
    pending.clear();
  }

  function sendNow(message: ToMain): void {
    if (admitted?.readyState === WebSocket.OPEN) admitted.send(JSON.stringify(message));
  }

  return {
    invoke(method, input, onStart) {
      // A socket that is not admitted yet sends what waits once it is; between two sockets nobody would.
      if (isClosed || socket.readyState > socket.OPEN) return Promise.resolve(notConnected);
      lastId += 1;
      const id = String(lastId);
      return new Promise((resolve) => {
        const message: ToMain = { type: 'call', id, method, input };
        pending.set(id, { message, resolve });
        sendNow(message);
        onStart?.(() => {
          if (pending.has(id)) sendNow({ type: 'cancel', id });
        });
      });
    },
    on(name, listener) {
      const ofName = listeners.get(name) ?? new Set();
      listeners.set(name, ofName);
      const listen = (payload: unknown): void => listener(payload as Parameters<typeof listener>[0]);
      ofName.add(listen);
      return () => ofName.delete(listen);
    },
    close() {
      isClosed = true;
      socket.close();
    },
  };
}

/** The call was sent, so that what it asks for may have been done. */
const connectionLost: CallResult = {
  ok: false,
  error: {
    code: 'connection-lost',
    message:
      'The connection to Tenant Desk was lost before this was answered. Look at the result before you repeat it.',
    retryable: isRetryable('connection-lost'),
    requestId: '',
  },
};

/** There was nobody to send the call to. */
const notConnected: CallResult = {
  ok: false,
  error: {
    code: 'unreachable',
    message: 'Tenant Desk cannot be reached just now, so nothing was sent. Try again in a moment.',
    retryable: isRetryable('unreachable'),
    requestId: '',
  },
};
