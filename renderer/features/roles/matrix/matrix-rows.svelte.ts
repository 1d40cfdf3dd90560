/* eslint-disable svelte/prefer-svelte-reactivity -- these sets are made anew with every change, and never changed once they are told */
import type { ApplicationSummary } from '../../../../contract/applications/application-summary.ts';
import { everybodyId } from '../../../../contract/roles/roles.ts';
import { createSearchIndex } from '../../../lists/search-index.ts';
import type { RolesModel } from '../publications/roles-model.svelte.ts';
import { acceptsApplication, readSearch } from './matrix-filter.ts';

/** What the chips narrow the rows to: those with a change, those that no role may use, those that everybody may. */
export type MatrixChip = 'changed' | 'none' | 'everybody';

/** The applications that stand in the matrix: what they are searched for, narrowed to, and which of them are chosen. */
export class MatrixRows {
  readonly #model: RolesModel;
  readonly #applications: () => readonly ApplicationSummary[];
  typed = $state('');
  chip = $state<MatrixChip | undefined>(undefined);
  /** Identifiers: a toggle of one of these applications is a toggle of all of them. */
  chosen = $state.raw<ReadonlySet<string>>(new Set());

  readonly #index = $derived.by(() =>
    createSearchIndex(this.#applications(), {
      text: ({ name, description, type, category }) => `${name} ${description} ${type} ${category}`,
      name: ({ name }) => name,
    }),
  );
  readonly #search = $derived(readSearch(this.typed));
  readonly #found = $derived.by(() =>
    this.#index.find(this.#search.words, (application) => acceptsApplication(application, this.#search)),
  );
  readonly #touched = $derived.by(
    () => new Set(this.#model.edits.cells.map(({ applicationId }) => applicationId)),
  );
  /** Which applications no role has is known only then. */
  readonly areAllRead = $derived.by(() =>
    this.#model.ordered.every(({ id }) => this.#model.data.isKnown(id)),
  );
  // Each by itself: a toggle makes the first and the last anew, and not what goes by the tenant alone.
  readonly #changed = $derived.by(() => this.#found.filter(({ id }) => this.#touched.has(id)));
  readonly #roleless = $derived.by(() =>
    this.areAllRead ? this.#found.filter(({ id }) => this.#model.data.roleCount(id) === 0) : [],
  );
  readonly #everybodys = $derived.by(() => this.#found.filter(({ id }) => this.#isEverybodys(id)));
  /** By name. */
  readonly shown = $derived.by(() => (this.chip === undefined ? this.#found : this.#of(this.chip)));

  constructor(model: RolesModel, applications: () => readonly ApplicationSummary[]) {
    this.#model = model;
    this.#applications = applications;
  }

  /** How many rows a chip would show; undefined where that is not known yet. */
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

  /** Or lets go of it. */
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
        return this.#roleless;
      case 'everybody':
        return this.#everybodys;
    }
  }

  #isEverybodys(id: string): boolean {
    const { data, edits } = this.#model;
    return edits.wanted({ applicationId: id, roleId: everybodyId }) ?? data.isGranted(id, everybodyId);
  }
}
