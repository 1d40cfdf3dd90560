import type { WebSocket } from 'ws';
import type { FromCommand, ToCommand } from '../../../../contract/bridge/command-messages.ts';
import { fromCommandSchema } from '../../../../contract/bridge/command-messages.ts';
import type { Emit } from '../../../../contract/bridge/events.ts';
import type { Caller } from '../../dispatch.ts';
import { failure } from '../../errors/failure.ts';
import { readMessage } from '../browser/read-message.ts';
import type { FileSink } from '../host.ts';
import type { CallFiles, FilesOfCalls } from './call-files.ts';

/** A command that is connected. */
export interface OpenCommand {
  readonly emit: Emit;
  /** Takes no more calls, and resolves once those under way have been answered; `cancels` ends them early. */
  end(options: { readonly cancels: boolean }): Promise<void>;
}

export interface ServeCommandParts {
  readonly caller: Caller;
  readonly files: Pick<FilesOfCalls, 'run'>;
  readonly version: string;
}

type CallMessage = Extract<FromCommand, { type: 'call' }>;

const policyViolation = 1008;
const goingAway = 1001;

/** Lets a command speak to the services until its connection closes. */
export function serveCommand(socket: WebSocket, { caller, files, version }: ServeCommandParts): OpenCommand {
  const underWay = new Set<Promise<void>>();
  /** What waits for a command to take a chunk of its file, by call. */
  const waiting = new Map<string, { resolve(): void; reject(error: Error): void }>();
  let isEnding = false;
  const send = (message: ToCommand): void => {
    if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(message));
  };

  const streamTo =
    (id: string): FileSink =>
    (chunk) =>
      new Promise((resolve, reject) => {
        if (socket.readyState !== socket.OPEN) return reject(failure('canceled', 'Canceled.'));
        waiting.set(id, { resolve, reject });
        send({ type: 'chunk', id, bytes: Buffer.from(chunk).toString('base64') });
      });

  function filesOf({ id, files: { open, save, folder, isStreamed } }: CallMessage): CallFiles {
    const target = isStreamed === true ? streamTo(id) : save;
    return {
      ...(open === undefined ? {} : { open }),
      ...(target === undefined ? {} : { save: target }),
      ...(folder === undefined ? {} : { folder }),
    };
  }

  async function answer(message: CallMessage): Promise<void> {
    const { type, id, method, input } = message;
    const result = await files.run(filesOf(message), () => caller.receive({ type, id, method, input }, true));
    waiting.delete(id);
    if (result !== undefined) send({ type: 'result', id, result });
  }

  function receive(message: FromCommand): void {
    if (message.type === 'taken') return waiting.get(message.id)?.resolve();
    if (message.type === 'cancel') return void caller.receive(message, true);
    if (isEnding) return;
    const answered = answer(message).finally(() => underWay.delete(answered));
    underWay.add(answered);
  }

  socket.on('message', (data, isBinary) => {
    const message = isBinary ? undefined : readMessage(data, fromCommandSchema);
    if (message === undefined) return socket.close(policyViolation, 'Not a message of a command.');
    receive(message);
  });
  socket.on('error', () => socket.terminate());
  socket.on('close', () => {
    for (const { reject } of waiting.values()) reject(failure('canceled', 'The command has ended.'));
    caller.close();
  });
  send({ type: 'ready', version });

  return {
    emit: (name, payload) => send({ type: 'event', name, payload }),
    async end({ cancels }) {
      isEnding = true;
      if (cancels) caller.close();
      await Promise.all(underWay);
      socket.close(goingAway, 'Tenant Desk was closed.');
    },
  };
}
