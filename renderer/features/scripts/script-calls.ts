import { TEST_RUN_MILLISECONDS } from '../../../languages/assertion/test-run-limits.ts';
import type { ResultOf, ScriptResult, ScriptRequest } from './script-protocol.ts';

/** Time for the worker to load and the engine to start, beside the runs that it stops itself. */
const spareMs = 10_000;

interface Waiting {
  readonly resolve: (result: ScriptResult) => void;
  readonly reject: (error: Error) => void;
  readonly timer: ReturnType<typeof setTimeout>;
}

type FromWorker =
  { readonly id: number; readonly result: ScriptResult } | { readonly id: number; readonly failure: string };

/** Scripts run in a worker, so that they can't freeze the window; a worker that doesn't respond is terminated. */
export class ScriptCalls {
  readonly #createWorker: () => Worker;
  #worker: Worker | undefined;
  #lastId = 0;
  readonly #waiting = new Map<number, Waiting>();

  constructor(createWorker: () => Worker) {
    this.#createWorker = createWorker;
  }

  /** Rejects if the worker was terminated; the next request starts a fresh one. */
  ask<Request extends ScriptRequest>(request: Request): Promise<ResultOf<Request>> {
    this.#worker ??= this.#start();
    this.#lastId += 1;
    const id = this.#lastId;
    const worker = this.#worker;
    const runs = request.kind === 'try' ? 2 * request.input.users.length : 0;
    return new Promise<ScriptResult>((resolve, reject) => {
      const timer = setTimeout(
        () => this.#restart('Test run timed out. Edit to rerun.'),
        spareMs + runs * TEST_RUN_MILLISECONDS,
      );
      this.#waiting.set(id, { resolve, reject, timer });
      worker.postMessage({ id, request });
    }) as Promise<ResultOf<Request>>;
  }

  stop(): void {
    this.#restart('The test run was closed.');
  }

  #start(): Worker {
    const worker = this.#createWorker();
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      const waiting = this.#waiting.get(data.id);
      this.#waiting.delete(data.id);
      if (waiting === undefined) return;
      clearTimeout(waiting.timer);
      if ('result' in data) waiting.resolve(data.result);
      else waiting.reject(new Error(`Couldn’t run the script. ${data.failure}`));
    };
    worker.onerror = () => this.#restart('Couldn’t start the test run. Edit to try again.');
    return worker;
  }

  #restart(why: string): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    for (const { reject, timer } of this.#waiting.values()) {
      clearTimeout(timer);
      reject(new Error(why));
    }
    this.#waiting.clear();
  }
}
