import { Worker } from 'node:worker_threads';
import { createAssembly } from './json-pieces.ts';
import type { FromJsonWorker, ToJsonWorker } from './answer-in-thread.ts';
import type { ParsedJson } from './parse-json.ts';
import { parseJson, tooMuch } from './parse-json.ts';
import type { JsonLimits } from './scan-json.ts';
import { createYielder } from '../timing/yielder.ts';

/**
 * What a tenant or a person may give us to read. The specification knows nothing that is nested ten deep; the largest page
 * that a query may ask for has 100,000 rows, here with up to some forty columns.
 */
export const jsonLimits: JsonLimits = { depth: 100, values: 5_000_000, members: 20_000 };

/** In bytes. What is smaller is parsed at once, within some milliseconds. */
const small = 256 * 1024;
/** In bytes; copied to the thread at a time. */
const slice = 1024 * 1024;
/** In megabytes; of the thread, which is ended beyond. */
const maxMemory = 1024;

/** Beside this module where it runs from the source, and beside the bundle that this module is in. */
const entry = new URL(
  import.meta.url.endsWith('.ts') ? './json-worker.ts' : './json-worker.js',
  import.meta.url,
);

/** As `readJson`. */
export type ReadJson = (bytes: Uint8Array, signal: AbortSignal, limits?: JsonLimits) => Promise<ParsedJson>;

/** A thread that reads large texts of JSON, started when it is needed. */
export interface JsonThread {
  readonly read: ReadJson;
  /** Has it ready for a text that is to come soon: while a person chooses a file there is time to start one. */
  prepare(): void;
}

/** In milliseconds. Long lists are read again and again, and starting a thread takes longer than reading one. */
const reuseMs = 10_000;

/** `entry`: a module that calls `answerInThread`. What it makes of a value is what is read. */
export function createJsonThread(entry: URL): JsonThread {
  let kept: { readonly worker: Worker; readonly timer: NodeJS.Timeout } | undefined;

  const startWorker = (): Worker =>
    new Worker(entry, { resourceLimits: { maxOldGenerationSizeMb: maxMemory } });

  function takeWorker(): Worker {
    const free = kept;
    kept = undefined;
    if (free === undefined) return startWorker();
    clearTimeout(free.timer);
    listenNoMore(free.worker);
    free.worker.ref();
    return free.worker;
  }

  /** One that has given its answer is kept for the next text, unless there is one already; it keeps no program running. */
  function reuseWorker(worker: Worker): void {
    if (kept !== undefined) {
      void worker.terminate();
      return;
    }
    const forget = (): void => {
      if (kept?.worker !== worker) return;
      clearTimeout(kept.timer);
      kept = undefined;
      void worker.terminate();
    };
    worker.unref();
    // One that ends by itself is no longer there to be taken.
    worker.on('error', forget);
    worker.on('exit', forget);
    kept = { worker, timer: setTimeout(forget, reuseMs).unref() };
  }

  return {
    prepare() {
      if (kept === undefined) reuseWorker(startWorker());
    },
    async read(bytes, signal, limits = jsonLimits) {
      signal.throwIfAborted();
      const turns = createYielder();
      await turns.rest();
      const worker = takeWorker();
      const post = (message: ToJsonWorker, moved: readonly ArrayBuffer[] = []): void =>
        worker.postMessage(message, moved);
      const ending = new AbortController();
      let isFree = false;
      try {
        post({ type: 'begin', size: bytes.byteLength, limits });
        const answer = receive(worker, post, limits, AbortSignal.any([signal, ending.signal]));
        // Told by whoever waits for the answer; here it must not count as unheard.
        answer.catch(() => undefined);
        for (let from = 0; from < bytes.byteLength && !signal.aborted; from += slice) {
          // A copy of these bytes alone: of a view the whole of what lies behind it would be sent.
          const copy = new Uint8Array(bytes.subarray(from, from + slice));
          post({ type: 'bytes', bytes: copy }, [copy.buffer]);
          if (turns.isOver()) await turns.rest();
        }
        const parsed = await answer;
        isFree = true;
        return parsed;
      } finally {
        ending.abort();
        listenNoMore(worker);
        if (isFree) reuseWorker(worker);
        else await worker.terminate();
      }
    },
  };
}

const plain = createJsonThread(entry);

/**
 * Reads JSON of any size without stopping this thread for longer than some milliseconds at a time: a large text is
 * parsed in a thread of its own, and its value arrives in pieces. The bytes must stay as they are meanwhile. Rejects
 * with the signal's reason when it aborts.
 */
export const readJson: ReadJson = async (bytes, signal, limits = jsonLimits) => {
  signal.throwIfAborted();
  return isSmall(bytes) ? parseJson(bytes, limits) : await plain.read(bytes, signal, limits);
};

/** True for a text that is parsed at once, within some milliseconds. */
export const isSmall = (bytes: Uint8Array): boolean => bytes.byteLength <= small;

/** Only ours: the thread itself listens to what is listened to. */
function listenNoMore(worker: Worker): void {
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
