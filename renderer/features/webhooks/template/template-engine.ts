import { SharedAnswer } from './shared-answer.ts';
import { workerReady } from './template-protocol.ts';
import type {
  AnswerTo,
  PreviewAnswer,
  TemplateAnswer,
  TemplateRequest,
  WorkerMessage,
  WorkerOrder,
} from './template-protocol.ts';

/** A template may not take longer than this; then its worker is ended and a new one takes its place. */
const maxRunMs = 1500;
/** To load the worker's code, which on a busy machine takes longer than any template may. */
const maxStartMs = 20_000;

interface Waiting {
  readonly resolve: (answer: TemplateAnswer) => void;
  readonly reject: (error: Error) => void;
}

/** Templates run apart from the window, so that none of them can freeze it. */
export class TemplateEngine {
  readonly #createWorker: () => Worker;
  #worker: Worker | undefined;
  /** The worker has loaded its code. */
  #isReady = false;
  /** Where it writes previews; undefined where a page shares no memory with its workers. */
  #shared: SharedAnswer<PreviewAnswer> | undefined;
  #lastId = 0;
  readonly #waiting = new Map<number, Waiting>();
  /** For the first that waits: the worker answers one after the other. */
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(createWorker: () => Worker) {
    this.#createWorker = createWorker;
  }

  /** Rejects when the template ran too long; the next request finds a fresh worker. */
  ask<Request extends TemplateRequest>(request: Request): Promise<AnswerTo<Request>> {
    this.#worker ??= this.#start();
    this.#lastId += 1;
    const id = this.#lastId;
    const worker = this.#worker;
    return new Promise<TemplateAnswer>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      if (this.#waiting.size === 1) this.#startTimer();
      if (request.kind === 'preview') this.#share(worker);
      worker.postMessage({ id, request } satisfies WorkerOrder);
    }) as Promise<AnswerTo<Request>>;
  }

  stop(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#shared = undefined;
    this.#failAll('The template engine was stopped.');
  }

  #start(): Worker {
    const worker = this.#createWorker();
    this.#isReady = false;
    worker.onmessage = ({ data }: MessageEvent<WorkerMessage>) => {
      if (data === workerReady) {
        this.#isReady = true;
        this.#startTimer();
        return;
      }
      this.#settle(data.id, data.answer);
    };
    worker.onerror = () => this.#restart('The preview could not be made. It is tried again as you type.');
    return worker;
  }

  /** Where a page may share memory. */
  #share(worker: Worker): void {
    if (!globalThis.crossOriginIsolated) return;
    if (this.#shared === undefined) {
      this.#shared = new SharedAnswer();
      worker.postMessage({ memory: this.#shared.memory } satisfies WorkerOrder);
    }
    requestAnimationFrame(() => this.#takeShared());
  }

  /** The answer is in the frame that shows the key, where it is there by then; its message is no news any more. */
  #takeShared(): void {
    const taken = this.#shared?.read();
    if (taken !== undefined) this.#settle(taken.id, taken.answer);
  }

  #settle(id: number, answer: TemplateAnswer): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (waiting === undefined) return;
    this.#startTimer();
    waiting.resolve(answer);
  }

  #startTimer(): void {
    clearTimeout(this.#timer);
    if (this.#waiting.size === 0) return;
    this.#timer = this.#isReady
      ? setTimeout(() => this.#restart('The template ran for over 1.5 seconds and was stopped.'), maxRunMs)
      : setTimeout(
          () => this.#restart('The preview could not be started. It is tried again as you type.'),
          maxStartMs,
        );
  }

  #restart(why: string): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#shared = undefined;
    this.#failAll(why);
  }

  #failAll(message: string): void {
    clearTimeout(this.#timer);
    for (const { reject } of this.#waiting.values()) reject(new Error(message));
    this.#waiting.clear();
  }
}
