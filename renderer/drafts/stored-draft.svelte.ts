import type { Desk } from '../../contract/bridge/desk.ts';
import type { Draft, DraftKey, DraftSummary } from '../../contract/changes/drafts.ts';
import { isSameState } from './same-state.ts';

type Json = Draft['state'];

/** The stored state of a draft that this window last received from main. */
export class DraftState {
  readonly #desk: Desk;
  readonly #onmoved: (from: DraftKey, to: DraftKey) => void;
  #key = $state.raw<DraftKey>({ tenantId: '', kind: '', targetId: '' });
  #summary = $state.raw<DraftSummary | undefined>(undefined);
  /** Distinguishes a change by another window from the echo of a save from here. */
  #content: Json | undefined;

  constructor(
    desk: Desk,
    { tenantId, kind, targetId }: DraftKey,
    onmoved: (from: DraftKey, to: DraftKey) => void,
  ) {
    this.#desk = desk;
    this.#onmoved = onmoved;
    this.#key = { tenantId, kind, targetId };
  }

  /** Follows the item when the tenant gives it another ID. */
  get key(): DraftKey {
    return this.#key;
  }

  /** Revision of the newest save seen here; undefined if there is no draft. */
  get summary(): DraftSummary | undefined {
    return this.#summary;
  }

  moveTo(targetId: string): void {
    const from = this.#key;
    if (targetId === from.targetId) return;
    this.#key = { ...from, targetId };
    this.#onmoved(from, this.#key);
  }

  /** The draft that main has now. */
  read(): Promise<Draft | undefined> {
    return this.#desk.drafts.get(this.#key);
  }

  /** Adopts a draft of main as the one being edited here. */
  see(draft: Draft): void {
    this.#summary = summaryOf(draft);
    this.#content = draft.state;
  }

  /** Like `see`, but the draft is only noted as seen, not adopted. */
  pass(draft: Draft): void {
    this.#summary = summaryOf(draft);
  }

  /** An update about the draft being edited here: why it was not applied, for example. */
  note(summary: DraftSummary): void {
    this.#summary = summary;
  }

  forget(): void {
    this.#summary = undefined;
    this.#content = undefined;
  }

  /**
   * True for a draft that was saved from here, even if its metadata changed: another base, a reason why it was not applied.
   */
  isOwn({ state }: Draft): boolean {
    return this.#content !== undefined && isSameState(state, this.#content);
  }

  /**
   * Saves it and returns the base to continue from: other than the one sent if the draft has been applied since, when
   * the item may have got another ID too. `resolvesBase`: the user accepted the base. Throws `draft-changed`.
   */
  async write(state: Json, base: Json, resolvesBase: boolean): Promise<Json> {
    const revision = this.#summary?.revision ?? null;
    const saved = await this.#desk.drafts.save({
      ...this.#key,
      state,
      base,
      revision,
      ...(resolvesBase ? { resolvesBase } : {}),
    });
    const { redacted, base: storedBase = base, ...summary } = saved;
    this.#summary = summary;
    this.moveTo(summary.targetId);
    // Main stores placeholders instead of credentials; the text being edited stays as typed.
    this.#content = redacted ?? state;
    return storedBase;
  }

  /** Throws main's error; the draft still exists then. */
  async discard(): Promise<void> {
    await this.#desk.drafts.discard(this.#key);
  }

  /** The tenant's state after the newest save seen here, if it was applied. */
  async applied(): Promise<Json | undefined> {
    if (this.#summary === undefined) return undefined;
    const { tenantId, kind, revision } = this.#summary;
    const applied = await this.#desk.drafts.applied({ tenantId, kind, revision });
    if (applied !== undefined) this.moveTo(applied.targetId);
    return applied?.state;
  }
}

function summaryOf({ state: _state, base: _base, ...summary }: Draft): DraftSummary {
  return summary;
}
