import type { EdgeCaseRun } from '@tenant-desk/freemarker/edge-cases';
import { TemplateEngine } from '../template/template-engine.ts';
import type { EdgeCaseResult, EdgeCaseRequest } from '../template/template-protocol.ts';

/** Pause in typing, in milliseconds, before a template is tested: it takes a hundred renderings. */
const pauseMs = 500;
/** The same after a test that timed out: it will again, and keeps a core busy for as long. */
const longPauseMs = 3000;

/** Tests the edited template with edge cases, in a separate worker so that the preview never waits for it. */
export class EdgeCaseCheck {
  readonly #engine: TemplateEngine;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #requestId = 0;
  #hasTried = false;
  /** Not reactive: an effect that schedules must not run again because of the result. */
  #tookTooLong = false;
  result = $state.raw<EdgeCaseResult | undefined>(undefined);
  /** Why there is no result: the template ran too long. */
  stopped = $state<string | undefined>(undefined);
  /** The selected edge case; stays selected when the tab is opened again. */
  chosenId = $state('');

  constructor(createWorker: () => Worker) {
    this.#engine = new TemplateEngine(createWorker);
  }

  /** Undefined if the template can't be tested. */
  get run(): EdgeCaseRun | undefined {
    const run = this.result?.run;
    return run !== undefined && 'tried' in run ? run : undefined;
  }

  /** Number of edge cases that break the template. */
  get breaking(): number {
    return this.run?.tried.filter(({ worst }) => worst === 'broken' || worst === 'error').length ?? 0;
  }

  /** Tests after a pause in typing; the returned function cancels it. */
  schedule(request: Omit<EdgeCaseRequest, 'kind'>): () => void {
    const pause = this.#tookTooLong ? longPauseMs : pauseMs;
    this.#timer = setTimeout(() => void this.try(request), this.#hasTried ? pause : 0);
    return () => clearTimeout(this.#timer);
  }

  async try(request: Omit<EdgeCaseRequest, 'kind'>): Promise<void> {
    this.#hasTried = true;
    this.#requestId += 1;
    const requestId = this.#requestId;
    try {
      const result = await this.#engine.ask({ ...request, kind: 'edge-cases' });
      if (requestId !== this.#requestId) return;
      this.result = result;
      this.stopped = undefined;
      this.#tookTooLong = false;
    } catch (error) {
      if (requestId !== this.#requestId) return;
      this.result = undefined;
      this.stopped = error instanceof Error ? error.message : String(error);
      this.#tookTooLong = true;
    }
  }

  /** The template with all fixes applied; undefined if nothing helps. Rejects if that takes too long. */
  async applyAllFixes(request: Omit<EdgeCaseRequest, 'kind'>): Promise<string | undefined> {
    return (await this.#engine.ask({ ...request, kind: 'fix' })).source;
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#engine.stop();
  }
}
