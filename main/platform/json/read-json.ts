import { Worker } from 'node:worker_threads';
import { createAssembly } from './json-pieces.ts';
import type { FromJsonWorker, ToJsonWorker } from './parse-in-thread.ts';
import type { ParsedJson } from './parse-json.ts';
import { parseJson, tooMuch } from './parse-json.ts';
import type { JsonLimits } from './scan-json.ts';
import { createYielder } from '../timing/yielder.ts';

/**
 * Limits for JSON from a tenant or a user. Nothing in the specification is nested ten levels deep; the largest query page has
 * 100,000 rows, here with up to about forty columns.
 */
export const jsonLimits: JsonLimits = { depth: 100, values: 5_000_000, members: 20_000 };

/** In bytes. Smaller texts are parsed synchronously, within some milliseconds. */
const small = 256 * 1024;
/** Bytes copied to the thread at a time. */
const slice = 1024 * 1024;
/** Memory limit of the thread, in megabytes. */
const maxMemory = 1024;

/** Next to this module when running from source, or next to its bundle. */
const entry = new URL(
  import.meta.url.endsWith('.ts') ? './json-worker.ts' : './json-worker.js',
  import.meta.url,
);

/** See `readJson`. */
export type ReadJson = (bytes: Uint8Array, signal: AbortSignal, limits?: JsonLimits) => Promise<ParsedJson>;

/** A thread that parses large JSON texts, started on demand. */
export interface JsonThread {
  readonly read: ReadJson;
  /** Starts it in advance, for example while the user chooses a file. */
  prepare(): void;
}

/** In milliseconds. Long lists are read repeatedly, and starting a thread takes longer than parsing one. */
const reuseMs = 10_000;

/** `entry`: a module that calls `parseInThread` and may transform the value. */
export function createJsonThread(entry: URL): JsonThread {
  let idle: { readonly worker: Worker; readonly timer: NodeJS.Timeout } | undefined;

  const startWorker = (): Worker =>
    new Worker(entry, { resourceLimits: { maxOldGenerationSizeMb: maxMemory } });

  function takeWorker(): Worker {
    const free = idle;
    idle = undefined;
    if (free === undefined) return startWorker();
    clearTimeout(free.timer);
    removeListeners(free.worker);
    free.worker.ref();
    return free.worker;
  }

  /** Keeps a finished worker for the next text, unless there already is one; it doesn't keep the process alive. */
  function reuseWorker(worker: Worker): void {
    if (idle !== undefined) {
      void worker.terminate();
      return;
    }
    const forget = (): void => {
      if (idle?.worker !== worker) return;
      clearTimeout(idle.timer);
      idle = undefined;
      void worker.terminate();
    };
    worker.unref();
    // A worker that exits can't be reused.
    worker.on('error', forget);
    worker.on('exit', forget);
    idle = { worker, timer: setTimeout(forget, reuseMs).unref() };
  }

  return {
    prepare() {
      if (idle === undefined) reuseWorker(startWorker());
    },
    async read(bytes, signal, limits = jsonLimits) {
      signal.throwIfAborted();
      const yielder = createYielder();
      await yielder.rest();
      const worker = takeWorker();
      const post = (message: ToJsonWorker, moved: readonly ArrayBuffer[] = []): void =>
        worker.postMessage(message, moved);
      const ending = new AbortController();
      let isFree = false;
      try {
        post({ type: 'begin', size: bytes.byteLength, limits });
        const response = receive(worker, post, limits, AbortSignal.any([signal, ending.signal]));
        // Handled by the await below; must not count as unhandled until then.
        response.catch(() => undefined);
        for (let from = 0; from < bytes.byteLength && !signal.aborted; from += slice) {
          // A copy: transferring a view would transfer its whole buffer.
          const copy = new Uint8Array(bytes.subarray(from, from + slice));
          post({ type: 'bytes', bytes: copy }, [copy.buffer]);
          if (yielder.isOver()) await yielder.rest();
        }
        const parsed = await response;
        isFree = true;
        return parsed;
      } finally {
        ending.abort();
        removeListeners(worker);
        if (isFree) reuseWorker(worker);
        else await worker.terminate();
      }
    },
  };
}

const plain = createJsonThread(entry);

/**
 * Parses JSON of any size without blocking this thread for more than some milliseconds at a time: a large text is parsed in a
 * separate thread, and its value arrives in pieces. The bytes must not change meanwhile. Rejects with the signal's reason when it
 * aborts.
 */
export const readJson: ReadJson = async (bytes, signal, limits = jsonLimits) => {
  signal.throwIfAborted();
  return isSmall(bytes) ? parseJson(bytes, limits) : await plain.read(bytes, signal, limits);
};

/** True for a text that is parsed synchronously. */
export const isSmall = (bytes: Uint8Array): boolean => bytes.byteLength <= small;

/** Only our events: removing all listeners would break the worker. */
function removeListeners(worker: Worker): void {
  for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event);
}

function receive(
  worker: Worker,
  post: (message: ToJsonWorker) => void,
  limits: JsonLimits,
  signal: AbortSignal,
): Promise<ParsedJson> {
  const assembly = createAssembly();
  return new Promise((resolve, reject) => {
    const giveUp = (): void => reject(signal.reason as Error);
    signal.addEventListener('abort', giveUp, { once: true });
    if (signal.aborted) giveUp();
    worker.on('message', (message: FromJsonWorker) => {
      if (message.type === 'problem') return resolve({ ok: false, problem: message.problem });
      assembly.add(message.piece);
      if (message.isLast) resolve({ ok: true, value: assembly.value() });
      else post({ type: 'next' });
    });
    worker.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ERR_WORKER_OUT_OF_MEMORY') return reject(error);
      resolve({ ok: false, problem: tooMuch('values', limits) });
    });
    worker.on('exit', (code) => reject(new Error(`The thread that reads JSON ended with ${code}.`)));
  });
}
