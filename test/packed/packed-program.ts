import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Desk, DeskBridge } from '../../contract/bridge/desk.ts';
import { connectDesk } from '../../contract/bridge/desk.ts';
import { runPreload } from '../fakes/electron/run-preload.ts';
import type {
  FileResponse,
  FromProgram,
  ProgramCall,
  ProgramEnd,
  ProgramOptions,
  ToProgram,
} from './program-messages.ts';

const entry = fileURLToPath(new URL('program-process.ts', import.meta.url));

type EventListener = (channel: string, args: readonly unknown[]) => void;

/** A window of the packed program, as its page sees main. */
export interface ProgramWindow {
  /** The URL of its page. */
  readonly url: string;
  readonly preloadFile: string;
  /** Fulfilled when it is closed. */
  readonly closed: Promise<void>;
  request(url: string, method: string): Promise<FileResponse>;
  invoke(channel: string, message: unknown): Promise<unknown>;
  send(channel: string, message: unknown): Promise<unknown>;
  reload(): Promise<unknown>;
  close(): Promise<unknown>;
  /** Listens to what main sends to the page from now on. */
  onEvent(listener: EventListener): void;
}

/** The main process of the packed program, its first window, and calls that only it can handle. */
export interface PackedProgram extends ProgramWindow {
  readonly profileFolder: string;
  /** Fulfilled when the process has ended, on request or not. */
  readonly ended: Promise<ProgramEnd>;
  /** The windows are numbered from 0. Waits until it shows its page. */
  window(index: number): Promise<ProgramWindow>;
  /** Other calls. */
  ask(call: ProgramCall): Promise<unknown>;
  chooseFile(path: string): Promise<unknown>;
  choosePlace(path: string): Promise<unknown>;
  opened(): Promise<unknown>;
  /** Asks it to quit and waits for its end. Returns the exit code. */
  stop(): Promise<number | null>;
}

interface StartOptions extends Pick<ProgramOptions, 'policyFile'> {
  readonly profileFolder?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts the program, on an empty profile unless given, and waits until its window shows the page. */
export async function startProgram(
  appFolder: string,
  folder: string,
  options: StartOptions = {},
): Promise<PackedProgram> {
  const program = await runProgram(appFolder, folder, options);
  const first = await Promise.race([
    program.window(0),
    program.ended.then(({ code }) => {
      throw new Error(`The packed program ended with ${code}.`);
    }),
  ]);
  return { ...program, ...first };
}

/** Starts the program where it ends on its own, and returns how. */
export async function startAndEnd(
  appFolder: string,
  folder: string,
  options: StartOptions = {},
): Promise<ProgramEnd> {
  return await (
    await runProgram(appFolder, folder, options)
  ).ended;
}

async function runProgram(
  appFolder: string,
  folder: string,
  { policyFile, profileFolder = join(folder, 'profile'), env = {} }: StartOptions,
): Promise<Omit<PackedProgram, keyof ProgramWindow>> {
  const homeFolder = join(folder, 'home');
  await mkdir(homeFolder, { recursive: true });
  const options: ProgramOptions = { appFolder, homeFolder, policyFile };
  const child = fork(entry, [JSON.stringify(options), '--profile', profileFolder], {
    cwd: folder,
    env: { ...process.env, ...env },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const calls = new Map<number, PromiseWithResolvers<unknown>>();
  const windows = createWindows(ask);
  const ended = Promise.withResolvers<ProgramEnd>();
  let lastId = 0;
  child.on('message', (message: FromProgram) => {
    if (message.kind === 'ended') ended.resolve(message.end);
    else if (message.kind === 'result') takeCall(message.id)?.resolve(message.value);
    else if (message.kind === 'failed') takeCall(message.id)?.reject(new Error(message.message));
    else windows.take(message);
  });
  child.once('exit', (code) => {
    ended.resolve({ code: code ?? -1, boxes: [], relaunchArguments: undefined });
    for (const call of calls.values()) call.reject(new Error(`The packed program ended with ${code}.`));
  });

  function takeCall(id: number): PromiseWithResolvers<unknown> | undefined {
    const call = calls.get(id);
    calls.delete(id);
    return call;
  }

  function ask(call: ProgramCall): Promise<unknown> {
    lastId += 1;
    const response = Promise.withResolvers<unknown>();
    calls.set(lastId, response);
    child.send({ id: lastId, call } satisfies ToProgram);
    return response.promise;
  }

  return {
    profileFolder,
    ended: ended.promise,
    window: (index) => windows.shown(index),
    ask,
    chooseFile: (path) => ask({ kind: 'choose-file', path }),
    choosePlace: (path) => ask({ kind: 'choose-place', path }),
    opened: () => ask({ kind: 'opened' }),
    async stop() {
      if (child.exitCode !== null) return child.exitCode;
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
      return child.exitCode;
    },
  };
}

type WindowMessage = Extract<FromProgram, { readonly window: number }>;

/** The windows of a program, from its messages. */
function createWindows(ask: (call: ProgramCall) => Promise<unknown>) {
  const entries = new Map<number, ReturnType<typeof newEntry>>();
  const newEntry = () => ({
    shown: Promise.withResolvers<ProgramWindow>(),
    closed: Promise.withResolvers<undefined>(),
    listeners: [] as EventListener[],
  });
  const entryOf = (window: number) => {
    const entry = entries.get(window) ?? newEntry();
    entries.set(window, entry);
    return entry;
  };

  return {
    shown: (window: number) => entryOf(window).shown.promise,
    take(message: WindowMessage): void {
      const { window } = message;
      const { shown, closed, listeners } = entryOf(window);
      if (message.kind === 'event') for (const listen of listeners) listen(message.channel, message.args);
      else if (message.kind === 'closed') closed.resolve(undefined);
      else {
        const { url, preloadFile } = message;
        shown.resolve({
          ...{ url, preloadFile },
          closed: closed.promise,
          request: async (file, method) =>
            (await ask({ kind: 'request', url: file, method })) as FileResponse,
          invoke: (channel, sent) => ask({ kind: 'invoke', window, channel, message: sent }),
          send: (channel, sent) => ask({ kind: 'send', window, channel, message: sent }),
          reload: () => ask({ kind: 'reload', window }),
          close: () => ask({ kind: 'close', window }),
          onEvent: (listener) => void listeners.push(listener),
        });
      }
    },
  };
}

/** The calls of a page in the window, through the packed preload script, for checks that need no page. */
export async function deskOf({ preloadFile, invoke, send, onEvent }: ProgramWindow): Promise<Desk> {
  const world = await runPreload(preloadFile, {
    invoke,
    send,
    on(channel: string, listener: (event: object, ...args: readonly unknown[]) => void) {
      onEvent((sentOn, args) => {
        if (sentOn === channel) listener({}, ...args);
      });
    },
  });
  // The contract has the type of what the preload script exposes.
  return connectDesk(world['desk'] as DeskBridge);
}

/** The IDs of both, which the program adds as soon as their process has started. */
export async function embeddedTenants({ tenants }: Desk): Promise<readonly [string, string]> {
  for (;;) {
    const [first, second] = (await tenants.list()).filter(({ isSandbox }) => isSandbox);
    if (first !== undefined && second !== undefined) return [first.id, second.id];
    await delay(50);
  }
}
