import type { PastEvent } from '../../../../contract/webhooks/samples.ts';
import { TemplateEngine } from '../template/template-engine.ts';
import { unpackResults } from '../template/run-protocol.ts';
import type { EventChunk, EventResult, RunResult, RunRequest } from '../template/run-protocol.ts';

/** Small enough that handing chunks over doesn't block the page, large enough that a worker doesn't wait. */
const chunkSize = 1000;
/** More workers would wait for the page, which processes their results. */
const maxWorkers = 2;
/** Requests per worker: while the page processes a result, the worker computes the next. */
const maxConcurrent = 2;
/** Number of failed events whose cause is searched for: those that a user will look at. */
const maxCauses = 50;

export interface RenderedRun extends Pick<RunRequest, 'source' | 'contentType' | 'set'> {
  readonly events: readonly PastEvent[];
  /** Fill values and columns that a worker needs to render these events. */
  readonly chunkOf: (events: readonly PastEvent[]) => EventChunk;
  /** Called with the results from this event on; not in order. */
  readonly take: (at: number, results: readonly EventResult[]) => void;
  readonly isGivenUp: () => boolean;
}

/** Renders events in as many workers as there are cores. Each has its own chunks, and keeps the events it received. */
export class RunWorkers {
  readonly #engines: readonly TemplateEngine[];

  constructor(createWorker: () => Worker, cores = navigator.hardwareConcurrency) {
    const count = Math.max(1, Math.min(maxWorkers, cores));
    this.#engines = Array.from({ length: count }, () => new TemplateEngine(createWorker));
  }

  /** Resolves at the end, or with the reason if none can be rendered. Rejects if a worker had to be ended. */
  async render(run: RenderedRun): Promise<RunResult['untriable']> {
    let causes = maxCauses;
    let untriable: RunResult['untriable'];

    const isOver = (): boolean => untriable !== undefined || run.isGivenUp();

    const renderChunk = async (engine: TemplateEngine, index: number): Promise<void> => {
      const first = index * chunkSize;
      const events = run.events.slice(first, first + chunkSize);
      for (let from = 0; from < events.length;) {
        const result = await ask(engine, run, { index, from, causes }, events);
        if (isOver()) return;
        untriable = result.untriable;
        if (untriable !== undefined) return;
        const results = unpackResults(result);
        causes = Math.max(0, causes - result.broken.length);
        run.take(first + from, results);
        from += results.length;
      }
    };

    const renderAll = this.#engines.flatMap((engine, place) => {
      let next = place;
      const renderRest = async (): Promise<void> => {
        while (next * chunkSize < run.events.length && !isOver()) {
          const index = next;
          next += this.#engines.length;
          await renderChunk(engine, index);
        }
      };
      return Array.from({ length: maxConcurrent }, renderRest);
    });
    await Promise.all(renderAll);
    return untriable;
  }

  end(): void {
    for (const engine of this.#engines) engine.stop();
  }
}

/** Includes the events only if the worker doesn't have them: it may have been ended and replaced. */
async function ask(
  engine: TemplateEngine,
  { source, contentType, set, chunkOf }: RenderedRun,
  part: Pick<RunRequest, 'index' | 'from' | 'causes'>,
  events: readonly PastEvent[],
): Promise<RunResult> {
  const request = { kind: 'run', source, contentType, set, ...part } as const;
  const result = await engine.ask(request);
  return result.isUnknown === true ? await engine.ask({ ...request, chunk: chunkOf(events) }) : result;
}
