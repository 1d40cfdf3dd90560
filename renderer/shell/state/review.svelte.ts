import type { ApplyResult, Intent, Plan, Receipt } from '../../../contract/changes.ts';
import { toDeskError } from '../../../contract/desk-failure.ts';
import type { Desk } from '../../../contract/desk.ts';
import type { DeskError } from '../../../contract/errors.ts';

export type ReviewStage = 'closed' | 'planning' | 'reviewing' | 'applying' | 'done';

export interface ReviewRequest {
  readonly tenantId: string;
  /** Makes the plan; most callers pass intents instead. */
  readonly plan: (signal: AbortSignal) => Promise<Plan>;
  /** Called when every item is verified. */
  readonly onApplied?: (result: ApplyResult) => void | Promise<void>;
}

/** The one way to a write: plan, look, confirm, apply, receipts. There is one review at a time. */
export class Review {
  readonly #desk: Desk;
  stage = $state<ReviewStage>('closed');
  plan = $state.raw<Plan | undefined>(undefined);
  failure = $state.raw<DeskError | undefined>(undefined);
  receipts = $state.raw<readonly Receipt[]>([]);
  done = $state(0);
  current = $state<string | undefined>(undefined);
  tenantId = $state('');
  /** What the plan was made of; empty for the undo of a history entry. */
  intents = $state.raw<readonly Intent[]>([]);
  #request: ReviewRequest | undefined;
  #working: AbortController | undefined;

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  /** Listens for progress; the answer stops it. */
  start(): () => void {
    return this.#desk.on('changes.progress', (progress) => {
      if (progress.planId !== this.plan?.id) return;
      this.done = progress.done;
      this.current = progress.current;
      if (progress.receipt !== undefined) this.receipts = [...this.receipts, progress.receipt];
    });
  }

  /** Plans the intents and opens the review. */
  open(
    tenantId: string,
    intents: readonly Intent[],
    onApplied?: ReviewRequest['onApplied'],
    undoes?: string,
  ): Promise<void> {
    const opened = this.openPlan({
      tenantId,
      plan: (signal) =>
        this.#desk.changes.plan(
          { tenantId, intents: [...intents], ...(undoes === undefined ? {} : { undoes }) },
          { signal },
        ),
      ...(onApplied === undefined ? {} : { onApplied }),
    });
    this.intents = intents;
    return opened;
  }

  async openPlan(request: ReviewRequest): Promise<void> {
    this.#reset();
    this.#request = request;
    this.tenantId = request.tenantId;
    this.stage = 'planning';
    const working = new AbortController();
    this.#working = working;
    try {
      const plan = await request.plan(working.signal);
      if (working.signal.aborted) return;
      this.plan = plan;
      this.stage = 'reviewing';
    } catch (thrown) {
      if (!working.signal.aborted) this.failure = toDeskError(thrown);
    }
  }

  /** Plans once more, for a tenant that changed in the meantime or a session that was renewed. */
  async again(): Promise<void> {
    const { intents } = this;
    if (this.#request === undefined) return;
    const opened = this.openPlan(this.#request);
    this.intents = intents;
    await opened;
  }

  /** Plans these intents in place of the ones under review, for a conflict that was resolved. */
  async replaceIntents(intents: readonly Intent[]): Promise<void> {
    if (this.#request === undefined) return;
    await this.open(this.tenantId, intents, this.#request.onApplied, this.plan?.undoes);
  }

  async apply(confirmation: string): Promise<void> {
    if (this.plan === undefined || this.stage !== 'reviewing') return;
    this.stage = 'applying';
    this.failure = undefined;
    this.receipts = [];
    this.done = 0;
    const working = new AbortController();
    this.#working = working;
    try {
      const result = await this.#desk.changes.apply(
        { planId: this.plan.id, ...(confirmation === '' ? {} : { confirmation }) },
        { signal: working.signal },
      );
      this.receipts = result.receipts;
      this.stage = 'done';
      if (result.receipts.every((receipt) => receipt.result === 'verified'))
        await this.#request?.onApplied?.(result);
    } catch (thrown) {
      this.failure = toDeskError(thrown);
      this.stage = 'reviewing';
    }
  }

  /** Stops after the item under way. */
  cancelApply(): void {
    this.#working?.abort();
  }

  async close(): Promise<void> {
    const plan = this.stage === 'reviewing' ? this.plan : undefined;
    this.#reset();
    if (plan !== undefined) await this.#desk.changes.discard({ planId: plan.id }).catch(() => undefined);
  }

  #reset(): void {
    this.#working?.abort();
    this.#working = undefined;
    this.#request = undefined;
    this.stage = 'closed';
    this.intents = [];
    this.plan = undefined;
    this.failure = undefined;
    this.receipts = [];
    this.done = 0;
    this.current = undefined;
  }
}
