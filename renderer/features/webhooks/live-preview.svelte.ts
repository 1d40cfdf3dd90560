import type { TemplateEngine } from './template-engine.ts';
import type { PreviewAnswer, PreviewRequest } from './template-protocol.ts';

/** What takes longer is not made for every key: it would take the processor from whoever types. */
const longMs = 60;
/** The longest pause in typing that is waited for. */
const longestPauseMs = 400;

/**
 * Renders a template as it is typed: one at a time, and what was typed meanwhile next; nothing queues up. A template that
 * takes long is rendered when nobody has typed for as long as it takes.
 */
export class LivePreview {
  readonly #engine: Pick<TemplateEngine, 'ask'>;
  answer = $state.raw<PreviewAnswer | undefined>(undefined);
  /** Why there is no answer: the template was stopped, or the worker could not run. */
  stopped = $state<string | undefined>(undefined);
  #isBusy = false;
  #due: PreviewRequest | undefined;
  #lastMs = 0;
  #pause: ReturnType<typeof setTimeout> | undefined;

  constructor(engine: Pick<TemplateEngine, 'ask'>) {
    this.#engine = engine;
  }

  /** Resolves when it is shown, or waits for its turn. */
  async show(request: PreviewRequest): Promise<void> {
    this.#due = request;
    if (this.#isBusy) return;
    clearTimeout(this.#pause);
    if (this.#lastMs > longMs)
      this.#pause = setTimeout(() => void this.#work(), Math.min(this.#lastMs, longestPauseMs));
    else await this.#work();
  }

  /** Nothing is rendered any more that waits for a pause. */
  stop(): void {
    clearTimeout(this.#pause);
    this.#due = undefined;
  }

  async #work(): Promise<void> {
    const request = this.#takeDue();
    if (request === undefined) return;
    this.#isBusy = true;
    await this.#render(request);
    this.#isBusy = false;
    const next = this.#takeDue();
    if (next !== undefined) await this.show(next);
  }

  #takeDue(): PreviewRequest | undefined {
    const due = this.#due;
    this.#due = undefined;
    return due;
  }

  async #render(request: PreviewRequest): Promise<void> {
    const startedAt = performance.now();
    try {
      this.answer = await this.#engine.ask(request);
      this.stopped = undefined;
    } catch (error) {
      this.answer = undefined;
      this.stopped = error instanceof Error ? error.message : String(error);
    }
    this.#lastMs = performance.now() - startedAt;
  }
}
