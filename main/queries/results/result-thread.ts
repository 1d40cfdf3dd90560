import { Worker } from 'node:worker_threads';
import { DeskFailure } from '../../../contract/errors/desk-failure.ts';
import { isDeskError } from '../../../contract/errors/errors.ts';
import { failure } from '../../platform/errors/failure.ts';
import type { ReadJson } from '../../platform/json/read-json.ts';
import { jsonLimits } from '../../platform/json/read-json.ts';
import { storageFailure } from '../../platform/storage/storage-failure.ts';
import type {
  FromResultThread,
  ThreadCallName,
  ThreadCalls,
  ThreadError,
  ToResultThread,
} from './thread-calls.ts';

/** Beside this module where it runs from the source, and beside the bundle that this module is in. */
const entry = new URL(
  import.meta.url.endsWith('.ts') ? './result-worker.ts' : './result-worker.js',
  import.meta.url,
);
/** In megabytes; of the thread, which is ended beyond. Sorting a million rows takes about half of it. */
const maxMemory = 1024;
/** As well, for what is soon done with: a page is, and more of it would only let the program grow. */
const youngMemory = 16;

/** The thread that has the files of results; started when it is first needed, and again should it fail. */
export interface ResultThread {
  /** Throws a `storage-…` failure for what the disk says. */
  call<Name extends ThreadCallName>(name: Name, input: ThreadCalls[Name][0]): Promise<ThreadCalls[Name][1]>;
  /** As `readJson`, with the rows of a query's answer kept in the thread; see `ThreadCalls.readPage`. Takes the bytes away. */
  readonly readPage: ReadJson;
  /** Closes the files. Nothing is asked of it afterwards. */
  end(): Promise<void>;
}

interface Waiting {
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

interface RunningThread {
  readonly worker: Worker;
  readonly waiting: Map<number, Waiting>;
}

export function createResultThread(): ResultThread {
  let running: RunningThread | undefined;
  let lastCall = 0;

  function start(): RunningThread {
    // Of this thread alone: what becomes of one that has failed is no concern of the one after it.
    const waiting = new Map<number, Waiting>();
    const worker = new Worker(entry, {
      resourceLimits: { maxOldGenerationSizeMb: maxMemory, maxYoungGenerationSizeMb: youngMemory },
    });
    const started: RunningThread = { worker, waiting };
    worker.on('message', (answer: FromResultThread) => {
      const asked = waiting.get(answer.call);
      waiting.delete(answer.call);
      if (waiting.size === 0) worker.unref();
      if (answer.ok) asked?.resolve(answer.value);
      else asked?.reject(errorOf(answer.error));
    });
    const fail = (error: unknown): void => {
      if (running === started) running = undefined;
      for (const asked of waiting.values()) asked.reject(error);
      waiting.clear();
    };
    worker.on('error', (error: NodeJS.ErrnoException) =>
      fail(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooLarge(error) : error),
    );
    worker.on('exit', () => fail(new Error('The thread that keeps results has ended.')));
    return started;
  }

  function ask<Name extends ThreadCallName>(
    name: Name,
    input: ThreadCalls[Name][0],
    moved: readonly ArrayBuffer[] = [],
  ): Promise<ThreadCalls[Name][1]> {
    running ??= start();
    const { worker, waiting } = running;
    lastCall += 1;
    const message: ToResultThread = { call: lastCall, name, input };
    return new Promise((resolve, reject) => {
      waiting.set(lastCall, { resolve: resolve, reject });
      // While it owes an answer the program goes on.
      worker.ref();
      worker.postMessage(message, moved);
    });
  }

  return {
    call: (name, input) => ask(name, input),
    async readPage(bytes, signal, limits = jsonLimits) {
      signal.throwIfAborted();
      const { buffer } = bytes;
      const isAlone = buffer instanceof ArrayBuffer && buffer.byteLength === bytes.byteLength;
      const own = isAlone ? bytes : new Uint8Array(bytes);
      const parsed = await ask('readPage', { bytes: own, limits }, [own.buffer as ArrayBuffer]);
      signal.throwIfAborted();
      return parsed;
    },
    async end() {
      if (running === undefined) return;
      const { worker } = running;
      await ask('close', undefined).catch(() => undefined);
      await worker.terminate();
    },
  };
}

function errorOf({ message, errcode, code, failure: told }: ThreadError): Error {
  if (isDeskError(told)) return new DeskFailure(told);
  const error = Object.assign(new Error(message), {
    ...(errcode !== undefined && { errcode }),
    ...(code !== undefined && { code }),
  });
  return storageFailure(error) ?? error;
}

function tooLarge(cause: Error): DeskFailure {
  return failure(
    'response-too-large',
    'The result is too large to be put in order on this machine. Sort it in the query (ORDER BY), or filter it first.',
    { cause },
  );
}
