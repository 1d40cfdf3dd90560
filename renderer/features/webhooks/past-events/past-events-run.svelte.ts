import { toDeskError } from '../../../../contract/errors/desk-failure.ts';
import type { Desk } from '../../../../contract/bridge/desk.ts';
import type { DeskError } from '../../../../contract/errors/errors.ts';
import type { EventSpan, PastEvents } from '../../../../contract/webhooks/samples.ts';
import type { Snapshot } from '../../../../contract/schema/snapshot.ts';
import type { WebhookState } from '../../../../contract/webhooks/webhooks.ts';
import { matchesRule } from './matches-rule.ts';
import type { EventChunk, EventResult, RunAnswer } from '../template/run-protocol.ts';
import { RunWorkers } from './run-workers.ts';

/** What is rendered: the rule as it is typed. */
export interface RunSubject extends Pick<
  WebhookState,
  'requestBody' | 'contentType' | 'eventType' | 'riskLevel'
> {
  /** Also events that the rule is not invoked for. */
  readonly takesAll: boolean;
}

export interface RunOutcome {
  readonly subject: RunSubject;
  readonly events: PastEvents;
  /** In the order of the events; undefined for one that was not rendered, because the run was stopped before. */
  readonly results: readonly (EventResult | { readonly state: 'unmatched' } | undefined)[];
  readonly untriable: RunAnswer['untriable'];
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

/** Milliseconds without a key after which events are rendered anew. */
const pauseMs = 800;

const unmatched = { state: 'unmatched' } as const;

/**
 * What a template would have made of the tenant's own events. In a worker of its own, so that no preview waits for it; the events
 * are read when a person asks for them.
 */
export class PastEventsRun {
  readonly #desk: Desk;
  readonly #tenantId: string;
  readonly #workers: RunWorkers;
  readonly #fillsOf: (types: readonly string[]) => EventChunk['fills'];
  #asked = 0;
  #reading: AbortController | undefined;
  kept = $state.raw<Snapshot<PastEvents> | undefined>(undefined);
  isReading = $state(false);
  failure = $state.raw<DeskError | undefined>(undefined);
  outcome = $state.raw<RunOutcome | undefined>(undefined);
  /** How far a run is; undefined where none is under way. */
  progress = $state.raw<{ readonly done: number; readonly of: number } | undefined>(undefined);
  /** Why a run ended without a result. */
  stopped = $state<string | undefined>(undefined);

  /** `fillsOf`: for types of events, the values of columns that are not told. */
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

  /** Whether the outcome is of this subject and of the events that are there. */
  isCurrent(subject: RunSubject): boolean {
    return this.outcome !== undefined && isSame(this.outcome, { subject, events: this.kept?.data });
  }

  /** Renders the events that are there once nobody has typed for a moment, where that was not done; the answer takes it back. */
  schedule(subject: RunSubject): () => void {
    const events = this.kept?.data;
    const isDue =
      events !== undefined && !this.isCurrent(subject) && !isSame(this.#tried, { subject, events });
    if (!isDue) return () => undefined;
    const timer = setTimeout(() => void this.render(subject), this.outcome === undefined ? 0 : pauseMs);
    return () => clearTimeout(timer);
  }

  /** Takes up the events that were read last, without asking the tenant. Rejects where they cannot be had. */
  async readCached(): Promise<void> {
    const kept = await this.#desk.samples.keptEvents({ tenantId: this.#tenantId });
    this.kept ??= kept;
  }

  /** Reads events of the tenant and renders them. Never rejects: a failure becomes state. */
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
      this.kept = read;
      this.failure = read.error;
      this.isReading = false;
      await this.render(subject());
    } catch (thrown) {
      if (!current.signal.aborted) this.failure = toDeskError(thrown);
    } finally {
      if (this.#reading === current) this.isReading = false;
    }
  }

  /** Renders the events that are there; one run at a time, a new one gives up the one before. */
  async render(subject: RunSubject): Promise<void> {
    const events = this.kept?.data;
    if (events === undefined) return;
    this.#asked += 1;
    const asked = this.#asked;
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
    const settle = (untriable: RunAnswer['untriable']): void => {
      const durationMs = performance.now() - startedAt;
      this.outcome = { subject, events, results, untriable, durationMs };
      this.progress = undefined;
    };
    this.#settle = () => settle(undefined);
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
        isGivenUp: () => asked !== this.#asked,
        take: (at, made) => {
          for (const [offset, result] of made.entries()) {
            const place = due[at + offset]?.index;
            if (place !== undefined) results[place] = result;
          }
          done += made.length;
          this.progress = { done, of: due.length };
        },
      });
      if (asked === this.#asked) settle(untriable);
    } catch (error) {
      if (asked !== this.#asked) return;
      this.#asked += 1;
      this.progress = undefined;
      this.stopped = error instanceof Error ? error.message : String(error);
    }
  }

  #settle: () => void = () => undefined;
  /** What was begun last, however it ended: what ran too long is not tried again by itself. */
  #tried: Partial<Tried> = {};

  #set: { readonly events: PastEvents | undefined; readonly rule: string; readonly number: number } = {
    events: undefined,
    rule: '',
    number: 0,
  };

  /** The same number for the same events, whatever template they are rendered with. */
  #setOf({ eventType, riskLevel, takesAll }: RunSubject, events: PastEvents): number {
    const rule = takesAll ? 'all' : JSON.stringify([eventType, riskLevel]);
    if (this.#set.events !== events || this.#set.rule !== rule) {
      this.#set = { events, rule, number: this.#set.number + 1 };
    }
    return this.#set.number;
  }

  /** Ends what is under way; what was rendered until then is shown. */
  stop(): void {
    this.#reading?.abort();
    this.isReading = false;
    if (this.progress === undefined) return;
    this.#asked += 1;
    this.#settle();
  }

  /** Removes the events from this machine, and with them what was made of them. Rejects where that cannot be done. */
  async forget(): Promise<void> {
    this.stop();
    await this.#desk.samples.forgetEvents({ tenantId: this.#tenantId });
    this.kept = undefined;
    this.outcome = undefined;
  }

  end(): void {
    this.#reading?.abort();
    this.#asked += 1;
    this.#workers.end();
  }
}
