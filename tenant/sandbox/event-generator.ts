import type { SampleRequest } from '../events/sample-event.ts';
import type { TenantContext } from '../context/tenant-context.ts';

/** What a generator raises, and how fast. */
interface GeneratorRequest {
  readonly event_type: string;
  /** Used in turn; empty for events without a risk level. */
  readonly risk_levels: readonly string[];
  readonly per_minute: number;
  /** Events after which it stops; null for a generator that runs until stopped. */
  readonly count: number | null;
}

export interface Generator extends GeneratorRequest {
  readonly id: string;
  readonly raised: number;
  readonly started_at: number;
}

export interface Generators {
  start(request: GeneratorRequest): Generator;
  list(): Generator[];
  stop(id: string): boolean;
  stopAll(): void;
}

const SHORTEST_TICK_MS = 100;

/**
 * Simulated sensors: each generator sends plausible test events at its rate until it is stopped. Generators exist
 * only in memory and end with the process; their events are stored.
 */
export function createGenerators(
  raise: (requests: readonly SampleRequest[]) => void,
  newId: () => string,
  { now, steadyNow }: Pick<TenantContext, 'now' | 'steadyNow'>,
  onProblem: (error: unknown) => void,
): Generators {
  const running = new Map<
    string,
    { generator: Generator; readonly begunAt: number; readonly timer: NodeJS.Timeout }
  >();

  function stop(id: string): boolean {
    const entry = running.get(id);
    if (entry === undefined) return false;
    clearInterval(entry.timer);
    return running.delete(id);
  }

  function tick(id: string): void {
    const entry = running.get(id);
    if (entry === undefined) return;
    const { generator } = entry;
    // Counted from the start, so that a late tick catches up and the rate stays the same.
    const due = Math.floor(((steadyNow() - entry.begunAt) * generator.per_minute) / 60_000) + 1;
    const until = Math.min(due, generator.count ?? due);
    const requests: SampleRequest[] = [];
    for (let number = generator.raised; number < until; number++) {
      const levels = generator.risk_levels;
      requests.push({ eventType: generator.event_type, riskLevel: levels[number % levels.length] });
    }
    if (requests.length > 0) {
      try {
        raise(requests);
      } catch (error) {
        // Events that couldn't be raised now are still due at the next tick.
        onProblem(error);
        return;
      }
      entry.generator = { ...generator, raised: generator.raised + requests.length };
    }
    if (generator.count !== null && entry.generator.raised >= generator.count) stop(id);
  }

  return {
    start(request) {
      const generator: Generator = { ...request, id: newId(), raised: 0, started_at: now() };
      const pace = Math.max(SHORTEST_TICK_MS, 60_000 / request.per_minute);
      const timer = setInterval(() => tick(generator.id), pace);
      running.set(generator.id, { generator, begunAt: steadyNow(), timer });
      tick(generator.id);
      return running.get(generator.id)?.generator ?? { ...generator, raised: 1 };
    },
    list: () => [...running.values()].map(({ generator }) => generator),
    stop,
    stopAll() {
      for (const id of [...running.keys()]) stop(id);
    },
  };
}
