import type { OpenedChangeSet, SavedChangeSet } from '../../contract/changes/change-sets.ts';
import { changeSetExtensions, maxDroppedBytes } from '../../contract/changes/change-set-files.ts';
import type { Desk } from '../../contract/bridge/desk.ts';
import type { DraftSummary } from '../../contract/changes/drafts.ts';
import type { ToastQueue } from '../ui/index.ts';
import { attempt } from '../state/attempt.ts';
import { counted, formatBytes } from '../../languages/text/intl.ts';
import type { Review } from './review.svelte.ts';

/** Opens and saves change sets; however one is opened, it takes the same path from there. */
export class ChangeSets {
  readonly #desk: Desk;
  readonly #review: Review;
  readonly #toasts: ToastQueue;
  /** The one that the user wants to apply to another tenant. */
  #retargeted = $state.raw<OpenedChangeSet | undefined>(undefined);
  /** The tenant preselected for it; undefined: the current one. */
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

  /** True if the plan under review came from a file that can be applied to another tenant. */
  get canRetargetReview(): boolean {
    return this.#review.plan?.origin.type === 'change-set' && this.#reviewed !== undefined;
  }

  /** Lets the user choose a file and opens it. Never rejects. */
  async choose(): Promise<void> {
    await attempt(this.#toasts, async () => {
      const opened = await this.#desk.changeSets.open();
      if (opened !== undefined) await this.show(opened);
    });
  }

  /**
   * Opens files that the system passes to the program, from now on and since its start; returns a function that stops
   * this.
   */
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

  /** Opens a file that was dropped on the window; says what can be dropped if it is something else. Never rejects. */
  async openDropped(files: readonly File[]): Promise<void> {
    const [file, ...more] = files;
    const rejection = whyNotDropped(file, more.length);
    if (file === undefined || rejection !== undefined) {
      if (rejection !== undefined) this.#toasts.show({ text: rejection, tone: 'bad' });
      return;
    }
    await attempt(this.#toasts, async () => {
      const text = await file.text();
      await this.show(await this.#desk.changeSets.openDropped({ name: file.name.slice(-255), text }));
    });
  }

  /** Opens the review in the tenant that the set was made for; an error if that isn't one of the user's tenants. */
  async show(opened: OpenedChangeSet): Promise<void> {
    const { tenantId, name, tenantName, tenantAddress, fileId } = opened;
    // The plan under review may have resolved conflicts or be in progress: it is never replaced without asking.
    if (this.#review.stage !== 'closed') {
      this.#toasts.show({
        text: `${name} was not opened, because another review is open. Finish or close it first.`,
        tone: 'warn',
        action: { label: 'Open now', run: () => void this.#showInstead(opened) },
      });
      return;
    }
    if (tenantId === null) {
      this.#toasts.show({
        text: `${name} was made for ${tenantName} (${tenantAddress}), which isn’t one of your tenants. Add it, then open the file again.`,
        tone: 'bad',
        action: { label: 'Apply to another tenant…', run: () => this.retarget(opened) },
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

  /** Asks for the tenant, and shows which changes can be applied there. */
  retarget(opened: OpenedChangeSet, tenantId?: string): void {
    this.#retargetTo = tenantId;
    this.#retargeted = opened;
  }

  /** Like `retarget`, for the change set under review; that review is closed. */
  retargetReview(): void {
    const opened = this.#reviewed;
    if (opened === undefined) return;
    this.#review.close();
    this.retarget(opened);
  }

  /** Cancels applying to another tenant. */
  leave(): void {
    this.#retargeted = undefined;
  }

  /** Opens the review of the matched changes. */
  async reviewIn(tenantId: string, fileId: string): Promise<void> {
    this.leave();
    this.#reviewed = undefined;
    await this.#review.open(tenantId, { from: 'change-set', fileId });
  }

  /** Saves drafts of one tenant as a change set and says where; returns whether a file was written. Never rejects. */
  async saveDrafts(tenantId: string, drafts: readonly DraftSummary[]): Promise<boolean> {
    const keys = drafts.map(({ kind, targetId }) => ({ kind, targetId }));
    return await this.#save(
      () => this.#desk.changeSets.saveDrafts({ tenantId, drafts: keys }),
      (left) => `Skipped ${counted(left, 'draft')} without changes.`,
    );
  }

  /** Saves the changes of a plan as a change set, like `saveDrafts`. */
  async savePlan(planId: string): Promise<boolean> {
    return await this.#save(
      () => this.#desk.changeSets.save({ planId }),
      (left) => `Skipped ${counted(left, 'item')} with nothing to save.`,
    );
  }

  async #save(
    write: () => Promise<SavedChangeSet | undefined>,
    skippedText: (count: number) => string,
  ): Promise<boolean> {
    let isSaved = false;
    await attempt(this.#toasts, async () => {
      const saved = await write();
      if (saved === undefined) return;
      isSaved = true;
      const left = saved.skipped === 0 ? '' : ` ${skippedText(saved.skipped)}`;
      const text = `Saved ${counted(saved.count, 'change')} to ${saved.fileName}.${left}`;
      this.#toasts.show({ text, tone: 'good' });
    });
    return isSaved;
  }
}

/** Why nothing is opened; undefined if the file can be opened. */
function whyNotDropped(file: File | undefined, more: number): string | undefined {
  const what = `Drop a change set: a ${changeSetExtensions.join(' or ')} file saved with “Save as change set”.`;
  if (file === undefined) return `That isn’t a file. ${what}`;
  if (more > 0) return `Drop one change set at a time, not ${more + 1} files.`;
  if (!changeSetExtensions.some((extension) => file.name.toLowerCase().endsWith(extension))) {
    return `${file.name} isn’t a change set. ${what}`;
  }
  return file.size > maxDroppedBytes
    ? `${file.name} is larger than ${formatBytes(maxDroppedBytes, 'up')}. Use “Open change set” instead.`
    : undefined;
}
