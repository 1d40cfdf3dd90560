import type { Desk } from '../../../contract/bridge/desk.ts';
import type { DraftSummary } from '../../../contract/changes/drafts.ts';
import type { PublicationsDraft } from '../../../contract/roles/roles.ts';
import { publicationsDraft } from '../../../contract/roles/publications-draft.ts';

/** Of which applications somebody is changing who may use them: what the one draft of it holds, read with every save of it. */
export class PendingRoles {
  readonly #desk: Pick<Desk, 'drafts'>;
  readonly #tenantId: string;
  #applications = $state.raw<readonly string[]>([]);
  #latest = 0;

  constructor(desk: Pick<Desk, 'drafts'>, tenantId: string) {
    this.#desk = desk;
    this.#tenantId = tenantId;
  }

  get applications(): readonly string[] {
    return this.#applications;
  }

  has(applicationId: string): boolean {
    return this.#applications.includes(applicationId);
  }

  /** The save of the draft to be read; undefined for none. Call it in an effect. */
  revisionIn(drafts: readonly DraftSummary[]): number | undefined {
    return drafts.find(({ tenantId, kind }) => tenantId === this.#tenantId && kind === publicationsDraft.kind)
      ?.revision;
  }

  /** Never rejects: a mark that is missing tells nobody anything wrong. */
  async read(): Promise<void> {
    const turn = (this.#latest += 1);
    const draft = await this.#desk.drafts
      .get({ tenantId: this.#tenantId, ...publicationsDraft })
      .catch(() => undefined);
    if (turn !== this.#latest) return;
    // Main has checked it with the schema of its kind.
    const cells = draft === undefined ? [] : (draft.state as PublicationsDraft).cells;
    this.#applications = cells.map(({ applicationId }) => applicationId);
  }
}
