import type { TemplateEngine } from './template/template-engine.ts';
import type { AnswerTo, DiagnoseRequest, PreviewRequest } from './template/template-protocol.ts';

/** What takes longer is not made for every key: it would take the processor from whoever types. */
const longMs = 60;
/** The longest pause in typing that is waited for. */
const maxPauseMs = 400;

/**
 * Asks about a template as it is typed: one request at a time, and what was typed meanwhile next; nothing queues up. What
 * takes long is asked when nobody has typed for as long as it takes.
 */
export class LiveAnswer<Request extends PreviewRequest | DiagnoseRequest> {
  readonly #engine: Pick<TemplateEngine, 'ask'>;
  readonly #leastPauseMs: number;
  answer = $state.raw<AnswerTo<Request> | undefined>(undefined);
  /** Why there is no answer: the template was stopped, or the worker could not run. */
  stopped = $state<string | undefined>(undefined);
  #isBusy = false;
  /** Of no effect's concern: one that asks must not ask again because it was answered. */
  #isFirst = true;
  #due: Request | undefined;
  /** What was asked last, unless there was no answer to it. */
  #asked: Request | undefined;
  #lastMs = 0;
  #settling: (() => void)[] = [];
  #pause: ReturnType<typeof setTimeout> | undefined;

  /** `leastPauseMs`: without a key, before anything is asked again. */
  constructor(engine: Pick<TemplateEngine, 'ask'>, { leastPauseMs = 0 } = {}) {
    this.#engine = engine;
    this.#leastPauseMs = leastPauseMs;
  }

  /** Resolves when it is shown, or waits for its turn; at once where it is what was asked last. */
  async show(request: Request): Promise<void> {
    if (isSame(request, this.#asked)) return;
    this.#asked = request;
    this.#due = request;
    if (!this.#isBusy) await this.#workAfterPause();
  }

  /** Resolves when the answer is that to what was asked last. */
  settled(): Promise<void> {
    if (!this.#isBusy && this.#due === undefined) return Promise.resolve();
    return new Promise((resolve) => this.#settling.push(resolve));
  }

  /** Nothing is asked any more that waits for a pause. */
  stop(): void {
    clearTimeout(this.#pause);
    this.#due = undefined;
    this.#asked = undefined;
    if (!this.#isBusy) this.#settle();
  }

  #settle(): void {
    for (const resolve of this.#settling.splice(0)) resolve();
  }

  /** Nobody waits before the first answer. */
  #pauseMs(): number {
    if (this.#isFirst) return 0;
    return Math.max(this.#leastPauseMs, this.#lastMs > longMs ? Math.min(this.#lastMs, maxPauseMs) : 0);
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
    if (this.#due === undefined) this.#settle();
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
      this.answer = await this.#engine.ask(request);
      this.stopped = undefined;
    } catch (error) {
      this.answer = undefined;
      this.#asked = undefined;
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

/** What the template makes of the sample, with each key where that is quick. */
export type LivePreview = LiveAnswer<PreviewRequest>;
