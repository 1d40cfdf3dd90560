/* eslint-disable svelte/prefer-svelte-reactivity -- these maps and sets are replaced with every change and never mutated afterwards */
import type { Desk } from '../../../../contract/bridge/desk.ts';
import type { PendingAssignment, AssignmentsDraft } from '../../../../contract/roles/roles.ts';
import type { AssignmentPair } from '../../../../contract/roles/assignment-target.ts';
import { assignmentsDraft } from '../../../../contract/roles/assignments-draft.ts';
import { assignmentTarget } from '../../../../contract/roles/assignment-target.ts';
import type { ChangeRequest } from '../../../../contract/changes/changes.ts';
import { EditingDraft } from '../../../drafts/editing-draft.svelte.ts';
import { assignmentRequest } from '../../../review/assignment-request.ts';

/** A cell to toggle, with its current value on the tenant. */
export interface ToggledCell extends AssignmentPair {
  readonly application: string;
  readonly role: string;
  readonly isGranted: boolean;
}

/** The wanted value of a cell. */
export interface WantedCell {
  readonly cell: ToggledCell;
  readonly wanted: boolean;
}

/** Maximum number of changes in a draft. */
export const maxPending = 10_000;

/** One undoable edit: the pending change of each cell before and after. */
type Edit = ReadonlyMap<
  string,
  { readonly before: PendingAssignment | undefined; readonly after: PendingAssignment | undefined }
>;

const nothing: AssignmentsDraft = { cells: [] };
const maxEdits = 200;

/**
 * Pending assignment changes of a tenant, saved with every toggle. The matrix and the Roles tab of every
 * application share one draft.
 */
export class AssignmentEdits {
  readonly draft: EditingDraft<AssignmentsDraft>;
  #done: Edit[] = [];
  #undone: Edit[] = [];
  readonly #pending = $derived.by(
    () => new Map(this.draft.content.cells.map((cell) => [assignmentTarget(cell), cell])),
  );

  constructor(desk: Desk, tenantId: string) {
    this.draft = new EditingDraft<AssignmentsDraft>(desk, {
      tenantId,
      ...assignmentsDraft,
      initial: nothing,
    });
  }

  /** By `assignmentTarget`. */
  get pending(): ReadonlyMap<string, PendingAssignment> {
    return this.#pending;
  }

  get cells(): readonly PendingAssignment[] {
    return this.draft.content.cells;
  }

  get grants(): number {
    return this.cells.filter(({ wanted }) => wanted).length;
  }

  get revocations(): number {
    return this.cells.length - this.grants;
  }

  /** The pending value of a cell; undefined without a pending change. */
  wanted(assignment: AssignmentPair): boolean | undefined {
    return this.#pending.get(assignmentTarget(assignment))?.wanted;
  }

  /**
   * Sets these cells as one edit. A cell that equals the tenant's value is no longer pending. Returns false,
   * without any change, if the draft would exceed `maxPending`.
   */
  set(cells: readonly WantedCell[]): boolean {
    const edit: Edit = new Map(
      cells.flatMap(({ cell, wanted }) => {
        const key = assignmentTarget(cell);
        const before = this.#pending.get(key);
        const { applicationId, application, roleId, role, isGranted } = cell;
        const after: PendingAssignment | undefined =
          isGranted === wanted
            ? undefined
            : { applicationId, application, roleId, role, wanted, base: isGranted };
        return before?.wanted === after?.wanted ? [] : [[key, { before, after }] as const];
      }),
    );
    const more = [...edit.values()].filter(
      ({ before, after }) => before === undefined && after !== undefined,
    );
    if (this.cells.length + more.length > maxPending) return false;
    if (edit.size === 0) return true;
    this.#done = [...this.#done, edit].slice(-maxEdits);
    this.#undone = [];
    this.#write(edit, 'after');
    return true;
  }

  /** Undoes the last edit; returns whether there was one. */
  undo(): boolean {
    const edit = this.#done.pop();
    if (edit === undefined) return false;
    this.#undone.push(edit);
    this.#write(edit, 'before');
    return true;
  }

  redo(): boolean {
    const edit = this.#undone.pop();
    if (edit === undefined) return false;
    this.#done.push(edit);
    this.#write(edit, 'after');
    return true;
  }

  /** Drops pending cells that already match the tenant or can no longer be applied. Not an undoable edit. */
  drop(isDropped: (cell: PendingAssignment) => boolean): void {
    const remaining = this.cells.filter((cell) => !isDropped(cell));
    if (remaining.length < this.cells.length) this.draft.change({ cells: remaining });
  }

  /** Discards the draft and the undo history. */
  async discard(): Promise<boolean> {
    this.#done = [];
    this.#undone = [];
    return await this.draft.discard();
  }

  /** The change request for a review. */
  request(): ChangeRequest {
    return assignmentRequest(this.cells);
  }

  #write(edit: Edit, side: 'before' | 'after'): void {
    const cells = new Map(this.#pending);
    for (const [key, change] of edit) {
      const cell = change[side];
      if (cell === undefined) cells.delete(key);
      else cells.set(key, cell);
    }
    this.draft.change({ cells: [...cells.values()] });
  }
}
