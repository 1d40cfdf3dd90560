import type { TemplateEngine } from './template-engine.ts';
import type { PreviewAnswer, PreviewRequest } from './template-protocol.ts';

/** Renders a template as it is typed: one at a time, and what was typed meanwhile next; nothing queues up. */
export class LivePreview {
  readonly #engine: TemplateEngine;
  answer = $state.raw<PreviewAnswer | undefined>(undefined);
  /** Why there is no answer: the template was stopped, or the worker could not run. */
  stopped = $state<string | undefined>(undefined);
  #isBusy = false;
  #due: PreviewRequest | undefined;

  constructor(engine: TemplateEngine) {
    this.#engine = engine;
  }

  async show(request: PreviewRequest): Promise<void> {
    this.#due = request;
    if (this.#isBusy) return;
    this.#isBusy = true;
    for (let next = this.#takeDue(); next !== undefined; next = this.#takeDue()) await this.#render(next);
    this.#isBusy = false;
  }

  #takeDue(): PreviewRequest | undefined {
    const due = this.#due;
    this.#due = undefined;
    return due;
  }

  async #render(request: PreviewRequest): Promise<void> {
    try {
      this.answer = await this.#engine.ask(request);
      this.stopped = undefined;
    } catch (error) {
      this.answer = undefined;
      this.stopped = error instanceof Error ? error.message : String(error);
    }
  }
}
