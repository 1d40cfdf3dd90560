import type { AnswerTo, TemplateAnswer, TemplateRequest } from './template-protocol.ts';

/** A template may not take longer than this; then its worker is ended and a new one takes its place. */
const longestMs = 1500;

interface Waiting {
  readonly resolve: (answer: TemplateAnswer) => void;
  readonly reject: (error: Error) => void;
  readonly timer: ReturnType<typeof setTimeout>;
}

/** Templates run apart from the window, so that none of them can freeze it. */
export class TemplateEngine {
  readonly #createWorker: () => Worker;
  #worker: Worker | undefined;
  #lastId = 0;
  readonly #waiting = new Map<number, Waiting>();

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
      const timer = setTimeout(
        () => this.#restart('The template ran for over 1.5 seconds and was stopped.'),
        longestMs,
      );
      this.#waiting.set(id, { resolve, reject, timer });
      worker.postMessage({ id, request });
    }) as Promise<AnswerTo<Request>>;
  }

  stop(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#failAll('The template engine was stopped.');
  }

  #start(): Worker {
    const worker = this.#createWorker();
    worker.onmessage = ({ data }: MessageEvent<{ readonly id: number; readonly answer: TemplateAnswer }>) => {
      const waiting = this.#waiting.get(data.id);
      this.#waiting.delete(data.id);
      if (waiting === undefined) return;
      clearTimeout(waiting.timer);
      waiting.resolve(data.answer);
    };
    worker.onerror = () => this.#restart('The preview could not be made. It is tried again as you type.');
    return worker;
  }

  #restart(why: string): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#failAll(why);
  }

  #failAll(message: string): void {
    for (const { reject, timer } of this.#waiting.values()) {
      clearTimeout(timer);
      reject(new Error(message));
    }
    this.#waiting.clear();
  }
}
