/* eslint-disable svelte/prefer-svelte-reactivity -- these maps and sets are made anew with every change, and never changed once they are told */
import type { Desk } from '../../../../contract/bridge/desk.ts';
import type { PendingPublication, Publication, PublicationsDraft } from '../../../../contract/roles/roles.ts';
import { publicationsDraft } from '../../../../contract/roles/publications-draft.ts';
import { publicationTarget } from '../../../../contract/roles/roles.ts';
import type { ChangeRequest } from '../../../../contract/changes/changes.ts';
import { EditingDraft } from '../../../drafts/editing-draft.svelte.ts';
import { publicationRequest } from '../../../review/publication-request.ts';

/** A cell to toggle, with what the tenant has. */
export interface ToggledCell extends Publication {
  readonly application: string;
  readonly role: string;
  readonly isGranted: boolean;
}

/** What a person wants of a cell. */
export interface WantedCell {
  readonly cell: ToggledCell;
  readonly wanted: boolean;
}

/** As many as a draft holds. */
export const maxPending = 10_000;

/** One act of a person, which one key takes back: what was pending of each cell before and after. */
type Act = ReadonlyMap<
  string,
  { readonly before: PendingPublication | undefined; readonly after: PendingPublication | undefined }
>;

const nothing: PublicationsDraft = { cells: [] };
const maxActs = 200;

/**
 * What is pending of who may use which application of a tenant, saved as it is toggled. The matrix and the Roles tab of
 * every application make one draft together.
 */
export class PublicationEdits {
  readonly draft: EditingDraft<PublicationsDraft>;
  #done: Act[] = [];
  #undone: Act[] = [];
  readonly #pending = $derived.by(
    () => new Map(this.draft.content.cells.map((cell) => [publicationTarget(cell), cell])),
  );

  constructor(desk: Desk, tenantId: string) {
    this.draft = new EditingDraft<PublicationsDraft>(desk, {
      tenantId,
      ...publicationsDraft,
      initial: nothing,
    });
  }

  /** By `publicationTarget`. */
  get pending(): ReadonlyMap<string, PendingPublication> {
    return this.#pending;
  }

  get cells(): readonly PendingPublication[] {
    return this.draft.content.cells;
  }

  get grants(): number {
    return this.cells.filter(({ wanted }) => wanted).length;
  }

  get revocations(): number {
    return this.cells.length - this.grants;
  }

  /** What is wanted of a cell; undefined where nothing is pending. */
  wanted(publication: Publication): boolean | undefined {
    return this.#pending.get(publicationTarget(publication))?.wanted;
  }

  /**
   * Wants these cells so, as one act. Current on tenant so already is no longer pending. Answers false where a draft
   * does not hold as many, and does nothing then.
   */
  set(cells: readonly WantedCell[]): boolean {
    const act: Act = new Map(
      cells.flatMap(({ cell, wanted }) => {
        const key = publicationTarget(cell);
        const before = this.#pending.get(key);
        const { applicationId, application, roleId, role, isGranted } = cell;
        const after: PendingPublication | undefined =
          isGranted === wanted
            ? undefined
            : { applicationId, application, roleId, role, wanted, base: isGranted };
        return before?.wanted === after?.wanted ? [] : [[key, { before, after }] as const];
      }),
    );
    const more = [...act.values()].filter(({ before, after }) => before === undefined && after !== undefined);
    if (this.cells.length + more.length > maxPending) return false;
    if (act.size === 0) return true;
    this.#done = [...this.#done, act].slice(-maxActs);
    this.#undone = [];
    this.#write(act, 'after');
    return true;
  }

  /** Takes the last act back; answers whether there was one. */
  undo(): boolean {
    const act = this.#done.pop();
    if (act === undefined) return false;
    this.#undone.push(act);
    this.#write(act, 'before');
    return true;
  }

  redo(): boolean {
    const act = this.#undone.pop();
    if (act === undefined) return false;
    this.#done.push(act);
    this.#write(act, 'after');
    return true;
  }

  /** Lets go of cells: what the tenant has by now as wanted, or what can no longer be. No act of a person. */
  drop(isDropped: (cell: PendingPublication) => boolean): void {
    const kept = this.cells.filter((cell) => !isDropped(cell));
    if (kept.length < this.cells.length) this.draft.change({ cells: kept });
  }

  /** Discards everything; acts before it cannot be taken back into a draft that is gone. */
  async discard(): Promise<boolean> {
    this.#done = [];
    this.#undone = [];
    return await this.draft.discard();
  }

  /** What a review is made of. */
  request(): ChangeRequest {
    return publicationRequest(this.cells);
  }

  #write(act: Act, side: 'before' | 'after'): void {
    const cells = new Map(this.#pending);
    for (const [key, change] of act) {
      const cell = change[side];
      if (cell === undefined) cells.delete(key);
      else cells.set(key, cell);
    }
    this.draft.change({ cells: [...cells.values()] });
  }
}
