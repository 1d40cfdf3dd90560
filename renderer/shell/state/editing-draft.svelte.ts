import { untrack } from 'svelte';
import { toDeskError } from '../../../contract/desk-failure.ts';
import type { Desk } from '../../../contract/desk.ts';
import type { Draft, DraftKey, DraftSummary } from '../../../contract/drafts.ts';
import type { DeskError } from '../../../contract/errors.ts';
import { isSameState } from './same-state.ts';
import type { UnsavedOwner } from './unsaved-drafts.ts';
import { UnsavedDrafts } from './unsaved-drafts.ts';

/** From a key to sending the draft; with the write it stays well under the promised 250 ms. */
const saveDelayMs = 100;
/** What could not be saved is tried again after these, and then again and again after the last. */
const retryDelaysMs = [2000, 5000, 10_000, 20_000];

type Json = Draft['state'];

export interface EditingDraftTarget<State> extends DraftKey {
  /** What a new thing begins with, and what is shown until something else is known. */
  readonly initial: State;
  /** Reads a saved state; main has checked it with the schema of its kind, so that it is taken as it is by default. */
  readonly parse?: (saved: Json) => State;
}

/** Another window saved this draft after it was read here, and something was typed here as well. */
export interface OtherWindow<State> {
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
  readonly #unsaved: UnsavedDrafts;
  readonly #initial: State;
  readonly #parse: (saved: Json) => State;
  #key = $state.raw<DraftKey>({ tenantId: '', kind: '', targetId: '' });
  #content: State;
  #base = $state.raw<State | null>(null);
  /** What the tenant has, as far as this window knows. */
  #live = $state.raw<State | null>(null);
  #saved = $state.raw<DraftSummary | undefined>(undefined);
  #failure = $state.raw<DeskError | undefined>(undefined);
  #other = $state.raw<Draft | undefined>(undefined);
  #isOpen = $state(false);
  /** What main has of it, to tell a change of another window from the echo of one's own. */
  #savedContent: State | undefined;
  #isUnsaved = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;
  #retries = 0;
  #work: Promise<void> = Promise.resolve();

  constructor(desk: Desk, { tenantId, kind, targetId, initial, parse }: EditingDraftTarget<State>) {
    this.#desk = desk;
    this.#unsaved = UnsavedDrafts.of(desk);
    this.#key = { tenantId, kind, targetId };
    this.#initial = initial;
    // The one place where a saved state is believed: main refuses to save what its kind's schema does not take.
    this.#parse = parse ?? ((saved) => saved as State);
    this.#content = $state.raw(initial);
  }

  /** Follows the thing when the tenant gives it another identifier. */
  get key(): DraftKey {
    return this.#key;
  }

  get content(): State {
    return this.#content;
  }

  /** What the tenant had when the person began; null for a thing that does not exist yet. */
  get base(): State | null {
    return this.#base;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  get isChanged(): boolean {
    return this.#isOpen && !isSameState(this.#content, this.#untouched);
  }

  /** True where somebody changed the thing in the tenant since the person began: the review will compare all three. */
  get isBehind(): boolean {
    return (
      this.isChanged &&
      this.#base !== null &&
      this.#live !== null &&
      !isSameState(this.#live, this.#base) &&
      !isSameState(this.#live, this.#content)
    );
  }

  get savedAt(): number | undefined {
    return this.#saved?.savedAt;
  }

  /** Why it could not be saved. */
  get failure(): DeskError | undefined {
    return this.#failure;
  }

  /** Why applying it failed the last time. */
  get applyFailure(): DeskError | undefined {
    return this.#saved?.error;
  }

  /** What another window has saved meanwhile; nothing is saved here until the person has chosen. */
  get otherWindow(): OtherWindow<State> | undefined {
    return this.#other === undefined
      ? undefined
      : { content: this.#parse(this.#other.state), savedAt: this.#other.savedAt };
  }

  get #untouched(): State {
    return this.#base ?? this.#initial;
  }

  /** Follows what other windows and main do with the draft; the answer stops it and saves what is not saved yet. */
  connect(): () => void {
    const stops = [
      this.#desk.on('drafts.changed', (drafts) => {
        const key = this.#key;
        void this.#queue(() => this.#catchUp(drafts, key));
      }),
      this.#desk.on('targets.moved', ({ tenantId, kind, from, to }) => {
        if (tenantId !== this.#key.tenantId || kind !== this.#key.kind || from !== this.#key.targetId) return;
        this.#moveUnsaved({ tenantId, kind, targetId: to });
        this.#key = { tenantId, kind, targetId: to };
        void this.#queue(() => this.#catchUpUnderNewKey());
      }),
    ];
    return () => {
      stops.forEach((stop) => stop());
      void this.flush();
    };
  }

  /** Opens the saved draft, or `live` where there is none; null stands for a thing that does not exist yet. */
  async open(live: State | null): Promise<void> {
    const draft = await this.#desk.drafts.get(this.#key);
    this.#live = live;
    this.#base = live;
    this.#content = live ?? this.#initial;
    if (draft !== undefined) this.#adopt(draft);
    this.#isOpen = true;
    this.#takeUpUnsaved(draft);
  }

  /** What an earlier view of the thing could not save goes on here: the person chooses, or it is tried again. */
  #takeUpUnsaved(stored: Draft | undefined): void {
    const unsaved = this.#unsaved.get(this.#key);
    if (unsaved === undefined) return;
    if (stored !== undefined && isSameState(unsaved.content, stored.state)) {
      this.#unsaved.letGo(this.#key);
      return;
    }
    this.#content = this.#parse(unsaved.content as Json);
    this.#base = unsaved.base === null ? null : this.#parse(unsaved.base as Json);
    this.#isUnsaved = true;
    this.#failure = unsaved.failure;
    if (stored !== undefined && stored.revision !== unsaved.revision) this.#other = stored;
    this.#unsaved.keep(this.#key, { ...unsaved, owner: this });
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
    // What is the same stays the same object: a view may make its `live` of what it reads here.
    if (!isSameState(this.#live, live)) this.#live = live;
    if (!this.#isOpen) return;
    if (this.isChanged && isSameState(this.#content, live)) {
      this.#base = live;
      this.#isUnsaved = true;
      void this.flush();
    }
    if (this.isChanged || isSameState(this.#base, live)) return;
    this.#base = live;
    this.#content = live;
  }

  change(content: State): void {
    if (isSameState(content, this.#content)) return;
    this.#content = content;
    this.#isUnsaved = true;
    if (this.#other !== undefined || this.#failure !== undefined) this.#keepUnsaved();
    if (this.#other !== undefined) return;
    // From the first key that is not saved yet, not from the last: whoever types on and on is saved all the same.
    this.#timer ??= setTimeout(() => void this.flush(), saveDelayMs);
  }

  /** Saves what is not saved yet, one write after the other. Never rejects: a failure becomes state. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    clearTimeout(this.#retryTimer);
    this.#timer = undefined;
    return this.#queue(() => this.#save());
  }

  /**
   * Back to what the tenant has. The draft can be brought back with `drafts.restore`. Answers whether it is gone;
   * `failure` and `otherWindow` say why it is not.
   */
  async discard(): Promise<boolean> {
    // What was typed last belongs to what can be brought back.
    await this.flush();
    if (this.#other !== undefined) this.#saved = summaryOf(this.#other);
    this.#letGoOfOther();
    this.#base = this.#live;
    this.#content = this.#untouched;
    this.#isUnsaved = true;
    await this.flush();
    return this.#hasAllSaved();
  }

  /** Settles on what is here; the other window follows, or is asked in its turn. */
  async keepMine(): Promise<void> {
    if (this.#other === undefined) return;
    this.#saved = summaryOf(this.#other);
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
    return this.#work;
  }

  async #save(isSecondTry = false): Promise<void> {
    // A view may close before the draft was read: there is nothing of the person's to write then.
    if (!this.#isOpen || !this.#isUnsaved || this.#other !== undefined) return;
    this.#isUnsaved = false;
    try {
      if (isSameState(this.#content, this.#untouched)) await this.#remove();
      else await this.#write();
      this.#failure = undefined;
      this.#retries = 0;
      if (this.#isSettled()) this.#letGoOfUnsaved();
    } catch (thrown) {
      this.#isUnsaved = true;
      const error = toDeskError(thrown);
      if (error.code === 'draft-changed' && !isSecondTry) await this.#meetOther();
      else this.#meetFailure(error);
    }
  }

  /** Tried again as long as no other view has taken it up, also when this one is closed. */
  #meetFailure(error: DeskError): void {
    this.#failure = error;
    this.#keepUnsaved();
    if (!error.retryable) return;
    const delay = retryDelaysMs[Math.min(this.#retries, retryDelaysMs.length - 1)];
    this.#retries += 1;
    clearTimeout(this.#retryTimer);
    this.#retryTimer = setTimeout(() => {
      if (this.#unsaved.get(this.#key)?.owner === this) void this.flush();
    }, delay);
  }

  async #write(): Promise<void> {
    const content = this.#content;
    const revision = this.#saved?.revision ?? null;
    const draft = { ...this.#key, state: content, base: this.#base, revision };
    const { concealed, ...summary } = await this.#desk.drafts.save(draft);
    this.#saved = summary;
    // Main keeps placeholders in the place of credentials; under the person's hands the text stays as typed.
    this.#savedContent = concealed === undefined ? content : this.#parse(concealed);
  }

  /** Nothing is left to apply. What another window has saved meanwhile is not removed unseen. */
  async #remove(): Promise<void> {
    if (this.#saved === undefined) return;
    const stored = await this.#desk.drafts.get(this.#key);
    if (stored !== undefined && stored.revision !== this.#saved.revision) {
      this.#isUnsaved = true;
      this.#other = stored;
      this.#keepUnsaved();
      return;
    }
    if (stored !== undefined) await this.#desk.drafts.discard(this.#key);
    this.#saved = undefined;
    this.#savedContent = undefined;
  }

  /** Main has another revision than the one that was seen here. */
  async #meetOther(): Promise<void> {
    const draft = await this.#desk.drafts.get(this.#key);
    if (draft === undefined) {
      // It was applied or discarded elsewhere while somebody typed on here: that is a draft of its own.
      this.#saved = undefined;
      this.#savedContent = undefined;
      await this.#save(true);
    } else if (this.#savedContent !== undefined && isSameState(draft.state, this.#savedContent)) {
      // Only its circumstances changed: another base, a reason why it was not applied.
      this.#saved = summaryOf(draft);
      this.#base = draft.base === null ? null : this.#parse(draft.base);
      await this.#save(true);
    } else if (isSameState(draft.state, this.#content)) {
      this.#adopt(draft);
    } else {
      this.#other = draft;
      this.#keepUnsaved();
    }
  }

  /** What main tells of all drafts: of this one, what is not an echo of one's own save is taken over. */
  async #catchUp(drafts: readonly DraftSummary[], key: DraftKey): Promise<void> {
    // What moved to another identifier meanwhile is not gone: there is more to hear of it under that one.
    if (!this.#isOpen || key !== this.#key) return;
    const { tenantId, kind, targetId } = key;
    const summary = drafts.find(
      (draft) => draft.tenantId === tenantId && draft.kind === kind && draft.targetId === targetId,
    );
    if (summary === undefined) {
      if (this.#saved === undefined || this.#isUnsaved || this.#other !== undefined) return;
      // The list may be older than the last save here: only main's own answer tells that the draft is gone.
      const draft = await this.#desk.drafts.get(key);
      if (draft === undefined && key === this.#key) this.#closeAsMainDid();
      return;
    }
    if (summary.revision === this.#saved?.revision) {
      this.#saved = summary;
      return;
    }
    if (this.#isUnsaved || (this.#saved?.revision ?? 0) > summary.revision) return;
    const draft = await this.#desk.drafts.get(this.#key);
    if (draft !== undefined && this.#hasAllSaved()) this.#adopt(draft);
  }

  async #catchUpUnderNewKey(): Promise<void> {
    if (!this.#isOpen || this.#isUnsaved) return;
    const draft = await this.#desk.drafts.get(this.#key);
    if (!this.#hasAllSaved()) return;
    if (draft !== undefined) this.#adopt(draft);
    else if (this.#saved !== undefined) {
      // It was applied, and nothing was typed since: what is here is what the tenant has under the new identifier.
      // As main has it: with placeholders in the place of credentials that were typed here.
      this.#live = this.#savedContent ?? this.#content;
      this.#closeAsMainDid();
    }
  }

  /** Asked anew after every wait: somebody may have typed meanwhile. */
  #hasAllSaved(): boolean {
    return !this.#isUnsaved;
  }

  #isSettled(): boolean {
    return this.#hasAllSaved() && this.#other === undefined;
  }

  #adopt(draft: Draft): void {
    this.#content = this.#parse(draft.state);
    this.#base = draft.base === null ? null : this.#parse(draft.base);
    this.#saved = summaryOf(draft);
    this.#savedContent = this.#content;
    this.#isUnsaved = false;
    this.#failure = undefined;
    this.#letGoOfUnsaved();
  }

  #closeAsMainDid(): void {
    this.#saved = undefined;
    this.#savedContent = undefined;
    if (this.#isUnsaved) return;
    this.#base = this.#live;
    this.#content = this.#untouched;
  }

  #keepUnsaved(): void {
    this.#unsaved.keep(this.#key, {
      content: this.#content,
      base: this.#base,
      revision: this.#saved?.revision,
      failure: this.#failure,
      owner: this,
    });
  }

  #moveUnsaved(to: DraftKey): void {
    const unsaved = this.#unsaved.get(this.#key);
    if (unsaved?.owner !== this) return;
    this.#unsaved.letGo(this.#key);
    this.#unsaved.keep(to, unsaved);
  }

  #letGoOfUnsaved(): void {
    if (this.#unsaved.get(this.#key)?.owner === this) this.#unsaved.letGo(this.#key);
  }

  #letGoOfOther(): void {
    this.#letGoOfUnsaved();
    this.#other = undefined;
  }
}

function summaryOf({ state: _state, base: _base, ...summary }: Draft): DraftSummary {
  return summary;
}
