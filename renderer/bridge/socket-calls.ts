import type { ToMain } from '../../contract/bridge/envelope.ts';
import type { CallResult } from '../../contract/bridge/to-renderer.ts';
import { isToRenderer } from '../../contract/bridge/to-renderer.ts';
import { isRetryable } from '../../contract/errors/errors.ts';
import type { Subscribe } from '../../contract/bridge/desk.ts';
import type { MethodName } from '../../contract/bridge/methods.ts';
import type { HandshakeResult, RejectionReason } from './handshake.ts';

/** Calls and events over one WebSocket, which reconnects when it breaks. */
export interface SocketCalls {
  invoke(name: MethodName, input: unknown, onStart?: (cancel: () => void) => void): Promise<CallResult>;
  readonly on: Subscribe;
  close(): void;
}

interface SocketCallsOptions {
  readonly openSocket: () => WebSocket;
  /** Called with each opened socket; nothing is sent to it before this returns `admitted`. */
  readonly shakeHands: (socket: WebSocket) => Promise<HandshakeResult>;
  /**
   * Called on every change: `lost` and `unreachable` are retried, `refused` and `impostor` are not, since the session
   * would stay the same.
   */
  readonly onConnection: (state: Connection) => void;
  /** Runs a function after a delay in ms. */
  readonly schedule: (run: () => void, delayMs: number) => void;
}

export type Connection = 'connected' | 'lost' | RejectionReason;

interface PendingCall {
  readonly message: ToMain;
  readonly resolve: (result: CallResult) => void;
}

const firstRetryMs = 250;
const slowestRetryMs = 5000;

export function createSocketCalls({
  openSocket,
  shakeHands,
  onConnection,
  schedule,
}: SocketCallsOptions): SocketCalls {
  const pending = createPendingCalls();
  const events = createEventListeners();
  let retryMs = firstRetryMs;
  let isClosed = false;
  /** The socket that may be used. */
  let admitted: WebSocket | undefined;
  let socket = connect();

  function connect(): WebSocket {
    const opening = openSocket();
    let wasAdmitted = false;
    opening.addEventListener('open', () => {
      void shakeHands(opening).then((result) => {
        if (result === 'lost' || isClosed) return;
        if (result !== 'admitted') {
          giveUp(result);
          return;
        }
        wasAdmitted = true;
        admitted = opening;
        retryMs = firstRetryMs;
        opening.addEventListener('message', ({ data }) => receive(String(data)));
        onConnection('connected');
        for (const message of pending.messages()) opening.send(JSON.stringify(message));
      });
    });
    opening.addEventListener('close', () => {
      admitted = undefined;
      pending.resolveAll(wasAdmitted ? connectionLost : notConnected);
      if (isClosed) return;
      onConnection(wasAdmitted ? 'lost' : 'unreachable');
      schedule(() => {
        if (!isClosed) socket = connect();
      }, retryMs);
      retryMs = Math.min(retryMs * 2, slowestRetryMs);
    });
    return opening;
  }

  /** The other side gets nothing, now or later. */
  function giveUp(why: RejectionReason): void {
    isClosed = true;
    pending.resolveAll(notConnected);
    socket.close();
    onConnection(why);
  }

  function receive(text: string): void {
    const message: unknown = JSON.parse(text);
    if (!isToRenderer(message)) throw new Error('Unexpected message from Tenant Desk. Reload the page.');
    if (message.type === 'event') {
      events.deliver(message.name, message.payload);
      return;
    }
    pending.resolve(message.id, message.result);
  }

  function sendNow(message: ToMain): void {
    if (admitted?.readyState === WebSocket.OPEN) admitted.send(JSON.stringify(message));
  }

  return {
    async invoke(method, input, onStart) {
      // A socket that isn't admitted yet sends queued calls once it is; between two sockets nothing would.
      if (isClosed || socket.readyState > socket.OPEN) return notConnected;
      const { message, result } = pending.add(method, input);
      sendNow(message);
      onStart?.(() => {
        if (pending.has(message.id)) sendNow({ type: 'cancel', id: message.id });
      });
      return result;
    },
    on: events.on,
    close() {
      isClosed = true;
      socket.close();
    },
  };
}

/** Calls without a result yet. */
function createPendingCalls() {
  const calls = new Map<string, PendingCall>();
  let lastId = 0;
  return {
    add(method: MethodName, input: unknown) {
      lastId += 1;
      const message = { type: 'call', id: String(lastId), method, input } as const;
      const { promise: result, resolve } = Promise.withResolvers<CallResult>();
      calls.set(message.id, { message, resolve });
      return { message, result };
    },
    has: (id: string) => calls.has(id),
    messages: () => [...calls.values()].map(({ message }) => message),
    resolve(id: string, result: CallResult): void {
      calls.get(id)?.resolve(result);
      calls.delete(id);
    },
    resolveAll(result: CallResult): void {
      for (const { resolve } of calls.values()) resolve(result);
      calls.clear();
    },
  };
}

function createEventListeners() {
  const listeners = new Map<string, Set<(payload: unknown) => void>>();
  const on: Subscribe = (name, listener) => {
    const ofName = listeners.get(name) ?? new Set();
    listeners.set(name, ofName);
    const listen = (payload: unknown): void => listener(payload as Parameters<typeof listener>[0]);
    ofName.add(listen);
    return () => ofName.delete(listen);
  };
  return {
    on,
    /** The server has proven that this page came from it, so its events match the contract. */
    deliver(name: string, payload: unknown): void {
      for (const listener of listeners.get(name) ?? []) listener(payload);
    },
  };
}

/** The call was sent, so it may have taken effect. */
const connectionLost: CallResult = {
  ok: false,
  error: {
    code: 'connection-lost',
    message: 'Connection lost before Tenant Desk responded. Check the result before you try again.',
    retryable: isRetryable('connection-lost'),
    requestId: '',
  },
};

/** There was no connection to send the call over. */
const notConnected: CallResult = {
  ok: false,
  error: {
    code: 'unreachable',
    message: 'Can’t reach Tenant Desk. Nothing was sent. Try again in a moment.',
    retryable: isRetryable('unreachable'),
    requestId: '',
  },
};
