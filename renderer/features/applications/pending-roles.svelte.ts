import type { Desk } from '../../../contract/bridge/desk.ts';
import type { DraftSummary } from '../../../contract/changes/drafts.ts';
import type { AssignmentsDraft, PendingAssignment } from '../../../contract/roles/roles.ts';
import { assignmentsDraft } from '../../../contract/roles/assignments-draft.ts';

/** Pending assignment changes by application, from the draft of assignments; reloaded whenever it is saved. */
export class PendingRoles {
  readonly #desk: Pick<Desk, 'drafts'>;
  readonly #tenantId: string;
  #cells = $state.raw<readonly PendingAssignment[]>([]);
  #latest = 0;

  constructor(desk: Pick<Desk, 'drafts'>, tenantId: string) {
    this.#desk = desk;
    this.#tenantId = tenantId;
  }

  get applications(): readonly string[] {
    return this.#cells.map(({ applicationId }) => applicationId);
  }

  of(applicationId: string): readonly PendingAssignment[] {
    return this.#cells.filter((cell) => cell.applicationId === applicationId);
  }

  /** Revision of the draft; undefined without a draft. Call it in an effect. */
  revisionIn(drafts: readonly DraftSummary[]): number | undefined {
    return drafts.find(({ tenantId, kind }) => tenantId === this.#tenantId && kind === assignmentsDraft.kind)
      ?.revision;
  }

  /** Never rejects; on failure only the draft marker is missing. */
  async read(): Promise<void> {
    const request = (this.#latest += 1);
    const draft = await this.#desk.drafts
      .get({ tenantId: this.#tenantId, ...assignmentsDraft })
      .catch(() => undefined);
    if (request !== this.#latest) return;
    // The main process has validated it with the schema of its kind.
    this.#cells = draft === undefined ? [] : (draft.state as AssignmentsDraft).cells;
  }
}
