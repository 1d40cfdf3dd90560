import { resolve as absolute } from 'node:path';
import type { WebSocket } from 'ws';
import type { FromCommand, ToCommand } from '../../../contract/bridge/command-messages.ts';
import { closedWithoutCall } from '../../../contract/bridge/command-messages.ts';
import type { EventName } from '../../../contract/bridge/events.ts';
import { events } from '../../../contract/bridge/events.ts';
import type { CallResult } from '../../../contract/bridge/to-renderer.ts';
import { failure } from '../../platform/errors/failure.ts';
import { readMessage } from '../../platform/host/browser/read-message.ts';
import type { CallFiles } from '../../platform/host/command/call-files.ts';
import { createEvents } from '../../platform/host/command/command-host.ts';
import { toCommandSchema } from '../../platform/host/command/connect-command.ts';
import { callThrough } from './call-through.ts';
import type { Desk } from './desk.ts';

interface RunningCall {
  readonly resolve: (result: CallResult) => void;
  readonly reject: (error: Error) => void;
  readonly files: CallFiles;
}

/** The other side has closed before it began a call: it can be made again elsewhere. */
export class NotBegun extends Error {}

/** The services in the window, or in another command, that has the profile open. */
export function createRemoteDesk(socket: WebSocket, ending: AbortSignal): Desk {
  const runningCalls = new Map<string, RunningCall>();
  const { emit, on } = createEvents();
  const send = (message: FromCommand): void => socket.send(JSON.stringify(message));

  async function takeChunk(id: string, bytes: string): Promise<void> {
    const save = runningCalls.get(id)?.files.save;
    if (typeof save === 'function') await save(Buffer.from(bytes, 'base64'));
    send({ type: 'taken', id });
  }

  function receive(message: ToCommand): void {
    if (message.type === 'result') runningCalls.get(message.id)?.resolve(message.result);
    if (message.type === 'event' && isEventName(message.name)) {
      const { data, success } = events[message.name].safeParse(message.payload);
      // The schema was found by the name.
      if (success) emit(message.name, data as never);
    }
    if (message.type === 'chunk') {
      const { id } = message;
      takeChunk(id, message.bytes).catch((error: unknown) => {
        runningCalls.get(id)?.reject(error instanceof Error ? error : new Error(String(error)));
        send({ type: 'cancel', id });
      });
    }
  }

  socket.on('message', (data) => {
    const message = readMessage(data, toCommandSchema);
    if (message !== undefined) receive(message);
  });
  socket.on('close', (code) => {
    for (const { reject } of runningCalls.values())
      reject(code === closedWithoutCall ? new NotBegun() : ended());
  });

  async function sendCall(
    call: Parameters<Parameters<typeof callThrough>[0]['send']>[0],
  ): Promise<CallResult> {
    const { id, files, ...rest } = call;
    if (socket.readyState !== socket.OPEN) throw new NotBegun();
    try {
      return await new Promise<CallResult>((resolve, reject) => {
        runningCalls.set(id, { resolve, reject, files });
        send({ type: 'call', id, ...rest, files: sentFiles(files) });
      });
    } finally {
      runningCalls.delete(id);
    }
  }

  return {
    call: callThrough({ send: sendCall, cancel: (id) => send({ type: 'cancel', id }) }, ending),
    on,
    async close() {
      socket.close();
    },
  };
}

/** The other process has another current folder. */
function sentFiles({ open, save, folder }: CallFiles): Extract<FromCommand, { type: 'call' }>['files'] {
  return {
    ...(open === undefined ? {} : { open: absolute(open) }),
    ...(typeof save === 'string' ? { save: absolute(save) } : {}),
    ...(typeof save === 'function' ? { isStreamed: true } : {}),
    ...(folder === undefined ? {} : { folder: absolute(folder) }),
  };
}

function isEventName(name: string): name is EventName {
  return Object.hasOwn(events, name);
}

function ended() {
  return failure(
    'connection-lost',
    'The Tenant Desk that has the profile open has ended. Run tdesk history to see what was applied, then try again.',
  );
}
