import type { OpenedChangeSet, SavedChangeSet } from '../../contract/changes/change-sets.ts';
import { changeSetExtensions, maxDroppedBytes } from '../../contract/changes/change-set-files.ts';
import type { Desk } from '../../contract/bridge/desk.ts';
import type { DraftSummary } from '../../contract/changes/drafts.ts';
import type { ToastQueue } from '../ui/index.ts';
import { attempt } from '../state/attempt.ts';
import { counted, formatBytes } from '../../languages/text/intl.ts';
import type { Review } from './review.svelte.ts';

/** Change-sets as they come into the window and leave it; however one comes, it goes the same way from there. */
export class ChangeSets {
  readonly #desk: Desk;
  readonly #review: Review;
  readonly #toasts: ToastQueue;
  /** The one that a person wants to carry over to another tenant. */
  #retargeted = $state.raw<OpenedChangeSet | undefined>(undefined);
  /** The tenant that is offered for it first; undefined: the one at hand. */
  #retargetTo = $state.raw<string | undefined>(undefined);
  /** The one whose review was opened last. */
  #reviewed = $state.raw<OpenedChangeSet | undefined>(undefined);

  constructor(desk: Desk, review: Review, toasts: ToastQueue) {
    this.#desk = desk;
    this.#review = review;
    this.#toasts = toasts;
  }

  get retargeted(): OpenedChangeSet | undefined {
    return this.#retargeted;
  }

  get retargetTo(): string | undefined {
    return this.#retargetTo;
  }

  /** True where the plan under review was made of a file that can be carried over to another tenant. */
  get canRetargetReview(): boolean {
    return this.#review.plan?.origin.type === 'change-set' && this.#reviewed !== undefined;
  }

  /** Lets the person choose one and opens it. Never rejects. */
  async choose(): Promise<void> {
    await attempt(this.#toasts, async () => {
      const opened = await this.#desk.changeSets.open();
      if (opened !== undefined) await this.show(opened);
    });
  }

  /** Opens what the system hands to the program, from now on and since it was started; the answer stops it. */
  start(): () => void {
    void this.#takeArrived();
    return this.#desk.on('changeSets.arrived', () => void this.#takeArrived());
  }

  async #takeArrived(): Promise<void> {
    await attempt(this.#toasts, async () => {
      for (const arrived of await this.#desk.changeSets.takeArrived()) {
        if (arrived.state === 'opened') await this.show(arrived.set);
        else this.#toasts.show({ text: arrived.error.message, tone: 'bad' });
      }
    });
  }

  /** Opens a file that was dropped on the window; says what can be dropped where it is something else. Never rejects. */
  async openDropped(files: readonly File[]): Promise<void> {
    const [file, ...more] = files;
    const refusal = whyNotDropped(file, more.length);
    if (file === undefined || refusal !== undefined) {
      if (refusal !== undefined) this.#toasts.show({ text: refusal, tone: 'bad' });
      return;
    }
    await attempt(this.#toasts, async () => {
      const text = await file.text();
      await this.show(await this.#desk.changeSets.openDropped({ name: file.name.slice(-255), text }));
    });
  }

  /** Opens the review in the tenant that the set was made for; refused where that is not among the person's tenants. */
  async show(opened: OpenedChangeSet): Promise<void> {
    const { tenantId, name, tenantName, tenantAddress, fileId } = opened;
    // What is under review may be planned with decisions, or be under way: nothing takes its place unasked.
    if (this.#review.stage !== 'closed') {
      this.#toasts.show({
        text: `${name} was not opened, because another review is open. Finish or close that one first.`,
        tone: 'warn',
        action: { label: 'Open it now', run: () => void this.#showInstead(opened) },
      });
      return;
    }
    if (tenantId === null) {
      this.#toasts.show({
        text: `${name} was made for ${tenantName} (${tenantAddress}), which is not among your tenants. Add that tenant, then open the file again.`,
        tone: 'bad',
        action: { label: 'Re-target…', run: () => this.retarget(opened) },
      });
      return;
    }
    this.#reviewed = opened;
    await this.#review.open(tenantId, { from: 'change-set', fileId });
  }

  async #showInstead(opened: OpenedChangeSet): Promise<void> {
    this.#review.close();
    await this.show(opened);
  }

  /** Asks to which tenant, and what of it can be carried over. */
  retarget(opened: OpenedChangeSet, tenantId?: string): void {
    this.#retargetTo = tenantId;
    this.#retargeted = opened;
  }

  /** As `retarget`, for what is under review, which is given up. */
  retargetReview(): void {
    const opened = this.#reviewed;
    if (opened === undefined) return;
    this.#review.close();
    this.retarget(opened);
  }

  /** Nothing is carried over. */
  leave(): void {
    this.#retargeted = undefined;
  }

  /** Opens the review of what was carried over. */
  async reviewIn(tenantId: string, fileId: string): Promise<void> {
    this.leave();
    this.#reviewed = undefined;
    await this.#review.open(tenantId, { from: 'change-set', fileId });
  }

  /** Saves drafts of one tenant as a change-set and says where; answers whether a file was written. Never rejects. */
  async saveDrafts(tenantId: string, drafts: readonly DraftSummary[]): Promise<boolean> {
    const keys = drafts.map(({ kind, targetId }) => ({ kind, targetId }));
    return await this.#save(
      () => this.#desk.changeSets.saveDrafts({ tenantId, drafts: keys }),
      (left) => `${counted(left, 'draft')} said what the tenant had.`,
    );
  }

  /** Saves what a plan would change as a change-set, as `saveDrafts` does. */
  async savePlan(planId: string): Promise<boolean> {
    return await this.#save(
      () => this.#desk.changeSets.save({ planId }),
      (left) => `${counted(left, 'other')} had nothing to save.`,
    );
  }

  async #save(
    write: () => Promise<SavedChangeSet | undefined>,
    leftOutText: (count: number) => string,
  ): Promise<boolean> {
    let isSaved = false;
    await attempt(this.#toasts, async () => {
      const saved = await write();
      if (saved === undefined) return;
      isSaved = true;
      const left = saved.leftOut === 0 ? '' : ` ${leftOutText(saved.leftOut)}`;
      const text = `Saved ${counted(saved.count, 'change')} to ${saved.fileName}.${left}`;
      this.#toasts.show({ text, tone: 'good' });
    });
    return isSaved;
  }
}

/** Why nothing is opened; undefined where it is. */
function whyNotDropped(file: File | undefined, more: number): string | undefined {
  const what = `A change-set can be dropped here: a file (${changeSetExtensions.join(' or ')}) that “Save as change-set” has written.`;
  if (file === undefined) return `That is no file. ${what}`;
  if (more > 0) return `These are ${more + 1} files. Drop one change-set at a time.`;
  if (!changeSetExtensions.some((extension) => file.name.toLowerCase().endsWith(extension))) {
    return `${file.name} is no change-set. ${what}`;
  }
  return file.size > maxDroppedBytes
    ? `${file.name} is larger than ${formatBytes(maxDroppedBytes, 'up')}. Open it with “Open change-set” instead.`
    : undefined;
}
