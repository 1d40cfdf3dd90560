import { SharedResult } from './shared-result.ts';
import { workerReady } from './template-protocol.ts';
import type {
  ResultOf,
  PreviewResult,
  TemplateResult,
  TemplateRequest,
  WorkerMessage,
  WorkerOrder,
} from './template-protocol.ts';

/** Time limit of a template; after that its worker is terminated and replaced. */
const maxRunMs = 1500;
/** Time limit to load the worker's code, which on a busy machine takes longer than any template may. */
const maxStartMs = 20_000;

/** What the engine uses of a worker. */
export interface TemplateWorker {
  onmessage: ((event: MessageEvent<WorkerMessage>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  postMessage(order: WorkerOrder): void;
  terminate(): void;
}

interface Waiting {
  readonly resolve: (result: TemplateResult) => void;
  readonly reject: (error: Error) => void;
}

/** Why requests have no result: the engine was stopped, a template ran too long, or the worker failed. */
export class EngineStopped extends Error {
  override readonly name = 'EngineStopped';
}

/** Templates run in a worker, so that they can't freeze the window. */
export class TemplateEngine {
  readonly #createWorker: () => TemplateWorker;
  #worker: TemplateWorker | undefined;
  /** The worker has loaded its code. */
  #isReady = false;
  /** Where the worker writes previews; undefined if the page can't share memory with its workers. */
  #shared: SharedResult<PreviewResult> | undefined;
  #lastId = 0;
  readonly #waiting = new Map<number, Waiting>();
  /** Time limit of the first pending request: the worker handles them in order. */
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(createWorker: () => TemplateWorker) {
    this.#createWorker = createWorker;
  }

  /** Rejects when the template ran too long; the next request starts a fresh worker. */
  ask<Request extends TemplateRequest>(request: Request): Promise<ResultOf<Request>> {
    this.#worker ??= this.#start();
    this.#lastId += 1;
    const id = this.#lastId;
    const worker = this.#worker;
    return new Promise<TemplateResult>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      if (this.#waiting.size === 1) this.#startTimer();
      if (request.kind === 'preview') this.#share(worker);
      worker.postMessage({ id, request } satisfies WorkerOrder);
    }) as Promise<ResultOf<Request>>;
  }

  stop(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#shared = undefined;
    this.#failAll('The template engine was stopped.');
  }

  #start(): TemplateWorker {
    const worker = this.#createWorker();
    this.#isReady = false;
    worker.onmessage = ({ data }: MessageEvent<WorkerMessage>) => {
      if (data === workerReady) {
        this.#isReady = true;
        this.#startTimer();
        return;
      }
      this.#resolve(data.id, data.result);
    };
    worker.onerror = () => this.#restart('Couldn’t render the preview. Edit to try again.');
    return worker;
  }

  /** Whether the page can share memory. */
  #share(worker: TemplateWorker): void {
    if (!globalThis.crossOriginIsolated) return;
    if (this.#shared === undefined) {
      this.#shared = new SharedResult();
      worker.postMessage({ memory: this.#shared.memory } satisfies WorkerOrder);
    }
    requestAnimationFrame(() => this.#takeShared());
  }

  /** Reads the result in the frame that shows the key, if it is ready; its message is ignored then. */
  #takeShared(): void {
    const read = this.#shared?.read();
    if (read !== undefined) this.#resolve(read.id, read.result);
  }

  #resolve(id: number, result: TemplateResult): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (waiting === undefined) return;
    this.#startTimer();
    waiting.resolve(result);
  }

  #startTimer(): void {
    clearTimeout(this.#timer);
    if (this.#waiting.size === 0) return;
    this.#timer = this.#isReady
      ? setTimeout(() => this.#restart('The template was stopped after 1.5 seconds.'), maxRunMs)
      : setTimeout(() => this.#restart('Couldn’t start the preview. Edit to try again.'), maxStartMs);
  }

  #restart(why: string): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#shared = undefined;
    this.#failAll(why);
  }

  #failAll(message: string): void {
    clearTimeout(this.#timer);
    for (const { reject } of this.#waiting.values()) reject(new EngineStopped(message));
    this.#waiting.clear();
  }
}
