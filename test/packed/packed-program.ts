import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Arch } from 'electron-builder';
import { unpackArchive } from './asar-archive.ts';
import { packProgram } from './pack-program.ts';
import type { FileResponse, FromProgram, ProgramCall, ToProgram } from './program-messages.ts';

const entry = fileURLToPath(new URL('program-process.ts', import.meta.url));

/** The main process of the packed program, and calls that only it can handle. */
export interface PackedProgram {
  /** The URL of its window's page. */
  readonly url: string;
  readonly preloadFile: string;
  readonly profileFolder: string;
  request(url: string, method: string): Promise<FileResponse>;
  invoke(channel: string, message: unknown): Promise<unknown>;
  send(channel: string, message: unknown): Promise<unknown>;
  reload(): Promise<unknown>;
  chooseFile(path: string): Promise<unknown>;
  choosePlace(path: string): Promise<unknown>;
  opened(): Promise<unknown>;
  /** Listens to what main sends to the page from now on. */
  onEvent(listener: (channel: string, args: readonly unknown[]) => void): void;
  /** Asks it to quit and waits for its end. Returns the exit code. */
  stop(): Promise<number | null>;
}

/** A folder of the packed program, unpacked: Electron sees the archive as a folder. */
export async function unpackProgram(): Promise<{ readonly appFolder: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'packed-program-'));
  const { resources } = await packProgram(folder, process.arch === 'arm64' ? Arch.arm64 : Arch.x64);
  const appFolder = join(folder, 'program', 'resources', 'app.asar');
  await unpackArchive(join(resources, 'app.asar'), appFolder);
  return { appFolder, remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }) };
}

/** Starts the program on an empty profile and waits until its window shows the page. */
export async function startProgram(appFolder: string, folder: string): Promise<PackedProgram> {
  const profileFolder = join(folder, 'profile');
  const homeFolder = join(folder, 'home');
  await mkdir(homeFolder, { recursive: true });
  const child = fork(entry, [appFolder, homeFolder, '--profile', profileFolder], {
    cwd: folder,
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const calls = new Map<number, PromiseWithResolvers<unknown>>();
  const listeners: ((channel: string, args: readonly unknown[]) => void)[] = [];
  const { promise: ready, resolve, reject } = Promise.withResolvers<{ url: string; preloadFile: string }>();
  let lastId = 0;
  child.on('message', (message: FromProgram) => {
    if (message.kind === 'ready') resolve(message);
    else if (message.kind === 'event') {
      for (const listener of listeners) listener(message.channel, message.args);
    } else {
      const call = calls.get(message.id);
      calls.delete(message.id);
      if (message.kind === 'result') call?.resolve(message.value);
      else call?.reject(new Error(message.message));
    }
  });
  child.once('exit', (code) => {
    const ended = new Error(`The packed program ended with ${code}.`);
    reject(ended);
    for (const call of calls.values()) call.reject(ended);
  });

  function ask(call: ProgramCall): Promise<unknown> {
    lastId += 1;
    const response = Promise.withResolvers<unknown>();
    calls.set(lastId, response);
    child.send({ id: lastId, call } satisfies ToProgram);
    return response.promise;
  }

  const { url, preloadFile } = await ready;
  return {
    url,
    preloadFile,
    profileFolder,
    request: async (file, method) => (await ask({ kind: 'request', url: file, method })) as FileResponse,
    invoke: (channel, message) => ask({ kind: 'invoke', channel, message }),
    send: (channel, message) => ask({ kind: 'send', channel, message }),
    reload: () => ask({ kind: 'reload' }),
    chooseFile: (path) => ask({ kind: 'choose-file', path }),
    choosePlace: (path) => ask({ kind: 'choose-place', path }),
    opened: () => ask({ kind: 'opened' }),
    onEvent: (listener) => void listeners.push(listener),
    async stop() {
      if (child.exitCode !== null) return child.exitCode;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      return child.exitCode;
    },
  };
}
