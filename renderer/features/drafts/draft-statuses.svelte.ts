import type { AppliedDraft, DraftKey, DraftStatus } from '../../../contract/changes/drafts.ts';
import { appliedStatusMs } from '../../../contract/changes/drafts.ts';
import { toDeskError } from '../../../contract/errors/desk-failure.ts';
import type { Desk } from '../../../contract/bridge/desk.ts';
import type { DeskError } from '../../../contract/errors/errors.ts';
import type { Clock } from '../../state/clock.svelte.ts';
import { byDraft, keyOfDraft } from './draft-groups.ts';

/** Statuses of all drafts, from the main process. Views call `read` when something changed. */
export class DraftStatuses {
  readonly #desk: Desk;
  readonly #clock: Clock;
  #byDraft = $state.raw(byDraft([]));
  #applied = $state.raw<readonly AppliedDraft[]>([]);
  #failure = $state.raw<DeskError | undefined>(undefined);
  #reading: AbortController | undefined;
  /** Only recently applied drafts; the list shrinks as time passes. */
  readonly applied = $derived.by(() =>
    this.#applied.filter(({ appliedAt }) => this.#clock.now - appliedAt < appliedStatusMs),
  );

  constructor(desk: Desk, clock: Clock) {
    this.#desk = desk;
    this.#clock = clock;
  }

  /** Why the last read failed. */
  get failure(): DeskError | undefined {
    return this.#failure;
  }

  of(draft: DraftKey): DraftStatus | undefined {
    return this.#byDraft.get(keyOfDraft(draft));
  }

  /** Never rejects; a failure is stored in `failure`. */
  async read(): Promise<void> {
    this.stop();
    const reading = new AbortController();
    this.#reading = reading;
    try {
      const { drafts, applied } = await this.#desk.drafts.standings(undefined, { signal: reading.signal });
      if (reading.signal.aborted) return;
      this.#byDraft = byDraft(drafts);
      this.#applied = applied;
      this.#failure = undefined;
    } catch (thrown) {
      if (!reading.signal.aborted) this.#failure = toDeskError(thrown);
    }
  }

  stop(): void {
    this.#reading?.abort();
  }
}
