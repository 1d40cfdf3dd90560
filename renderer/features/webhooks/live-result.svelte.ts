import type { TemplateEngine } from './template/template-engine.ts';
import type {
  ResultOf,
  DiagnoseRequest,
  PreviewRequest,
  TraceRequest,
} from './template/template-protocol.ts';

/** Slower renderings wait for a pause: on every keystroke they would take the processor from typing. */
const longMs = 60;
/** Upper limit of the pause in typing to wait for. */
const maxPauseMs = 400;

/**
 * Sends requests about a template while it is typed: one at a time, then the latest text; nothing queues up. A slow
 * request is sent after a pause in typing as long as the request takes.
 */
export class LiveResult<Request extends PreviewRequest | DiagnoseRequest | TraceRequest> {
  readonly #engine: Pick<TemplateEngine, 'ask'>;
  readonly #minPauseMs: number;
  result = $state.raw<ResultOf<Request> | undefined>(undefined);
  /** Why there is no result: the template was stopped, or the worker couldn't run. */
  stopped = $state<string | undefined>(undefined);
  #isBusy = false;
  /** Not reactive: an effect that sends requests must not run again because of the result. */
  #isFirst = true;
  #due: Request | undefined;
  /** The last request, unless it failed. */
  #lastRequest: Request | undefined;
  #lastMs = 0;
  #waiting: (() => void)[] = [];
  #pause: ReturnType<typeof setTimeout> | undefined;

  /** `minPauseMs`: pause in typing before another request. */
  constructor(engine: Pick<TemplateEngine, 'ask'>, { minPauseMs = 0 } = {}) {
    this.#engine = engine;
    this.#minPauseMs = minPauseMs;
  }

  /** Resolves when the result is shown or the request is queued; immediately if the request equals the last one. */
  async show(request: Request): Promise<void> {
    if (isSame(request, this.#lastRequest)) return;
    this.#lastRequest = request;
    this.#due = request;
    if (!this.#isBusy) await this.#workAfterPause();
  }

  /** Resolves when the result belongs to the last request. */
  caughtUp(): Promise<void> {
    if (!this.#isBusy && this.#due === undefined) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Cancels a request that waits for a pause. */
  stop(): void {
    clearTimeout(this.#pause);
    this.#due = undefined;
    this.#lastRequest = undefined;
    if (!this.#isBusy) this.#resolveWaiting();
  }

  #resolveWaiting(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  /** The first request doesn't wait. */
  #pauseMs(): number {
    if (this.#isFirst) return 0;
    return Math.max(this.#minPauseMs, this.#lastMs > longMs ? Math.min(this.#lastMs, maxPauseMs) : 0);
  }

  async #workAfterPause(): Promise<void> {
    clearTimeout(this.#pause);
    const pause = this.#pauseMs();
    if (pause > 0) this.#pause = setTimeout(() => void this.#work(), pause);
    else await this.#work();
  }

  async #work(): Promise<void> {
    const request = this.#takeDue();
    if (request === undefined) return;
    this.#isBusy = true;
    await this.#ask(request);
    this.#isBusy = false;
    if (this.#due === undefined) this.#resolveWaiting();
    else await this.#workAfterPause();
  }

  #takeDue(): Request | undefined {
    const due = this.#due;
    this.#due = undefined;
    return due;
  }

  async #ask(request: Request): Promise<void> {
    const startedAt = performance.now();
    try {
      this.result = await this.#engine.ask(request);
      this.stopped = undefined;
    } catch (error) {
      this.result = undefined;
      this.#lastRequest = undefined;
      this.stopped = error instanceof Error ? error.message : String(error);
    }
    this.#isFirst = false;
    this.#lastMs = performance.now() - startedAt;
  }
}

function isSame<Request extends object>(one: Request, other: Request | undefined): boolean {
  return (
    other !== undefined &&
    Object.entries(one).every(([name, value]) => value === other[name as keyof Request])
  );
}

/** The output of the template for the sample, on every keystroke when that is fast. */
export type LivePreview = LiveResult<PreviewRequest>;
