import { toDeskError } from '../../../../contract/errors/desk-failure.ts';
import type { Desk } from '../../../../contract/bridge/desk.ts';
import type { DeskError } from '../../../../contract/errors/errors.ts';
import type { EventSpan, PastEvents } from '../../../../contract/webhooks/samples.ts';
import type { Snapshot } from '../../../../contract/schema/snapshot.ts';
import type { WebhookState } from '../../../../contract/webhooks/webhooks.ts';
import { matchesRule } from './matches-rule.ts';
import type { EventChunk, EventResult, RunResult } from '../template/run-protocol.ts';
import { RunWorkers } from './run-workers.ts';

/** The edited rule to render. */
export interface RunSubject extends Pick<
  WebhookState,
  'requestBody' | 'contentType' | 'eventType' | 'riskLevel'
> {
  /** Includes events that don't match the rule. */
  readonly takesAll: boolean;
}

export interface RunOutcome {
  readonly subject: RunSubject;
  readonly events: PastEvents;
  /** In the order of the events; undefined for one that was not rendered because the run was stopped. */
  readonly results: readonly (EventResult | { readonly state: 'unmatched' } | undefined)[];
  readonly untriable: RunResult['untriable'];
  readonly durationMs: number;
}

interface Tried {
  readonly subject: RunSubject;
  readonly events: PastEvents | undefined;
}

function isSame(one: Partial<Tried>, other: Tried): boolean {
  const { subject, events } = one;
  if (subject === undefined || events !== other.events) return false;
  const parts = Object.keys(other.subject) as (keyof RunSubject)[];
  return parts.every((part) => subject[part] === other.subject[part]);
}

/** Pause in typing, in milliseconds, before events are rendered again. */
const pauseMs = 800;

const unmatched = { state: 'unmatched' } as const;

/**
 * Renders the tenant's past events with a template. Uses separate workers, so that no preview waits; events are loaded only
 * when the user asks for them.
 */
export class PastEventsRun {
  readonly #desk: Desk;
  readonly #tenantId: string;
  readonly #workers: RunWorkers;
  readonly #fillsOf: (types: readonly string[]) => EventChunk['fills'];
  #requestId = 0;
  #reading: AbortController | undefined;
  cached = $state.raw<Snapshot<PastEvents> | undefined>(undefined);
  isReading = $state(false);
  failure = $state.raw<DeskError | undefined>(undefined);
  outcome = $state.raw<RunOutcome | undefined>(undefined);
  /** Progress of the active run; undefined if there is none. */
  progress = $state.raw<{ readonly done: number; readonly of: number } | undefined>(undefined);
  /** Why a run ended without a result. */
  stopped = $state<string | undefined>(undefined);

  /** `fillsOf`: values for columns that the tenant doesn't report, by event type. */
  constructor(
    desk: Desk,
    tenantId: string,
    createWorker: () => Worker,
    fillsOf: (types: readonly string[]) => EventChunk['fills'],
  ) {
    this.#desk = desk;
    this.#tenantId = tenantId;
    this.#workers = new RunWorkers(createWorker);
    this.#fillsOf = fillsOf;
  }

  fillsOfAll(events: PastEvents): EventChunk['fills'] {
    return this.#fillsOf([...Map.groupBy(events.events, ({ type }) => type).keys()]);
  }

  /** Whether the outcome belongs to this subject and the loaded events. */
  isCurrent(subject: RunSubject): boolean {
    return this.outcome !== undefined && isSame(this.outcome, { subject, events: this.cached?.data });
  }

  /** Renders the loaded events after a pause in typing, if not done yet; the returned function cancels it. */
  schedule(subject: RunSubject): () => void {
    const events = this.cached?.data;
    const isDue =
      events !== undefined && !this.isCurrent(subject) && !isSame(this.#tried, { subject, events });
    if (!isDue) return () => undefined;
    const timer = setTimeout(() => void this.render(subject), this.outcome === undefined ? 0 : pauseMs);
    return () => clearTimeout(timer);
  }

  /** Loads the cached events without asking the tenant. Rejects if they can't be read. */
  async readCached(): Promise<void> {
    const cached = await this.#desk.samples.cachedEvents({ tenantId: this.#tenantId });
    this.cached ??= cached;
  }

  /** Loads events from the tenant and renders them. Never rejects: a failure becomes state. */
  async read(days: EventSpan, subject: () => RunSubject): Promise<void> {
    this.stop();
    const current = new AbortController();
    this.#reading = current;
    this.isReading = true;
    this.failure = undefined;
    try {
      const read = await this.#desk.samples.pastEvents(
        { tenantId: this.#tenantId, days },
        { signal: current.signal },
      );
      if (current.signal.aborted) return;
      this.cached = read;
      this.failure = read.error;
      this.isReading = false;
      await this.render(subject());
    } catch (thrown) {
      if (!current.signal.aborted) this.failure = toDeskError(thrown);
    } finally {
      if (this.#reading === current) this.isReading = false;
    }
  }

  /** Renders the loaded events; a new run cancels the previous one. */
  async render(subject: RunSubject): Promise<void> {
    const events = this.cached?.data;
    if (events === undefined) return;
    this.#requestId += 1;
    const requestId = this.#requestId;
    this.#tried = { subject, events };
    const startedAt = performance.now();
    const results: RunOutcome['results'][number][] = events.events.map((event) =>
      subject.takesAll || matchesRule(event, subject) ? undefined : unmatched,
    );
    const due = events.events.flatMap((event, index) =>
      results[index] === undefined ? [{ event, index }] : [],
    );
    this.stopped = undefined;
    this.progress = { done: 0, of: due.length };
    const finish = (untriable: RunResult['untriable']): void => {
      const durationMs = performance.now() - startedAt;
      this.outcome = { subject, events, results, untriable, durationMs };
      this.progress = undefined;
    };
    this.#finish = () => finish(undefined);
    const { columns, knownColumns } = events;
    const fills = this.fillsOfAll(events);
    let done = 0;
    try {
      const untriable = await this.#workers.render({
        source: subject.requestBody,
        contentType: subject.contentType,
        set: this.#setOf(subject, events),
        events: due.map(({ event }) => event),
        chunkOf: (some) => ({ columns, knownColumns, events: some, fills }),
        isGivenUp: () => requestId !== this.#requestId,
        take: (at, made) => {
          for (const [offset, result] of made.entries()) {
            const place = due[at + offset]?.index;
            if (place !== undefined) results[place] = result;
          }
          done += made.length;
          this.progress = { done, of: due.length };
        },
      });
      if (requestId === this.#requestId) finish(untriable);
    } catch (error) {
      if (requestId !== this.#requestId) return;
      this.#requestId += 1;
      this.progress = undefined;
      this.stopped = error instanceof Error ? error.message : String(error);
    }
  }

  #finish: () => void = () => undefined;
  /** The last run started, however it ended: one that timed out is not repeated automatically. */
  #tried: Partial<Tried> = {};

  #set: { readonly events: PastEvents | undefined; readonly rule: string; readonly number: number } = {
    events: undefined,
    rule: '',
    number: 0,
  };

  /** The same number for the same events, regardless of the template. */
  #setOf({ eventType, riskLevel, takesAll }: RunSubject, events: PastEvents): number {
    const rule = takesAll ? 'all' : JSON.stringify([eventType, riskLevel]);
    if (this.#set.events !== events || this.#set.rule !== rule) {
      this.#set = { events, rule, number: this.#set.number + 1 };
    }
    return this.#set.number;
  }

  /** Stops the active run; the results so far are shown. */
  stop(): void {
    this.#reading?.abort();
    this.isReading = false;
    if (this.progress === undefined) return;
    this.#requestId += 1;
    this.#finish();
  }

  /** Deletes the cached events and their results. Rejects if they can't be deleted. */
  async forget(): Promise<void> {
    this.stop();
    await this.#desk.samples.forgetEvents({ tenantId: this.#tenantId });
    this.cached = undefined;
    this.outcome = undefined;
  }

  end(): void {
    this.#reading?.abort();
    this.#requestId += 1;
    this.#workers.end();
  }
}
