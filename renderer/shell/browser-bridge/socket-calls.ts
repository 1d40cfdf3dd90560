import type { CallResult, ToMain } from '../../../contract/envelope.ts';
import { toRendererSchema } from '../../../contract/envelope.ts';
import { isRetryable } from '../../../contract/errors.ts';
import type { EventName, EventPayload } from '../../../contract/events.ts';
import { events, isEventName } from '../../../contract/events.ts';
import type { Subscribe } from '../../../contract/desk.ts';
import type { MethodName } from '../../../contract/methods.ts';

/** Calls and events over one WebSocket, which is opened again when it breaks. */
export interface SocketCalls {
  invoke(name: MethodName, input: unknown, onStart?: (cancel: () => void) => void): Promise<CallResult>;
  readonly on: Subscribe;
  close(): void;
}

export interface SocketCallsOptions {
  readonly openSocket: () => WebSocket;
  /** Called when the connection is lost and when it is back. */
  readonly onConnection: (isConnected: boolean) => void;
  /** Runs a function after some milliseconds. */
  readonly schedule: (run: () => void, delayMs: number) => void;
}

interface PendingCall {
  readonly message: ToMain;
  readonly resolve: (result: CallResult) => void;
}

type Listeners = { [Name in EventName]?: Set<(payload: EventPayload<Name>) => void> };

const firstRetryMs = 250;
const slowestRetryMs = 5000;

export function createSocketCalls({ openSocket, onConnection, schedule }: SocketCallsOptions): SocketCalls {
  const pending = new Map<string, PendingCall>();
  const listeners: Listeners = {};
  let lastId = 0;
  let retryMs = firstRetryMs;
  let isClosed = false;
  let socket = connect();

  function connect(): WebSocket {
    const opening = openSocket();
    let wasOpen = false;
    opening.addEventListener('open', () => {
      wasOpen = true;
      retryMs = firstRetryMs;
      onConnection(true);
      for (const { message } of pending.values()) opening.send(JSON.stringify(message));
    });
    opening.addEventListener('message', ({ data }) => receive(String(data)));
    opening.addEventListener('close', () => {
      failPending(wasOpen ? connectionLost : notConnected);
      if (isClosed) return;
      onConnection(false);
      schedule(() => {
        if (!isClosed) socket = connect();
      }, retryMs);
      retryMs = Math.min(retryMs * 2, slowestRetryMs);
    });
    return opening;
  }

  function receive(text: string): void {
    const message = toRendererSchema.parse(JSON.parse(text));
    if (message.type === 'event') {
      if (isEventName(message.name)) deliver(message.name, message.payload);
      return;
    }
    const call = pending.get(message.id);
    pending.delete(message.id);
    call?.resolve(message.result);
  }

  function deliver<Name extends EventName>(name: Name, payload: unknown): void {
    const parsed = events[name].parse(payload) as EventPayload<Name>;
    for (const listener of listeners[name] ?? []) listener(parsed);
  }

  function failPending(result: CallResult): void {
    for (const { resolve } of pending.values()) resolve(result);
    pending.clear();
  }

  function sendNow(message: ToMain): void {
    if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(message));
  }

  return {
    invoke(method, input, onStart) {
      // A socket that is still opening sends what waits; between two sockets nobody would.
      if (socket.readyState > socket.OPEN) return Promise.resolve(notConnected);
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
      const ofName: Set<typeof listener> = (listeners[name] ??= new Set<never>());
      ofName.add(listener);
      return () => ofName.delete(listener);
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
