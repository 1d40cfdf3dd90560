import type { ApplicationSummary } from '../../../../contract/applications/application-summary.ts';
import type { DraftSummary } from '../../../../contract/changes/drafts.ts';
import type { ListOrder } from '../../../lists/filter-index.ts';
import { createFilterIndex } from '../../../lists/filter-index.ts';
import type { ChosenFilter } from '../../../lists/narrowed-list.svelte.ts';
import { NarrowedList } from '../../../lists/narrowed-list.svelte.ts';
import { isReviewed } from '../../../review/target-kinds.ts';
import type { ListPreferences } from './list-preferences.ts';
import type { ViewMemory } from '../../../state/view-state.ts';
import { rememberedList, rememberList } from './list-preferences.ts';
import type { ApplicationColumn, ApplicationState } from './application-groups.ts';
import type { PublishedRoles } from './roles-by-application.ts';
import { statesOf } from './known-states.ts';
import {
  applicationColumns,
  applicationGroups,
  applicationOrders,
  applicationText,
  byLastChange,
  changedColumn,
} from './application-groups.ts';

interface ListedApplications {
  readonly tenantId: string;
  /** In the order of their names. */
  readonly applications: () => readonly ApplicationSummary[];
  /** Of this tenant. */
  readonly drafts: () => readonly DraftSummary[];
  /** Applications of which somebody is changing who may use them. */
  readonly pendingRoles: () => Iterable<string>;
  /** When applications were changed last, as far as that is known. */
  readonly changedTimes: () => Readonly<Record<string, number>>;
  /** Undefined where no roles have been read. */
  readonly published: () => PublishedRoles | undefined;
  readonly storage: Pick<ViewMemory, 'getItem' | 'setItem'>;
}

const list = 'applications';
const [firstOrder] = applicationOrders;
const noStates: readonly ApplicationState[] = [];

/** What the list of applications shows, what it is narrowed to, and which applications are chosen in it. */
export class ApplicationList extends NarrowedList<ApplicationSummary> {
  readonly #of: ListedApplications;
  #preferences = $state.raw<ListPreferences>({ order: firstOrder.id, columns: [] });

  readonly #states = $derived.by(() => statesOf(this.#of.drafts(), this.#of.pendingRoles()));
  readonly groups = $derived.by(() =>
    applicationGroups({
      published: this.#of.published(),
      statesOf: (id) => this.statesOf(id),
    }),
  );
  readonly index = $derived.by(() => {
    const published = this.#of.published();
    // An index keeps its orders: with other times there is another one.
    if (this.wantsTimes) void this.#of.changedTimes();
    return createFilterIndex(this.#of.applications(), {
      text: (application) => applicationText(application, published),
      groups: this.groups,
    });
  });
  /** States that some application is in, for a chip beside those that are chosen. */
  readonly offered = $derived.by((): readonly ChosenFilter[] => {
    if (this.#states.size === 0) return [];
    const values = this.valuesOf('is');
    const drafts = values.find(({ value }) => value === 'draft')?.count ?? 0;
    return (
      values
        .filter(({ value, count }) => count > 0 && !this.isChosen('is', value))
        // Where every change is a draft of the application itself, one chip says it.
        .filter(({ value, count }) => value !== 'changed' || count > drafts)
        .map((value) => ({ ...value, group: 'is' }))
    );
  });

  constructor(of: ListedApplications) {
    super();
    this.#of = of;
    this.#preferences = rememberedList(
      of.storage,
      { list, tenantId: of.tenantId },
      {
        orders: applicationOrders.map(({ id }) => id),
        columns: applicationColumns.map(({ id }) => id),
        first: { order: firstOrder.id, columns: ['type', 'category'] },
      },
    );
  }

  get order(): ListOrder<ApplicationSummary> {
    if (this.#preferences.order === changedColumn) return byLastChange(this.#of.changedTimes());
    return applicationOrders.find(({ id }) => id === this.#preferences.order) ?? firstOrder;
  }

  get published(): PublishedRoles | undefined {
    return this.#of.published();
  }

  /** Whether anything of the list says when applications were changed. */
  get wantsTimes(): boolean {
    const { order, columns } = this.#preferences;
    return order === changedColumn || columns.includes(changedColumn);
  }

  /** To stand in its row; undefined where it is not known, or nobody wants to see it. */
  changedAt(id: string): number | undefined {
    return this.wantsTimes ? this.#of.changedTimes()[id] : undefined;
  }

  /** Drafts of the chosen applications and their scripts, that a change-set can hold. */
  get pickedDrafts(): readonly DraftSummary[] {
    return this.#of.drafts().filter(({ kind, targetId }) => isReviewed(kind) && this.selection.has(targetId));
  }

  get columns(): readonly string[] {
    return this.#preferences.columns;
  }

  statesOf(id: string): readonly ApplicationState[] {
    return this.#states.get(id) ?? noStates;
  }

  /** The second line of a row. */
  lineOf(application: ApplicationSummary): string {
    return applicationColumns
      .filter(({ id }) => this.#preferences.columns.includes(id))
      .map(({ of }) => of(application))
      .filter((text) => text !== '')
      .join(' · ');
  }

  orderBy(order: string): void {
    this.#prefer({ ...this.#preferences, order });
  }

  toggleColumn(column: ApplicationColumn): void {
    const { columns } = this.#preferences;
    this.#prefer({
      ...this.#preferences,
      columns: columns.includes(column) ? columns.filter((one) => one !== column) : [...columns, column],
    });
  }

  #prefer(preferences: ListPreferences): void {
    this.#preferences = preferences;
    rememberList(this.#of.storage, { list, tenantId: this.#of.tenantId }, preferences);
  }
}
