/* eslint-disable svelte/prefer-svelte-reactivity -- these sets are replaced with every change and never mutated afterwards */
import type { ApplicationSummary } from '../../../../contract/applications/application-summary.ts';
import { everybodyId } from '../../../../contract/roles/roles.ts';
import { createSearchIndex } from '../../../lists/search-index.ts';
import type { RolesModel } from '../assignments/roles-model.svelte.ts';
import { acceptsApplication, readSearch } from './matrix-filter.ts';

/** Row filters: with a pending change, not assigned to any role, assigned to Everybody. */
export type MatrixChip = 'changed' | 'none' | 'everybody';

/** The application rows of the matrix: search, filter and selection. */
export class MatrixRows {
  readonly #model: RolesModel;
  readonly #applications: () => readonly ApplicationSummary[];
  typed = $state('');
  chip = $state<MatrixChip | undefined>(undefined);
  /** IDs. Toggling one of these applications toggles all of them. */
  chosen = $state.raw<ReadonlySet<string>>(new Set());

  readonly #index = $derived.by(() =>
    createSearchIndex(this.#applications(), {
      text: ({ name, description, type, category }) => `${name} ${description} ${type} ${category}`,
      title: ({ name }) => name,
    }),
  );
  readonly #search = $derived(readSearch(this.typed));
  readonly #found = $derived.by(() =>
    this.#index.find(this.#search.query, (application) => acceptsApplication(application, this.#search)),
  );
  readonly #touched = $derived.by(
    () => new Set(this.#model.edits.cells.map(({ applicationId }) => applicationId)),
  );
  /** Whether an application is unassigned is known only when all roles are loaded. */
  readonly areAllRead = $derived.by(() =>
    this.#model.ordered.every(({ id }) => this.#model.data.isKnown(id)),
  );
  // Separate, so that a toggle doesn't recompute the value that depends only on the tenant.
  readonly #changed = $derived.by(() => this.#found.filter(({ id }) => this.#touched.has(id)));
  readonly #unassigned = $derived.by(() =>
    this.areAllRead ? this.#found.filter(({ id }) => this.#model.data.roleCount(id) === 0) : [],
  );
  readonly #assignedToEverybody = $derived.by(() =>
    this.#found.filter(({ id }) => this.#isAssignedToEverybody(id)),
  );
  /** By name. */
  readonly shown = $derived.by(() => (this.chip === undefined ? this.#found : this.#of(this.chip)));

  constructor(model: RolesModel, applications: () => readonly ApplicationSummary[]) {
    this.#model = model;
    this.#applications = applications;
  }

  /** How many rows a filter would show; undefined while roles are loading. */
  countOf(chip: MatrixChip): number | undefined {
    return chip === 'none' && !this.areAllRead ? undefined : this.#of(chip).length;
  }

  press(chip: MatrixChip): void {
    this.chip = this.chip === chip ? undefined : chip;
  }

  showAll(): void {
    this.typed = '';
    this.chip = undefined;
  }

  isTouched(id: string): boolean {
    return this.#touched.has(id);
  }

  isChosen(row: number): boolean {
    const application = this.shown[row];
    return application !== undefined && this.chosen.has(application.id);
  }

  /** Toggles the selection of a row. */
  choose(row: number): void {
    const application = this.shown[row];
    if (application === undefined) return;
    const next = new Set(this.chosen);
    if (!next.delete(application.id)) next.add(application.id);
    this.chosen = next;
  }

  #of(chip: MatrixChip): readonly ApplicationSummary[] {
    switch (chip) {
      case 'changed':
        return this.#changed;
      case 'none':
        return this.#unassigned;
      case 'everybody':
        return this.#assignedToEverybody;
    }
  }

  #isAssignedToEverybody(id: string): boolean {
    const { data, edits } = this.#model;
    return edits.wanted({ applicationId: id, roleId: everybodyId }) ?? data.isGranted(id, everybodyId);
  }
}
