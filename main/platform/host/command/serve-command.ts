import { once } from 'node:events';
import type { WebSocket } from 'ws';
import type { FromCommand, ToCommand } from '../../../../contract/bridge/command-messages.ts';
import { closedWithoutCall, fromCommandSchema } from '../../../../contract/bridge/command-messages.ts';
import type { Emit } from '../../../../contract/bridge/events.ts';
import type { Caller } from '../../dispatch.ts';
import { failure } from '../../errors/failure.ts';
import { withDeadline } from '../../timing/waiting.ts';
import { readMessage } from '../browser/read-message.ts';
import type { FileSink } from '../host.ts';
import type { CallFiles, FilesOfCalls } from './call-files.ts';

/** A command that is connected. */
export interface OpenCommand {
  readonly emit: Emit;
  /** Accepts no more calls, and resolves once active ones have been answered; `cancels` ends them early. */
  end(options: { readonly cancels: boolean }): Promise<void>;
}

export interface ServeCommandParts {
  readonly caller: Caller;
  readonly files: Pick<FilesOfCalls, 'run'>;
  readonly version: string;
}

type CallMessage = Extract<FromCommand, { type: 'call' }>;

const policyViolation = 1008;
/** In milliseconds. */
const endingMs = 5000;
const farewellMs = 500;

/** Lets a command speak to the services until its connection closes. */
export function serveCommand(socket: WebSocket, { caller, files, version }: ServeCommandParts): OpenCommand {
  const running = new Set<Promise<void>>();
  let isEnding = false;
  const send = (message: ToCommand): void => {
    if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(message));
  };
  const chunks = createChunks(send);

  async function response(message: CallMessage): Promise<void> {
    const { type, id, method, input, reading } = message;
    const named = filesOf(message, chunks.sinkFor);
    const result = await files.run(named, () => caller.receive({ type, id, method, input, reading }, true));
    if (result !== undefined) send({ type: 'result', id, result });
  }

  function receive(message: FromCommand): void {
    if (message.type === 'taken') return chunks.taken(message.id);
    if (message.type === 'cancel') return void caller.receive(message, true);
    // Never begun: the connection is about to close with `closedWithoutCall`, and the command makes the call elsewhere.
    if (isEnding) return;
    const answered = response(message).finally(() => running.delete(answered));
    running.add(answered);
  }

  socket.on('message', (data, isBinary) => {
    const message = isBinary ? undefined : readMessage(data, fromCommandSchema);
    if (message === undefined) return socket.close(policyViolation, 'Not a message of a command.');
    receive(message);
  });
  socket.on('error', () => socket.terminate());
  socket.on('close', () => {
    chunks.stop();
    caller.close();
  });
  send({ type: 'ready', version });

  return {
    emit: (name, payload) => send({ type: 'event', name, payload }),
    async end({ cancels }) {
      isEnding = true;
      if (cancels) caller.close();
      const answered = Promise.all(running);
      // A call that ignores its cancellation must not block closing the window.
      await (cancels ? withDeadline(answered, endingMs).catch(() => undefined) : answered);
      if (socket.readyState === socket.CLOSED) return;
      const closed = once(socket, 'close');
      socket.close(closedWithoutCall, 'Tenant Desk was closed.');
      // A command that hangs does not answer the farewell.
      setTimeout(() => socket.terminate(), farewellMs).unref();
      await closed;
    },
  };
}

interface Chunks {
  /** Sends what is saved by a call to its command, which takes one chunk after the other. */
  sinkFor(callId: string): FileSink;
  taken(callId: string): void;
  /** The command has disconnected: no one receives the rest. */
  stop(): void;
}

function createChunks(send: (message: ToCommand) => void): Chunks {
  const waiting = new Map<string, { resolve(): void; reject(error: Error): void }>();
  const gone = () => failure('canceled', 'The command has ended.');
  let isStopped = false;
  return {
    sinkFor: (id) => (chunk) =>
      new Promise((resolve, reject) => {
        if (isStopped) return reject(gone());
        waiting.set(id, { resolve, reject });
        send({ type: 'chunk', id, bytes: Buffer.from(chunk).toString('base64') });
      }),
    taken: (id) => waiting.get(id)?.resolve(),
    stop() {
      isStopped = true;
      for (const { reject } of waiting.values()) reject(gone());
    },
  };
}

function filesOf(
  { id, files: { open, save, folder, isStreamed } }: CallMessage,
  sinkFor: Chunks['sinkFor'],
): CallFiles {
  const target = isStreamed === true ? sinkFor(id) : save;
  return {
    ...(open === undefined ? {} : { open }),
    ...(target === undefined ? {} : { save: target }),
    ...(folder === undefined ? {} : { folder }),
  };
}
