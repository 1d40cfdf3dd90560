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
/** In megabytes; the thread is terminated beyond. Sorting a million rows takes about half of it. */
const maxMemory = 1024;
/** Also in megabytes, for short-lived objects such as a page: more would only let the process grow. */
const youngMemory = 16;

/** The thread that has the files of results; started when first needed, and again after a failure. */
export interface ResultThread {
  /** Throws a `storage-…` failure for a disk error. */
  call<Name extends ThreadCallName>(name: Name, input: ThreadCalls[Name][0]): Promise<ThreadCalls[Name][1]>;
  /** As `readJson`, with the rows of a query's response stored in the thread; see `ThreadCalls.readPage`. Transfers the bytes. */
  readonly readPage: ReadJson;
  /** Closes the files. No calls are allowed afterwards. */
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
    // Belongs to this thread: a failed one doesn't affect its successor.
    const waiting = new Map<number, Waiting>();
    const worker = new Worker(entry, {
      resourceLimits: { maxOldGenerationSizeMb: maxMemory, maxYoungGenerationSizeMb: youngMemory },
    });
    const started: RunningThread = { worker, waiting };
    worker.on('message', (response: FromResultThread) => {
      const pending = waiting.get(response.call);
      waiting.delete(response.call);
      if (waiting.size === 0) worker.unref();
      if (response.ok) pending?.resolve(response.value);
      else pending?.reject(errorOf(response.error));
    });
    const fail = (error: unknown): void => {
      if (running === started) running = undefined;
      for (const pending of waiting.values()) pending.reject(error);
      waiting.clear();
    };
    worker.on('error', (error: NodeJS.ErrnoException) =>
      fail(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooLarge(error) : error),
    );
    worker.on('exit', () => fail(new Error('The result thread has ended.')));
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
      // The process must not exit while a call is pending.
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

function errorOf({ message, errcode, code, failure: reported }: ThreadError): Error {
  if (isDeskError(reported)) return new DeskFailure(reported);
  const error = Object.assign(new Error(message), {
    ...(errcode !== undefined && { errcode }),
    ...(code !== undefined && { code }),
  });
  return storageFailure(error) ?? error;
}

function tooLarge(cause: Error): DeskFailure {
  return failure(
    'response-too-large',
    'The result is too large to sort on this computer. Sort it in the query (ORDER BY) or filter it first.',
    { cause },
  );
}
