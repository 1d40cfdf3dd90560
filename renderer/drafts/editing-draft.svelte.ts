import { untrack } from 'svelte';
import { toDeskError } from '../../contract/errors/desk-failure.ts';
import type { Desk } from '../../contract/bridge/desk.ts';
import type { Draft, DraftChanges, DraftKey } from '../../contract/changes/drafts.ts';
import type { DeskError } from '../../contract/errors/errors.ts';
import { flushPendingEdits } from '../ui/code/held-keys.ts';
import { EditedState } from './edited-state.svelte.ts';
import { DraftState } from './stored-draft.svelte.ts';
import { isSameState } from './same-state.ts';
import { SaveSchedule } from './save-schedule.ts';
import type { UnsavedOwner } from './unsaved-drafts.ts';
import { UnsavedDrafts } from './unsaved-drafts.ts';
import { UnsavedText } from './unsaved-text.ts';

type Json = Draft['state'];

interface EditingDraftTarget<State> extends DraftKey {
  /** What a new item begins with, and what is shown until something else is known. */
  readonly initial: State;
  /** Parses a saved state; main has checked it with the schema of its kind, so the default takes it as it is. */
  readonly parse?: (saved: Json) => State;
}

/** Another window saved this draft after it was read here, and it was edited here as well. */
interface OtherWindow<State> {
  readonly content: State;
  readonly savedAt: number;
}

/**
 * An item being edited, as a state in the shape of its kind. Every change is a draft at once: it is saved almost
 * immediately, survives a crash, and is removed when the state equals the tenant's again. What cannot be saved stays
 * here, even after the view closes, and is retried until it can. Applying is up to main: it closes the draft, and
 * moves it when the item gets another ID; this class only follows.
 */
export class EditingDraft<State extends Json> implements UnsavedOwner {
  readonly #desk: Desk;
  readonly #unsaved: UnsavedText;
  readonly #schedule = new SaveSchedule(() => void this.flush());
  readonly #parse: (saved: Json) => State;
  readonly #stored: DraftState;
  readonly #edited: EditedState<State>;
  #failure = $state.raw<DeskError | undefined>(undefined);
  #other = $state.raw<Draft | undefined>(undefined);
  #isOpen = $state(false);
  #isUnsaved = false;
  /**
   * The view was closed. Its editors publish their last keys after that, and no timer may delay writing those to
   * disk.
   */
  #isLeft = false;
  /** The user accepted the base, and main does not know yet. */
  #resolvesBase = false;
  #work: Promise<void> = Promise.resolve();

  constructor(desk: Desk, { initial, parse, ...key }: EditingDraftTarget<State>) {
    this.#desk = desk;
    this.#unsaved = new UnsavedText(UnsavedDrafts.of(desk), this);
    this.#stored = new DraftState(desk, key, (from, to) => this.#unsaved.move(from, to));
    this.#edited = new EditedState(initial);
    // The only place where a saved state is trusted: main saves only what the schema of its kind accepts.
    this.#parse = parse ?? ((saved) => saved as State);
  }

  /** Follows the item when the tenant gives it another ID. */
  get key(): DraftKey {
    return this.#stored.key;
  }

  get content(): State {
    return this.#edited.content;
  }

  /** The tenant's state when editing began; null for an item that does not exist yet. */
  get base(): State | null {
    return this.#edited.base;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  get isChanged(): boolean {
    return this.#isOpen && !this.#edited.isUntouched;
  }

  /** True if the item changed on the tenant since editing began: the review will compare all three. */
  get isBehind(): boolean {
    return this.isChanged && this.#edited.isBehind;
  }

  get savedAt(): number | undefined {
    return this.#stored.summary?.savedAt;
  }

  /** Why it could not be saved. */
  get failure(): DeskError | undefined {
    return this.#failure;
  }

  /** Why the last apply failed. */
  get applyFailure(): DeskError | undefined {
    return this.#stored.summary?.error;
  }

  /** The version that another window has saved; nothing is saved here until the user has chosen. */
  get otherWindow(): OtherWindow<State> | undefined {
    return this.#other === undefined
      ? undefined
      : { content: this.#parse(this.#other.state), savedAt: this.#other.savedAt };
  }

  /**
   * Follows what other windows and main do with the draft; the returned function stops this and saves pending edits.
   */
  connect(): () => void {
    this.#isLeft = false;
    const stops = [
      this.#desk.on('drafts.changed', (changes) => {
        const { key } = this;
        void this.#queue(() => this.#catchUp(changes, key));
      }),
      this.#desk.on('targets.moved', ({ tenantId, kind, from, to }) => {
        const { key } = this;
        if (tenantId !== key.tenantId || kind !== key.kind || from !== key.targetId) return;
        this.#stored.moveTo(to);
        const moved = this.key;
        void this.#queue(() => this.#lookAgain(moved));
      }),
    ];
    return () => {
      stops.forEach((stop) => stop());
      this.#isLeft = true;
      void this.flush();
    };
  }

  /** Opens the saved draft, or `live` if there is none; null means an item that does not exist yet. */
  async open(live: State | null): Promise<void> {
    // The view that showed it before may still be writing its last edits.
    await this.#unsaved.written(this.key);
    const draft = await this.#stored.read();
    this.#edited.begin(live);
    if (draft !== undefined) this.#adopt(draft);
    this.#isOpen = true;
    this.#takeUpUnsaved(draft);
  }

  /** What an earlier view of the item could not save continues here: the user chooses, or it is retried. */
  #takeUpUnsaved(stored: Draft | undefined): void {
    const unsaved = this.#unsaved.of(this.key);
    if (unsaved === undefined) return;
    const hasBase = !unsaved.resolvesBase || isSameState(unsaved.base, stored?.base);
    if (stored !== undefined && hasBase && isSameState(unsaved.content, stored.state)) {
      this.#unsaved.resolve(this.key);
      return;
    }
    this.#edited.content = this.#parse(unsaved.content as Json);
    this.#edited.base = this.#parseBase(unsaved.base as Json);
    this.#resolvesBase = unsaved.resolvesBase;
    this.#isUnsaved = true;
    this.#failure = unsaved.failure;
    if (stored !== undefined && stored.revision !== unsaved.revision) this.#other = stored;
    this.#unsaved.keep(this.key, unsaved);
    void this.flush();
  }

  /**
   * The tenant's state became known or changed. An unedited state follows it; an edited one keeps the base, unless
   * the tenant now has the edited state: then nothing is left to apply.
   */
  follow(live: State): void {
    // Called by effects: the edits read here must not become dependencies that trigger it again.
    untrack(() => this.#follow(live));
  }

  #follow(live: State): void {
    flushPendingEdits();
    this.#edited.learnLive(live);
    if (!this.#isOpen) return;
    if (this.#edited.isTyped(live)) {
      this.#edited.base = live;
      this.#isUnsaved = true;
      void this.flush();
    }
    this.#edited.follow(live);
  }

  change(content: State): void {
    if (isSameState(content, this.#edited.content)) return;
    this.#edited.content = content;
    this.#isUnsaved = true;
    if (this.#other !== undefined || this.#failure !== undefined) this.#keepUnsaved();
    if (this.#other === undefined) this.#saveSoon();
  }

  /**
   * The user has reviewed the tenant's current state and resolved it: from here on `base` is that state, and
   * `content` the wanted one. Saved like every edit; if both are equal, there is no draft left.
   */
  resolve(content: State, base: State): void {
    if (!this.#edited.resolve(content, base)) return;
    this.#resolvesBase = true;
    this.#isUnsaved = true;
    if (this.#other === undefined) this.#saveSoon();
    else this.#keepUnsaved();
  }

  #saveSoon(): void {
    this.#unsaved.wait();
    if (this.#isLeft) void this.flush();
    else this.#schedule.soon();
  }

  /** Saves pending edits, one write after the other. Never rejects: a failure becomes state. */
  flush(): Promise<void> {
    this.#schedule.stop();
    return this.#queue(() => this.#save());
  }

  /**
   * Back to the tenant's state. The draft can be restored with `drafts.restore`. Returns whether it was discarded;
   * `failure` and `otherWindow` say why not.
   */
  async discard(): Promise<boolean> {
    // The last edits belong to what can be restored.
    await this.flush();
    if (this.#other !== undefined) this.#stored.pass(this.#other);
    this.#letGoOfOther();
    this.#edited.backToLive();
    this.#isUnsaved = true;
    await this.flush();
    return !this.#isUnsaved;
  }

  /** Resolves the conflict with the version here; the other window follows, or asks its user. */
  async keepMine(): Promise<void> {
    if (this.#other === undefined) return;
    this.#stored.pass(this.#other);
    this.#letGoOfOther();
    this.#isUnsaved = true;
    await this.flush();
  }

  /** Resolves with the version that the other window saved. */
  takeOther(): void {
    const other = this.#other;
    if (other === undefined) return;
    this.#letGoOfOther();
    this.#adopt(other);
  }

  /** Runs one operation at a time: a write, or a read of what another window wrote. */
  #queue(act: () => Promise<void>): Promise<void> {
    this.#work = this.#work.then(act).catch((thrown: unknown) => {
      this.#failure = toDeskError(thrown);
    });
    this.#unsaved.noteWrite(this.key, this.#work);
    return this.#work;
  }

  async #save(isSecondTry = false): Promise<void> {
    // A view may close before the draft was read: then there is nothing to write.
    if (!this.#isOpen || !this.#isUnsaved || this.#other !== undefined) return;
    this.#isUnsaved = false;
    const resolvesBase = this.#resolvesBase;
    this.#resolvesBase = false;
    try {
      if (this.#edited.isUntouched) await this.#remove();
      else this.#learnBase(await this.#stored.write(this.#edited.content, this.#edited.base, resolvesBase));
      this.#failure = undefined;
      this.#schedule.succeeded();
      if (this.#isSettled()) this.#unsaved.letGo(this.key);
    } catch (thrown) {
      this.#isUnsaved = true;
      this.#resolvesBase ||= resolvesBase;
      const error = toDeskError(thrown);
      if (error.code === 'draft-changed' && !isSecondTry) await this.#meetOther();
      else this.#meetFailure(error);
    }
  }

  /** Retried as long as no other view has taken it over, even after this one is closed. */
  #meetFailure(error: DeskError): void {
    this.#failure = error;
    this.#keepUnsaved();
    if (error.retryable) this.#schedule.later(() => this.#unsaved.isOurs(this.key));
  }

  /** Nothing is left to apply. A version that another window has saved is not removed without notice. */
  async #remove(): Promise<void> {
    const seen = this.#stored.summary;
    if (seen === undefined) return;
    const stored = await this.#stored.read();
    if (stored !== undefined && stored.revision !== seen.revision) {
      this.#isUnsaved = true;
      this.#stopFor(stored);
      return;
    }
    if (stored !== undefined) await this.#stored.discard();
    this.#stored.forget();
  }

  /** Main has a revision other than the one seen here. */
  async #meetOther(): Promise<void> {
    const draft = (await this.#stored.read()) ?? (await this.#draftAfterApplied());
    if (draft === undefined) {
      // It was discarded in another window while the user continued editing here: that is a new draft.
      this.#stored.forget();
      await this.#save(true);
    } else if (this.#stored.isOwn(draft)) {
      this.#stored.pass(draft);
      this.#edited.base = this.#parseBase(draft.base);
      await this.#save(true);
    } else if (isSameState(draft.state, this.#edited.content)) this.#adopt(draft);
    else this.#stopFor(draft);
  }

  /** The state at the item's current ID, once the last change seen here is applied. */
  async #draftAfterApplied(): Promise<Draft | undefined> {
    const applied = await this.#stored.applied();
    if (applied === undefined) return undefined;
    this.#learnBase(applied);
    return this.#stored.read();
  }

  /** Main's events about all drafts: changes to this one are adopted unless they echo a save from here. */
  async #catchUp({ changed, removed }: DraftChanges, key: DraftKey): Promise<void> {
    // A draft that moved to another ID is not gone: more events follow under that ID.
    if (!this.#isOpen || key !== this.key) return;
    const { tenantId, kind, targetId } = key;
    const isThis = (draft: DraftKey): boolean =>
      draft.tenantId === tenantId && draft.kind === kind && draft.targetId === targetId;
    const summary = changed.find(isThis);
    if (summary === undefined && !removed.some(isThis)) return;
    const seen = this.#stored.summary;
    // The event may be older than the last save here: only main's own response proves that the draft is gone.
    if (summary === undefined) {
      if (seen !== undefined) await this.#lookAgain(key);
    } else if (summary.revision !== seen?.revision) {
      if (!this.#isUnsaved && (seen?.revision ?? 0) < summary.revision) await this.#lookAgain(key);
    } else {
      // Written by main without a save of a window: an earlier save was applied and is the new base.
      if (summary.savedAt !== seen.savedAt) await this.#lookAgain(key);
      this.#stored.note(summary);
    }
  }

  /** Asks main for the draft under the item's current ID. Edits made meanwhile stay. */
  async #lookAgain(key: DraftKey): Promise<void> {
    if (!this.#isOpen || this.#other !== undefined) return;
    const draft = await this.#stored.read();
    flushPendingEdits();
    if (key !== this.key) return;
    if (draft === undefined) await this.#closeAsMainDid(key);
    else if (draft.revision === this.#stored.summary?.revision) this.#learnBase(draft.base);
    // Checked again after every wait: there may be new edits.
    else if (!this.#isUnsaved) this.#adopt(draft);
  }

  /**
   * It was applied, or discarded in another window. Newer unsaved edits continue from the applied state; without any, the
   * tenant's state is shown as main has it, with placeholders instead of credentials that were entered here.
   */
  async #closeAsMainDid(key: DraftKey): Promise<void> {
    if (this.#stored.summary === undefined) return;
    const applied = await this.#stored.applied();
    flushPendingEdits();
    if (applied === undefined && key !== this.key) return;
    if (applied !== undefined) this.#learnBase(applied);
    if (this.#isUnsaved) return;
    this.#stored.forget();
    this.#edited.backToLive();
  }

  #learnBase(base: Json): void {
    this.#edited.learnBase(this.#parseBase(base));
  }

  #parseBase(base: Json): State | null {
    return base === null ? null : this.#parse(base);
  }

  #isSettled(): boolean {
    return !this.#isUnsaved && this.#other === undefined;
  }

  #adopt(draft: Draft): void {
    this.#edited.content = this.#parse(draft.state);
    this.#edited.base = this.#parseBase(draft.base);
    this.#stored.see(draft);
    this.#isUnsaved = false;
    this.#failure = undefined;
    this.#unsaved.letGo(this.key);
  }

  /** The user chooses the version to continue with; until then nothing is saved. */
  #stopFor(other: Draft): void {
    this.#other = other;
    this.#keepUnsaved();
  }

  #keepUnsaved(): void {
    this.#unsaved.keep(this.key, {
      content: this.#edited.content,
      base: this.#edited.base,
      resolvesBase: this.#resolvesBase,
      revision: this.#stored.summary?.revision,
      failure: this.#failure,
    });
  }

  #letGoOfOther(): void {
    this.#unsaved.letGo(this.key);
    this.#other = undefined;
  }
}
