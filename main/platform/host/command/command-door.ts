import { randomBytes } from 'node:crypto';
import { chmodSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { writeFile } from 'node:fs/promises';
import { WebSocketServer } from 'ws';
import type { WebSocket } from 'ws';
import type { Emit } from '../../../../contract/bridge/events.ts';
import type { Dispatcher } from '../../dispatch.ts';
import type { Log } from '../../log/log.ts';
import { createAccess } from '../browser/access.ts';
import { admitPage } from '../browser/admit-page.ts';
import type { Host } from '../host.ts';
import type { CallFiles } from './call-files.ts';
import { createFilesOfCalls } from './call-files.ts';
import type { DoorAddress } from './door-address.ts';
import { doorAddress, doorKeyFile } from './door-address.ts';
import type { OpenCommand } from './serve-command.ts';
import { serveCommand } from './serve-command.ts';

export interface CommandDoorOptions {
  readonly host: Host;
  readonly profileFolder: string;
  readonly version: string;
  readonly log: Log;
  /** The usual one of the profile folder unless given. */
  readonly address?: DoorAddress;
}

/**
 * Lets the command line work in the process that has the profile open: over a socket that only the owner of the profile can use,
 * with the calls of the window, so that its work appears in both.
 */
export interface CommandDoor {
  /** The host for the services: sends every event to commands, and takes the files of their calls from their arguments. */
  readonly host: Host;
  /** Runs a call with its own files. */
  withFiles<Result>(files: CallFiles, call: () => Promise<Result>): Promise<Result>;
  /** Begins to listen. Never rejects: without a door commands say that the profile is in use. */
  open(dispatcher: Dispatcher): Promise<void>;
  /** Accepts no more calls, waits for active ones (`cancels` ends them early), then closes every connection. */
  close(options: { readonly cancels: boolean }): Promise<void>;
}

/** Plans with whole records are the largest messages of a command. */
const maxMessageBytes = 64 * 1024 * 1024;
const keySession = 'command';

export function createCommandDoor(options: CommandDoorOptions): CommandDoor {
  const { host, profileFolder: folder, version, log } = options;
  const address =
    options.address ?? doorAddress(folder, { platform: process.platform, temporaryFolder: tmpdir() });
  const files = createFilesOfCalls();
  const commands = new Set<OpenCommand>();
  const server = createServer();
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: maxMessageBytes,
    perMessageDeflate: false,
  });
  const emit: Emit = (name, payload) => {
    host.emit(name, payload);
    for (const command of commands) command.emit(name, payload);
  };

  function serveAll(dispatcher: Dispatcher, key: string | undefined): void {
    server.on('upgrade', (request, connection, head) => {
      sockets.handleUpgrade(request, connection, head, (socket) => {
        void admit(socket, address, key).then((isAdmitted) => {
          if (!isAdmitted) return;
          const command = serveCommand(socket, { caller: dispatcher.openCaller('command'), files, version });
          commands.add(command);
          socket.once('close', () => commands.delete(command));
        });
      });
    });
  }

  return {
    host: files.over({ ...host, emit }),
    withFiles: files.run,
    async open(dispatcher) {
      try {
        const key = address.isOwnersOnly ? undefined : randomBytes(32).toString('base64url');
        if (key !== undefined) await writeKey(folder, key);
        serveAll(dispatcher, key);
        await listenAt(server, address.path);
      } catch (error) {
        log.write('warning', 'command-door.not-opened', { error });
      }
    },
    async close({ cancels }) {
      const closed = new Promise((resolve) => server.close(resolve));
      await Promise.all([...commands].map((command) => command.end({ cancels })));
      server.closeAllConnections();
      for (const socket of sockets.clients) socket.terminate();
      await closed;
      rmSync(doorKeyFile(folder), { force: true });
    },
  };
}

/** True for a command that may send calls: at once if no other user can connect, else once it has proven that it has the key. */
async function admit(socket: WebSocket, { path }: DoorAddress, key: string | undefined): Promise<boolean> {
  if (key === undefined) return true;
  const access = createAccess({ now: Date.now, randomBytes, sessions: [{ sessionId: keySession, key }] });
  return await admitPage(socket, { access, address: path, randomBytes });
}

async function listenAt(server: Server, path: string): Promise<void> {
  const isFile = process.platform !== 'win32';
  // The socket of a killed process: only the process that holds the lock of the folder listens.
  if (isFile) rmSync(path, { force: true });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(path, resolve);
  });
  server.unref();
  if (isFile) chmodSync(path, 0o600);
}

/** Written as a new file, so that no other process has it open already. */
async function writeKey(folder: string, key: string): Promise<void> {
  const file = doorKeyFile(folder);
  rmSync(file, { force: true });
  await writeFile(file, key, { mode: 0o600, flag: 'wx' });
}
