import { TRIAL_MILLISECONDS } from '../../../languages/assertion/trial-limits.ts';
import type { AnswerTo, ScriptAnswer, ScriptRequest } from './script-protocol.ts';

/** For the worker to load and the engine to begin, beside the runs that it stops by itself. */
const spareMs = 10_000;

interface Waiting {
  readonly resolve: (answer: ScriptAnswer) => void;
  readonly reject: (error: Error) => void;
  readonly timer: ReturnType<typeof setTimeout>;
}

type FromWorker =
  { readonly id: number; readonly answer: ScriptAnswer } | { readonly id: number; readonly failure: string };

/** Scripts run apart from the window, so that none of them can freeze it; a worker that does not answer is ended. */
export class ScriptCalls {
  readonly #createWorker: () => Worker;
  #worker: Worker | undefined;
  #lastId = 0;
  readonly #waiting = new Map<number, Waiting>();

  constructor(createWorker: () => Worker) {
    this.#createWorker = createWorker;
  }

  /** Rejects when the worker was ended; the next request finds a fresh one. */
  ask<Request extends ScriptRequest>(request: Request): Promise<AnswerTo<Request>> {
    this.#worker ??= this.#start();
    this.#lastId += 1;
    const id = this.#lastId;
    const worker = this.#worker;
    const runs = request.kind === 'try' ? 2 * request.trial.users.length : 0;
    return new Promise<ScriptAnswer>((resolve, reject) => {
      const timer = setTimeout(
        () => this.#restart('Test run timed out. Edit to rerun.'),
        spareMs + runs * TRIAL_MILLISECONDS,
      );
      this.#waiting.set(id, { resolve, reject, timer });
      worker.postMessage({ id, request });
    }) as Promise<AnswerTo<Request>>;
  }

  stop(): void {
    this.#restart('The bench was closed.');
  }

  #start(): Worker {
    const worker = this.#createWorker();
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      const waiting = this.#waiting.get(data.id);
      this.#waiting.delete(data.id);
      if (waiting === undefined) return;
      clearTimeout(waiting.timer);
      if ('answer' in data) waiting.resolve(data.answer);
      else waiting.reject(new Error(`The script could not be run here. ${data.failure}`));
    };
    worker.onerror = () => this.#restart('The bench could not run. It begins again as you type.');
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
