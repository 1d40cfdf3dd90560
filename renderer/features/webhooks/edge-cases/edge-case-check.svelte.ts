import type { EdgeCaseRun } from '@tenant-desk/freemarker/edge-cases';
import { TemplateEngine } from '../template/template-engine.ts';
import type { EdgeCaseResult, EdgeCaseRequest } from '../template/template-protocol.ts';

/** Milliseconds without a key after which a template is tried: it takes a hundred renderings. */
const pauseMs = 500;
/** The same where it took too long the last time: it will again, and takes a core from whoever types for as long. */
const longPauseMs = 3000;

/** What hostile values do to the template that is being typed; in a worker of its own, so that the preview never waits for it. */
export class EdgeCaseCheck {
  readonly #engine: TemplateEngine;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asked = 0;
  #hasTried = false;
  /** Of no effect's concern: one that schedules must not do so again because of what came of it. */
  #tookTooLong = false;
  answer = $state.raw<EdgeCaseResult | undefined>(undefined);
  /** Why there is no answer: the template ran too long. */
  stopped = $state<string | undefined>(undefined);
  /** The probe that is looked at, also when its tab is opened again. */
  chosenId = $state('');

  constructor(createWorker: () => Worker) {
    this.#engine = new TemplateEngine(createWorker);
  }

  /** Undefined where the template cannot be tried. */
  get run(): EdgeCaseRun | undefined {
    const run = this.answer?.run;
    return run !== undefined && 'tried' in run ? run : undefined;
  }

  /** How many probes break the template. */
  get breaking(): number {
    return this.run?.tried.filter(({ worst }) => worst === 'broken' || worst === 'error').length ?? 0;
  }

  /** Tries it once nobody has typed for a moment; the answer takes that back. */
  schedule(request: Omit<EdgeCaseRequest, 'kind'>): () => void {
    const pause = this.#tookTooLong ? longPauseMs : pauseMs;
    this.#timer = setTimeout(() => void this.try(request), this.#hasTried ? pause : 0);
    return () => clearTimeout(this.#timer);
  }

  async try(request: Omit<EdgeCaseRequest, 'kind'>): Promise<void> {
    this.#hasTried = true;
    this.#asked += 1;
    const asked = this.#asked;
    try {
      const answer = await this.#engine.ask({ ...request, kind: 'probe' });
      if (asked !== this.#asked) return;
      this.answer = answer;
      this.stopped = undefined;
      this.#tookTooLong = false;
    } catch (error) {
      if (asked !== this.#asked) return;
      this.answer = undefined;
      this.stopped = error instanceof Error ? error.message : String(error);
      this.#tookTooLong = true;
    }
  }

  /** The template with all that helps; undefined where nothing does. Rejects where that takes too long. */
  async applyAllFixes(request: Omit<EdgeCaseRequest, 'kind'>): Promise<string | undefined> {
    return (await this.#engine.ask({ ...request, kind: 'mend' })).source;
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#engine.stop();
  }
}
