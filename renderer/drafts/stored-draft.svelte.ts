import type { Desk } from '../../contract/bridge/desk.ts';
import type { Draft, DraftKey, DraftSummary } from '../../contract/changes/drafts.ts';
import { isSameState } from './same-state.ts';

type Json = Draft['state'];

/** What main has of a draft, as far as this window has seen it. */
export class DraftState {
  readonly #desk: Desk;
  readonly #onmoved: (from: DraftKey, to: DraftKey) => void;
  #key = $state.raw<DraftKey>({ tenantId: '', kind: '', targetId: '' });
  #summary = $state.raw<DraftSummary | undefined>(undefined);
  /** To tell a change of another window from the echo of one's own. */
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

  /** Follows the thing when the tenant gives it another identifier. */
  get key(): DraftKey {
    return this.#key;
  }

  /** Of the newest save that was seen here; undefined where there is no draft. */
  get summary(): DraftSummary | undefined {
    return this.#summary;
  }

  moveTo(targetId: string): void {
    const from = this.#key;
    if (targetId === from.targetId) return;
    this.#key = { ...from, targetId };
    this.#onmoved(from, this.#key);
  }

  /** What main has now, whatever was seen here. */
  read(): Promise<Draft | undefined> {
    return this.#desk.drafts.get(this.#key);
  }

  /** Takes a draft of main for the one that is gone on with here. */
  see(draft: Draft): void {
    this.#summary = summaryOf(draft);
    this.#content = draft.state;
  }

  /** As `see`, but what it says is not what is gone on with: only that it was seen. */
  pass(draft: Draft): void {
    this.#summary = summaryOf(draft);
  }

  /** Of the draft that is gone on with here, told again: why it was not applied, for example. */
  note(summary: DraftSummary): void {
    this.#summary = summary;
  }

  forget(): void {
    this.#summary = undefined;
    this.#content = undefined;
  }

  /** True for what was saved from here, whatever of its circumstances changed: another base, a reason why it was not applied. */
  isOwn({ state }: Draft): boolean {
    return this.#content !== undefined && isSameState(state, this.#content);
  }

  /**
   * Saves it, and answers what main has the person go on from: another base than the one sent where the draft was applied
   * on the way, of which the thing may have got another identifier too. `settlesBase`: the person settled on it. Throws
   * `draft-changed`.
   */
  async write(state: Json, base: Json, settlesBase: boolean): Promise<Json> {
    const revision = this.#summary?.revision ?? null;
    const saved = await this.#desk.drafts.save({
      ...this.#key,
      state,
      base,
      revision,
      ...(settlesBase ? { settlesBase } : {}),
    });
    const { concealed, base: kept = base, ...summary } = saved;
    this.#summary = summary;
    this.moveTo(summary.targetId);
    // Main keeps placeholders in the place of credentials; under the person's hands the text stays as typed.
    this.#content = concealed ?? state;
    return kept;
  }

  /** Throws what main says; it is there then. */
  async discard(): Promise<void> {
    await this.#desk.drafts.discard(this.#key);
  }

  /** Current on tenant of the newest save that was seen here, if it was applied. */
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
