import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import type { RawData } from 'ws';
import { WebSocket } from 'ws';
import { z } from 'zod';
import type { ToCommand } from '../../../../contract/bridge/command-messages.ts';
import { isToCommand } from '../../../../contract/bridge/command-messages.ts';
import type { FromDesk, FromPage } from '../../../../contract/bridge/page-handshake.ts';
import { isFromDesk } from '../../../../contract/bridge/page-handshake.ts';
import { isEqual, proofOf } from '../browser/access.ts';
import { readMessage } from '../browser/read-message.ts';
import type { DoorAddress } from './door-address.ts';
import { doorAddress, doorKeyFile } from './door-address.ts';

export interface DoorConnection {
  readonly socket: WebSocket;
  /** Of the Tenant Desk on the other side. */
  readonly version: string;
}

const fromDeskSchema = z.custom<FromDesk>(isFromDesk);
export const toCommandSchema = z.custom<ToCommand>(isToCommand);
/** Milliseconds for one step of the handshake: the other side is on this machine. */
const maxWaitMs = 5000;

/**
 * Connects to the Tenant Desk that has the profile folder open; undefined if none listens, or if the listener can't prove to
 * be one.
 */
export async function connectToDoor(
  folder: string,
  address: DoorAddress = doorAddress(folder, { platform: process.platform, temporaryFolder: tmpdir() }),
): Promise<DoorConnection | undefined> {
  const socket = new WebSocket('ws://desk/', {
    perMessageDeflate: false,
    createConnection: () => connect(address.path),
  });
  socket.on('error', () => undefined);
  const handshake = messagesOf(socket);
  try {
    await once(socket, 'open', { signal: AbortSignal.timeout(maxWaitMs) });
    if (!address.isOwnersOnly) await proveKey(socket, handshake.next, { folder, address: address.path });
    const ready = await handshake.next(toCommandSchema);
    if (ready?.type !== 'ready') throw new Error('It did not say that it is ready.');
    return { socket, version: ready.version };
  } catch {
    socket.terminate();
    return undefined;
  } finally {
    handshake.stop();
  }
}

type NextMessage = <Schema extends z.ZodType>(schema: Schema) => Promise<z.output<Schema> | undefined>;

/** The messages of the handshake, one by one: the first may arrive together with the response to the upgrade. */
function messagesOf(socket: WebSocket): { readonly next: NextMessage; stop(): void } {
  const arrived: RawData[] = [];
  let notify: () => void = () => undefined;
  const keep = (data: RawData): void => {
    arrived.push(data);
    notify();
  };
  socket.on('message', keep);
  return {
    stop: () => void socket.off('message', keep),
    async next(schema) {
      if (arrived.length === 0) {
        const message = new Promise<void>((resolve) => (notify = resolve));
        const closed = once(socket, 'close', { signal: AbortSignal.timeout(maxWaitMs) });
        await Promise.race([message, closed]);
      }
      const data = arrived.shift();
      return data === undefined ? undefined : readMessage(data, schema);
    },
  };
}

/** Proves to the other side that this process can read the profile, after it has proven the same. Rejects otherwise. */
async function proveKey(
  socket: WebSocket,
  next: NextMessage,
  { folder, address }: { readonly folder: string; readonly address: string },
): Promise<void> {
  const key = Buffer.from(await readFile(doorKeyFile(folder), 'utf8'), 'base64url');
  const pageNonce = randomBytes(16).toString('base64url');
  const say = (message: FromPage): void => socket.send(JSON.stringify(message));
  say({ type: 'hello', sessionId: 'command', nonce: pageNonce });
  const challenge = await next(fromDeskSchema);
  if (challenge?.type !== 'challenge') throw new Error('It proved nothing.');
  const facts = { address, pageNonce, deskNonce: challenge.nonce };
  if (!isEqual(challenge.proof, proofOf(key, { ...facts, by: 'desk' })))
    throw new Error('Its proof is wrong.');
  say({ type: 'answer', proof: proofOf(key, { ...facts, by: 'page' }) });
  const admitted = await next(fromDeskSchema);
  if (admitted?.type !== 'admitted') throw new Error('It did not let this process in.');
}
