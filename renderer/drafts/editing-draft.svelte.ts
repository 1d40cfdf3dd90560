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
  /** What a new thing begins with, and what is shown until something else is known. */
  readonly initial: State;
  /** Reads a saved state; main has checked it with the schema of its kind, so that it is taken as it is by default. */
  readonly parse?: (saved: Json) => State;
}

/** Another window saved this draft after it was read here, and something was typed here as well. */
interface OtherWindow<State> {
  readonly content: State;
  readonly savedAt: number;
}

/**
 * A thing under edit, as a state in the shape of its kind. Every change is a draft at once: it is saved within moments,
 * survives a crash, and is gone when the state is back to what the tenant has. What cannot be saved stays here, also when the
 * view closes, and is tried again until it can. Applying is main's business: it closes
 * the draft, and moves it when the thing gets another identifier; whoever edits only follows.
 */
export class EditingDraft<State extends Json> implements UnsavedOwner {
  readonly #desk: Desk;
  readonly #unsaved: UnsavedText;
  readonly #schedule = new SaveSchedule(() => void this.flush());
  readonly #parse: (saved: Json) => State;
  readonly #kept: DraftState;
  readonly #edited: EditedState<State>;
  #failure = $state.raw<DeskError | undefined>(undefined);
  #other = $state.raw<Draft | undefined>(undefined);
  #isOpen = $state(false);
  #isUnsaved = false;
  /** The view was closed. Its editors publish their last keys after that, and no timer may stand between those and the disk. */
  #isLeft = false;
  /** The person settled on the base, and main does not know yet. */
  #settlesBase = false;
  #work: Promise<void> = Promise.resolve();

  constructor(desk: Desk, { initial, parse, ...key }: EditingDraftTarget<State>) {
    this.#desk = desk;
    this.#unsaved = new UnsavedText(UnsavedDrafts.of(desk), this);
    this.#kept = new DraftState(desk, key, (from, to) => this.#unsaved.move(from, to));
    this.#edited = new EditedState(initial);
    // The one place where a saved state is believed: main refuses to save what its kind's schema does not take.
    this.#parse = parse ?? ((saved) => saved as State);
  }

  /** Follows the thing when the tenant gives it another identifier. */
  get key(): DraftKey {
    return this.#kept.key;
  }

  get content(): State {
    return this.#edited.content;
  }

  /** What the tenant had when the person began; null for a thing that does not exist yet. */
  get base(): State | null {
    return this.#edited.base;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  get isChanged(): boolean {
    return this.#isOpen && !this.#edited.isUntouched;
  }

  /** True where somebody changed the thing in the tenant since the person began: the review will compare all three. */
  get isBehind(): boolean {
    return this.isChanged && this.#edited.isBehind;
  }

  get savedAt(): number | undefined {
    return this.#kept.summary?.savedAt;
  }

  /** Why it could not be saved. */
  get failure(): DeskError | undefined {
    return this.#failure;
  }

  /** Why applying it failed the last time. */
  get applyFailure(): DeskError | undefined {
    return this.#kept.summary?.error;
  }

  /** What another window has saved meanwhile; nothing is saved here until the person has chosen. */
  get otherWindow(): OtherWindow<State> | undefined {
    return this.#other === undefined
      ? undefined
      : { content: this.#parse(this.#other.state), savedAt: this.#other.savedAt };
  }

  /** Follows what other windows and main do with the draft; the answer stops it and saves what is not saved yet. */
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
        this.#kept.moveTo(to);
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

  /** Opens the saved draft, or `live` where there is none; null stands for a thing that does not exist yet. */
  async open(live: State | null): Promise<void> {
    // The view that showed it before may still be writing what was typed there last.
    await this.#unsaved.written(this.key);
    const draft = await this.#kept.read();
    this.#edited.begin(live);
    if (draft !== undefined) this.#adopt(draft);
    this.#isOpen = true;
    this.#takeUpUnsaved(draft);
  }

  /** What an earlier view of the thing could not save goes on here: the person chooses, or it is tried again. */
  #takeUpUnsaved(stored: Draft | undefined): void {
    const unsaved = this.#unsaved.of(this.key);
    if (unsaved === undefined) return;
    const hasBase = !unsaved.settlesBase || isSameState(unsaved.base, stored?.base);
    if (stored !== undefined && hasBase && isSameState(unsaved.content, stored.state)) {
      this.#unsaved.settle(this.key);
      return;
    }
    this.#edited.content = this.#parse(unsaved.content as Json);
    this.#edited.base = this.#parseBase(unsaved.base as Json);
    this.#settlesBase = unsaved.settlesBase;
    this.#isUnsaved = true;
    this.#failure = unsaved.failure;
    if (stored !== undefined && stored.revision !== unsaved.revision) this.#other = stored;
    this.#unsaved.keep(this.key, unsaved);
    void this.flush();
  }

  /**
   * The tenant's state became known or changed. An untouched state follows it; a changed one keeps its base, unless
   * the tenant has by now what was typed: then there is nothing left to apply.
   */
  follow(live: State): void {
    // Effects call this: what is typed at that moment must not become a reason to follow again.
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
   * The person has looked at what the tenant has by now and settled it: from here on `base` is what they began with, and
   * `content` what they want. Saved like everything typed; where both are the same there is no draft left.
   */
  settle(content: State, base: State): void {
    if (!this.#edited.settle(content, base)) return;
    this.#settlesBase = true;
    this.#isUnsaved = true;
    if (this.#other === undefined) this.#saveSoon();
    else this.#keepUnsaved();
  }

  #saveSoon(): void {
    this.#unsaved.wait();
    if (this.#isLeft) void this.flush();
    else this.#schedule.soon();
  }

  /** Saves what is not saved yet, one write after the other. Never rejects: a failure becomes state. */
  flush(): Promise<void> {
    this.#schedule.stop();
    return this.#queue(() => this.#save());
  }

  /**
   * Back to what the tenant has. The draft can be brought back with `drafts.restore`. Answers whether it is gone;
   * `failure` and `otherWindow` say why it is not.
   */
  async discard(): Promise<boolean> {
    // What was typed last belongs to what can be brought back.
    await this.flush();
    if (this.#other !== undefined) this.#kept.pass(this.#other);
    this.#letGoOfOther();
    this.#edited.backToLive();
    this.#isUnsaved = true;
    await this.flush();
    return !this.#isUnsaved;
  }

  /** Settles on what is here; the other window follows, or is asked in its turn. */
  async keepMine(): Promise<void> {
    if (this.#other === undefined) return;
    this.#kept.pass(this.#other);
    this.#letGoOfOther();
    this.#isUnsaved = true;
    await this.flush();
  }

  /** Settles on what the other window has saved. */
  takeOther(): void {
    const other = this.#other;
    if (other === undefined) return;
    this.#letGoOfOther();
    this.#adopt(other);
  }

  /** One thing after the other, whoever began it: a write, or a look at what another window wrote. */
  #queue(act: () => Promise<void>): Promise<void> {
    this.#work = this.#work.then(act).catch((thrown: unknown) => {
      this.#failure = toDeskError(thrown);
    });
    this.#unsaved.noteWrite(this.key, this.#work);
    return this.#work;
  }

  async #save(isSecondTry = false): Promise<void> {
    // A view may close before the draft was read: there is nothing of the person's to write then.
    if (!this.#isOpen || !this.#isUnsaved || this.#other !== undefined) return;
    this.#isUnsaved = false;
    const settlesBase = this.#settlesBase;
    this.#settlesBase = false;
    try {
      if (this.#edited.isUntouched) await this.#remove();
      else this.#learnBase(await this.#kept.write(this.#edited.content, this.#edited.base, settlesBase));
      this.#failure = undefined;
      this.#schedule.succeeded();
      if (this.#isSettled()) this.#unsaved.letGo(this.key);
    } catch (thrown) {
      this.#isUnsaved = true;
      this.#settlesBase ||= settlesBase;
      const error = toDeskError(thrown);
      if (error.code === 'draft-changed' && !isSecondTry) await this.#meetOther();
      else this.#meetFailure(error);
    }
  }

  /** Tried again as long as no other view has taken it up, also when this one is closed. */
  #meetFailure(error: DeskError): void {
    this.#failure = error;
    this.#keepUnsaved();
    if (error.retryable) this.#schedule.later(() => this.#unsaved.isOurs(this.key));
  }

  /** Nothing is left to apply. What another window has saved meanwhile is not removed unseen. */
  async #remove(): Promise<void> {
    const seen = this.#kept.summary;
    if (seen === undefined) return;
    const stored = await this.#kept.read();
    if (stored !== undefined && stored.revision !== seen.revision) {
      this.#isUnsaved = true;
      this.#stopFor(stored);
      return;
    }
    if (stored !== undefined) await this.#kept.discard();
    this.#kept.forget();
  }

  /** Main has another revision than the one that was seen here. */
  async #meetOther(): Promise<void> {
    const draft = (await this.#kept.read()) ?? (await this.#draftAfterApplied());
    if (draft === undefined) {
      // It was discarded elsewhere while somebody typed on here: that is a draft of its own.
      this.#kept.forget();
      await this.#save(true);
    } else if (this.#kept.isOwn(draft)) {
      this.#kept.pass(draft);
      this.#edited.base = this.#parseBase(draft.base);
      await this.#save(true);
    } else if (isSameState(draft.state, this.#edited.content)) this.#adopt(draft);
    else this.#stopFor(draft);
  }

  /** What stands where the thing is known now, once what was seen here is applied. */
  async #draftAfterApplied(): Promise<Draft | undefined> {
    const applied = await this.#kept.applied();
    if (applied === undefined) return undefined;
    this.#learnBase(applied);
    return this.#kept.read();
  }

  /** What main tells of all drafts: of this one, what is not an echo of one's own save is taken over. */
  async #catchUp({ changed, removed }: DraftChanges, key: DraftKey): Promise<void> {
    // What moved to another identifier meanwhile is not gone: there is more to hear of it under that one.
    if (!this.#isOpen || key !== this.key) return;
    const { tenantId, kind, targetId } = key;
    const isThis = (draft: DraftKey): boolean =>
      draft.tenantId === tenantId && draft.kind === kind && draft.targetId === targetId;
    const summary = changed.find(isThis);
    if (summary === undefined && !removed.some(isThis)) return;
    const seen = this.#kept.summary;
    // The news may be older than the last save here: only main's own answer tells that the draft is gone.
    if (summary === undefined) {
      if (seen !== undefined) await this.#lookAgain(key);
    } else if (summary.revision !== seen?.revision) {
      if (!this.#isUnsaved && (seen?.revision ?? 0) < summary.revision) await this.#lookAgain(key);
    } else {
      // Written by main without a save of a window: an earlier save was applied, and is what is gone on from.
      if (summary.savedAt !== seen.savedAt) await this.#lookAgain(key);
      this.#kept.note(summary);
    }
  }

  /** Asks main what there is of the draft, under the identifier that its thing has now. What was typed meanwhile stays. */
  async #lookAgain(key: DraftKey): Promise<void> {
    if (!this.#isOpen || this.#other !== undefined) return;
    const draft = await this.#kept.read();
    flushPendingEdits();
    if (key !== this.key) return;
    if (draft === undefined) await this.#closeAsMainDid(key);
    else if (draft.revision === this.#kept.summary?.revision) this.#learnBase(draft.base);
    // Asked anew after every wait: somebody may have typed meanwhile.
    else if (!this.#isUnsaved) this.#adopt(draft);
  }

  /**
   * It was applied, or discarded elsewhere. What was typed since and is not saved goes on from what was applied; else what
   * is shown is what the tenant has: as main has it, with placeholders in the place of credentials that were typed here.
   */
  async #closeAsMainDid(key: DraftKey): Promise<void> {
    if (this.#kept.summary === undefined) return;
    const applied = await this.#kept.applied();
    flushPendingEdits();
    if (applied === undefined && key !== this.key) return;
    if (applied !== undefined) this.#learnBase(applied);
    if (this.#isUnsaved) return;
    this.#kept.forget();
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
    this.#kept.see(draft);
    this.#isUnsaved = false;
    this.#failure = undefined;
    this.#unsaved.letGo(this.key);
  }

  /** The person chooses what to go on with; until then nothing is saved. */
  #stopFor(other: Draft): void {
    this.#other = other;
    this.#keepUnsaved();
  }

  #keepUnsaved(): void {
    this.#unsaved.keep(this.key, {
      content: this.#edited.content,
      base: this.#edited.base,
      settlesBase: this.#settlesBase,
      revision: this.#kept.summary?.revision,
      failure: this.#failure,
    });
  }

  #letGoOfOther(): void {
    this.#unsaved.letGo(this.key);
    this.#other = undefined;
  }
}
