import type { Choices } from './merge/conflict-choices.svelte.ts';
import type { ChangeRequest, Plan, PlanType } from '../../contract/changes/changes.ts';
import type { SendMode } from '../../contract/changes/send-modes.ts';
import { toDeskError } from '../../contract/errors/desk-failure.ts';
import type { Desk } from '../../contract/bridge/desk.ts';
import type { DeskError } from '../../contract/errors/errors.ts';
import type { EventPayload } from '../../contract/bridge/events.ts';
import type { Grouping, Section } from './change-sections.ts';
import { resultSections, reviewSections, typeSections } from './change-sections.ts';
import type { NextStepName } from './next-steps.ts';
import { PlanItems } from './plan-items.svelte.ts';
import { isAllInEffect } from './plan-text.ts';
import type { ReviewStage } from './plan-titles.ts';

/** Called once when the whole plan is in effect, with its targets as they are now. */
export type OnApplied = (plan: Plan) => void | Promise<void>;

interface ReviewProgress {
  readonly done: number;
  readonly total: number;
  readonly current: string | undefined;
}

/** What the review waits for: a next step, or a resolved conflict that is being planned again. */
type BusyWith = NextStepName | 'settle' | 'send-mode' | 'claim';

/** How to make the plan under review again. */
export interface ReviewSource {
  readonly tenantId: string;
  readonly request: ChangeRequest;
}

/**
 * The only path to a write: plan, review, confirm, apply, and next steps afterwards. There is one review at a time.
 * Closing it loses nothing: main owns the drafts, and a plan that was started stays open until it is resolved.
 */
export class Review {
  readonly #desk: Desk;
  /** The items of the plan, page by page. */
  readonly items: PlanItems;
  #stage = $state<ReviewStage>('closed');
  #plan = $state.raw<Plan | undefined>(undefined);
  #tenantId = $state('');
  #failure = $state.raw<DeskError | undefined>(undefined);
  #progress = $state.raw<ReviewProgress | undefined>(undefined);
  #busyWith = $state<BusyWith | undefined>(undefined);
  #isPausing = $state(false);
  #grouping = $state<Grouping>('change');
  #types = $state.raw<readonly PlanType[]>([]);
  #isOfOne = $state(false);
  #source: ReviewSource | undefined;
  #onApplied: OnApplied | undefined;
  #working: AbortController | undefined;
  /** The ID of the plan being made: its progress arrives before its result. */
  #expectedId: string | undefined;
  /** True while this review waits for what it sent; otherwise the sender reports it with `changes.opened`. */
  #isSending = false;

  constructor(desk: Desk) {
    this.#desk = desk;
    this.items = new PlanItems(desk);
  }

  get stage(): ReviewStage {
    return this.#stage;
  }

  get plan(): Plan | undefined {
    return this.#plan;
  }

  get tenantId(): string {
    return this.#tenantId;
  }

  get failure(): DeskError | undefined {
    return this.#failure;
  }

  get progress(): ReviewProgress | undefined {
    return this.#progress;
  }

  /** The current step; undefined while the user decides. */
  get busyWith(): BusyWith | undefined {
    return this.#busyWith;
  }

  get grouping(): Grouping {
    return this.#grouping;
  }

  /** True if the items of the plan under review have several types, so that grouping by type is useful. */
  get hasTypes(): boolean {
    return this.#stage === 'reviewing' && this.#types.length > 1;
  }

  /** True from "Pause" until that item is done. */
  get isPausing(): boolean {
    return this.#isPausing;
  }

  /** True if the plan is made of drafts, which are closed once they are applied. */
  get isOfDrafts(): boolean {
    return this.#source?.request.from === 'drafts';
  }

  /** True if one item was asked for: the plan that is being made has one, too. */
  get isOfOne(): boolean {
    return this.#isOfOne;
  }

  /** Follows the state of the plan, here and in other windows; the returned function stops this. */
  start(): () => void {
    const stops = [
      this.#desk.on('changes.progress', (progress) => this.#note(progress)),
      this.#desk.on('changes.opened', (plans) => void this.#follow(plans)),
      this.#desk.on('history.changed', ({ tenantId }) => void this.#followUndo(tenantId)),
    ];
    return () => stops.forEach((stop) => stop());
  }

  /** Plans the request and opens the review. Never rejects: a failure becomes state. */
  async open(tenantId: string, request: ChangeRequest, onApplied?: OnApplied): Promise<void> {
    const signal = this.#begin(tenantId, onApplied);
    this.#source = { tenantId, request };
    this.#isOfOne = countOf(request) === 1;
    this.#stage = 'planning';
    await this.#try(signal, async () => {
      this.#accept(await this.#desk.changes.plan({ tenantId, request }, { signal }), signal);
    });
  }

  /**
   * Opens an existing plan: one that waits, one that was started, or one from History. `source`: of a plan that another window
   * handed over.
   */
  async show({ id, tenantId }: Pick<Plan, 'id' | 'tenantId'>, source?: ReviewSource): Promise<void> {
    const signal = this.#begin(tenantId, undefined);
    this.#source = source;
    this.#stage = 'planning';
    await this.#try(signal, async () => {
      this.#accept(await this.#desk.changes.get({ planId: id }, { signal }), signal);
    });
  }

  /** Opens a plan and takes its next step at once. */
  async showAndTake(plan: Plan, step: NextStepName): Promise<void> {
    await this.show(plan);
    if (this.#plan?.id === plan.id) await this.take(step);
  }

  /** Plans again, after the tenant changed or the session was renewed. */
  async again(): Promise<void> {
    const made = this.#source;
    const plan = this.#plan;
    if (made === undefined) {
      if (plan !== undefined) await this.show(plan);
      return;
    }
    if (plan?.state === 'planned') this.#discard(plan);
    await this.open(made.tenantId, made.request, this.#onApplied);
  }

  /** True if the plan that was just applied can be undone directly; an open plan has its own steps. */
  get mayUndo(): boolean {
    const plan = this.#plan;
    return this.#stage === 'done' && plan?.state === 'finished' && plan.isUndoable;
  }

  /** Plans the undo of the plan that was just applied. */
  async undo(): Promise<void> {
    const plan = this.#plan;
    if (plan === undefined || !this.mayUndo || this.#busyWith !== undefined) return;
    await this.open(plan.tenantId, { from: 'undo', planId: plan.id });
  }

  /** Groups the items of the plan under review another way. */
  groupBy(grouping: Grouping): void {
    if (this.#plan === undefined || !this.hasTypes) return;
    this.#grouping = grouping;
    void this.items.show(this.#plan, this.#sectionsOf(this.#plan));
  }

  async resolve(itemId: string, choices: Choices): Promise<void> {
    const plan = this.#plan;
    if (plan === undefined || this.#stage !== 'reviewing' || this.#busyWith !== undefined) return;
    this.#busyWith = 'settle';
    const signal = this.#newWork();
    await this.#try(signal, async () => {
      this.#accept(await this.#desk.changes.settle({ planId: plan.id, itemId, choices }), signal);
    });
  }

  /** Chooses which requests send an item; all items that offer the choice if `itemId` is absent. */
  async chooseSendMode(mode: SendMode, itemId?: string): Promise<void> {
    const plan = this.#plan;
    if (plan === undefined || this.#stage !== 'reviewing' || this.#busyWith !== undefined) return;
    this.#busyWith = 'send-mode';
    const signal = this.#newWork();
    const choice = { planId: plan.id, mode, ...(itemId === undefined ? {} : { itemId }) };
    await this.#try(signal, async () => {
      this.#accept(await this.#desk.changes.chooseSendMode(choice, { signal }), signal);
    });
  }

  /**
   * Applies the plan; with the tenant's name, the accepted risks and the acknowledged hosts, if the plan requires
   * them.
   */
  async apply(
    confirmation = '',
    acknowledged?: string,
    acknowledgedHosts: readonly string[] = [],
  ): Promise<void> {
    const plan = this.#plan;
    if (plan === undefined || this.#stage !== 'reviewing' || this.#busyWith !== undefined) return;
    await this.#send(plan, () =>
      this.#desk.changes.apply({
        planId: plan.id,
        ...(confirmation === '' ? {} : { confirmation }),
        ...(acknowledged === undefined ? {} : { acknowledged }),
        ...(acknowledgedHosts.length === 0 ? {} : { acknowledgedHosts: [...acknowledgedHosts] }),
      }),
    );
  }

  /** Stops after the current item; the plan stays open with its next steps. */
  async pause(): Promise<void> {
    if (this.#plan === undefined || this.#stage !== 'applying' || this.#isPausing) return;
    this.#isPausing = true;
    try {
      await this.#desk.changes.pause({ planId: this.#plan.id });
    } catch (thrown) {
      this.#isPausing = false;
      this.#failure = toDeskError(thrown);
    }
  }

  /** Says which of the items that appeared were created by this change; none if `mine` is empty. */
  async claim(itemId: string, mine: readonly string[]): Promise<void> {
    const plan = this.#plan;
    if (plan === undefined || this.#busyWith !== undefined || this.#stage !== 'done') return;
    this.#busyWith = 'claim';
    const signal = this.#newWork();
    await this.#try(signal, async () => {
      const claim = { planId: plan.id, itemId, mine: [...mine] };
      this.#accept(await this.#desk.changes.claim(claim, { signal }), signal);
      await this.#finish(signal);
    });
  }

  /** Takes one of the next steps that the plan offers. */
  async take(step: NextStepName): Promise<void> {
    const plan = this.#plan;
    if (plan === undefined || this.#busyWith !== undefined || this.#stage !== 'done') return;
    const planId = plan.id;
    this.#busyWith = step;
    switch (step) {
      case 'look': {
        const signal = this.#newWork();
        return this.#try(signal, async () => {
          this.#accept(await this.#desk.changes.look({ planId }, { signal }), signal);
          await this.#finish(signal);
        });
      }
      case 'resume':
        return this.#send(plan, () => this.#desk.changes.resume({ planId }));
      case 'take-back':
        // A rollback is a separate plan: it is shown from then on.
        this.#onApplied = undefined;
        return this.#send(plan, () => this.#desk.changes.takeBack({ planId }));
      case 'leave': {
        const signal = this.#newWork();
        return this.#try(signal, async () => {
          await this.#desk.changes.close({ planId });
          if (!signal.aborted) this.#reset();
        });
      }
      case 'retry':
        return this.open(plan.tenantId, { from: 'retry', planId }, this.#onApplied);
    }
  }

  /**
   * Closes the review. A plan that was not started is dropped, since its drafts are saved and it can be planned
   * again; one that was started continues in the background.
   */
  close(): void {
    const plan = this.#stage === 'reviewing' && this.#source !== undefined ? this.#plan : undefined;
    this.#reset();
    if (plan !== undefined) this.#discard(plan);
  }

  /** Closes the review of this plan for another window that shows it from now on. */
  handOver(planId: string): ReviewSource | undefined {
    if (this.#plan?.id !== planId) return undefined;
    const source = this.#source;
    this.#reset();
    return source;
  }

  #discard(plan: Plan): void {
    this.#desk.changes.discard({ planId: plan.id }).catch(() => undefined);
  }

  /** Sending is never canceled from here: closing the review only hides it. */
  async #send(plan: Plan, call: () => Promise<Plan>): Promise<void> {
    const signal = this.#newWork();
    this.#isSending = true;
    this.#stage = 'applying';
    this.#progress = { done: 0, total: plan.total, current: undefined };
    try {
      this.#accept(await call(), signal);
      await this.#finish(signal);
    } catch (thrown) {
      if (signal.aborted) return;
      await this.#recover(plan.id, signal);
      this.#failure = toDeskError(thrown);
    } finally {
      if (!signal.aborted) this.#rest();
    }
  }

  /** A failed call does not say how far it got: the plan itself does. */
  async #recover(planId: string, signal: AbortSignal): Promise<void> {
    try {
      this.#accept(await this.#desk.changes.get({ planId }), signal);
    } catch {
      if (!signal.aborted) this.#stage = this.#plan?.state === 'planned' ? 'reviewing' : 'done';
    }
  }

  async #finish(signal: AbortSignal): Promise<void> {
    const plan = this.#plan;
    const onApplied = this.#onApplied;
    if (signal.aborted || plan === undefined || onApplied === undefined || !isAllInEffect(plan)) return;
    this.#onApplied = undefined;
    await onApplied(plan);
  }

  /** Shows the plan as it is now. */
  #accept(plan: Plan, signal: AbortSignal): void {
    if (signal.aborted) {
      // The user closed the review before the plan was ready: it is no longer needed.
      if (plan.state === 'planned' && this.#plan?.id !== plan.id) this.#discard(plan);
      return;
    }
    this.#plan = plan;
    this.#failure = undefined;
    this.#stage = plan.state === 'planned' ? 'reviewing' : plan.isRunning ? 'applying' : 'done';
    void this.items.show(plan, this.#sectionsOf(plan));
    if (plan.state === 'planned' && plan.total > 1) void this.#readTypes(plan, signal);
  }

  #sectionsOf(plan: Plan): readonly Section[] {
    if (plan.state !== 'planned') return resultSections(plan);
    return this.#grouping === 'type' ? typeSections(plan, this.#types) : reviewSections(plan);
  }

  /** The review works without them: only the other grouping is not offered. */
  async #readTypes(plan: Plan, signal: AbortSignal): Promise<void> {
    try {
      const types = await this.#desk.changes.types({ planId: plan.id }, { signal });
      if (this.#plan?.id !== plan.id) return;
      this.#types = types;
      if (this.#grouping === 'type') await this.items.show(plan, this.#sectionsOf(plan));
    } catch {
      if (this.#plan?.id === plan.id) this.#types = [];
    }
  }

  /** The shown plan may be resolved in another window, or by main checking the status automatically. */
  async #follow(plans: readonly Plan[]): Promise<void> {
    const plan = this.#plan;
    const isIdle = !this.#isSending && this.#busyWith === undefined;
    if (plan?.state !== 'open' || !isIdle || this.#working === undefined) return;
    const { signal } = this.#working;
    const now = plans.find(({ id }) => id === plan.id);
    await this.#try(signal, async () => {
      this.#accept(now ?? (await this.#desk.changes.get({ planId: plan.id })), signal);
      await this.#finish(signal);
    });
  }

  /**
   * An applied plan may be undone in another window, from History, or because no one confirmed it: the receipt shows
   * it.
   */
  async #followUndo(tenantId: string): Promise<void> {
    const plan = this.#plan;
    const isIdle = this.#stage === 'done' && !this.#isSending && this.#busyWith === undefined;
    if (plan?.state !== 'finished' || plan.tenantId !== tenantId || !isIdle) return;
    const signal = this.#working?.signal;
    // Without a response it shows the previous state; main validates any action based on it.
    const now = await this.#desk.changes.get({ planId: plan.id }).catch(() => undefined);
    if (now !== undefined && signal?.aborted === false && this.#stage === 'done') this.#accept(now, signal);
  }

  #note(progress: EventPayload<'changes.progress'>): void {
    if (this.#stage === 'planning') {
      if (this.#plan !== undefined || progress.stage !== 'planning') return;
      this.#expectedId ??= progress.planId;
      if (progress.planId !== this.#expectedId) return;
    } else if (this.#stage !== 'applying' || progress.stage !== 'applying') return;
    else if (progress.planId !== this.#plan?.id && this.#busyWith !== 'take-back') return;
    this.#progress = { done: progress.done, total: progress.total, current: progress.current };
    if (progress.item !== undefined) this.items.note(progress.item);
  }

  async #try(signal: AbortSignal, act: () => Promise<void>): Promise<void> {
    try {
      await act();
    } catch (thrown) {
      if (!signal.aborted) this.#failure = toDeskError(thrown);
    } finally {
      if (!signal.aborted) this.#rest();
    }
  }

  #begin(tenantId: string, onApplied: OnApplied | undefined): AbortSignal {
    this.#reset();
    this.#tenantId = tenantId;
    this.#onApplied = onApplied;
    return this.#newWork();
  }

  #newWork(): AbortSignal {
    this.#working = new AbortController();
    this.#failure = undefined;
    return this.#working.signal;
  }

  #rest(): void {
    this.#busyWith = undefined;
    this.#progress = undefined;
    this.#isPausing = false;
    this.#isSending = false;
  }

  #reset(): void {
    this.#working?.abort();
    this.#working = undefined;
    this.#source = undefined;
    this.#onApplied = undefined;
    this.#expectedId = undefined;
    this.#stage = 'closed';
    this.#plan = undefined;
    this.#failure = undefined;
    this.#grouping = 'change';
    this.#types = [];
    this.#rest();
  }
}

/** How many items a request asks for, if it says so. */
function countOf(request: ChangeRequest): number | undefined {
  switch (request.from) {
    case 'drafts':
      return request.drafts.length;
    case 'targets':
      return request.targetIds.length;
    case 'edits':
      return request.edits.length;
    case 'action':
      return request.inputs.length;
    case 'undo':
    case 'deleted':
      return request.itemIds?.length;
    case 'retry':
    case 'change-set':
      return undefined;
  }
}
