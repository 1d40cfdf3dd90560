import { sharedNames } from './shared-names.ts';
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
  /** Sorted by name. */
  readonly applications: () => readonly ApplicationSummary[];
  /** Of this tenant. */
  readonly drafts: () => readonly DraftSummary[];
  /** Applications with pending assignment changes. */
  readonly pendingRoles: () => Iterable<string>;
  /** Known times of the last change, by application ID. */
  readonly changedTimes: () => Readonly<Record<string, number>>;
  /** Undefined until the roles are loaded. */
  readonly published: () => PublishedRoles | undefined;
  readonly storage: Pick<ViewMemory, 'getItem' | 'setItem'>;
}

const list = 'applications';
const [firstOrder] = applicationOrders;
const noStates: readonly ApplicationState[] = [];

/** State of the application list: sort order, columns, filters and selection. */
export class ApplicationList extends NarrowedList<ApplicationSummary> {
  readonly #of: ListedApplications;
  #preferences = $state.raw<ListPreferences>({ order: firstOrder.id, columns: [] });

  readonly #states = $derived.by(() => statesOf(this.#of.drafts(), this.#of.pendingRoles()));
  /** Names that several applications have: their rows say which is which. */
  readonly #sharedNames = $derived.by(() => sharedNames(this.#of.applications()));
  readonly groups = $derived.by(() =>
    applicationGroups({
      published: this.#of.published(),
      statesOf: (id) => this.statesOf(id),
    }),
  );
  readonly index = $derived.by(() => {
    const published = this.#of.published();
    // An index caches its sort orders, so changed times need a new index.
    if (this.wantsTimes) void this.#of.changedTimes();
    return createFilterIndex(this.#of.applications(), {
      title: ({ name }) => name,
      text: (application) => applicationText(application, published),
      groups: this.groups,
    });
  });
  override readonly mayOffer = $derived.by(() => this.#states.size > 0);
  /** Statuses in use, offered as filter chips. */
  readonly offered = $derived.by((): readonly ChosenFilter[] => {
    if (this.#states.size === 0) return [];
    const values = this.valuesOf('is');
    const drafts = values.find(({ value }) => value === 'draft')?.count ?? 0;
    return (
      values
        .filter(({ value, count }) => count > 0 && !this.isChosen('is', value))
        // If every change is an application draft, one chip is sufficient.
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
        defaults: { order: firstOrder.id, columns: ['type', 'category'] },
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

  /** Whether the list shows or sorts by the time of the last change. */
  get wantsTimes(): boolean {
    const { order, columns } = this.#preferences;
    return order === changedColumn || columns.includes(changedColumn);
  }

  /** For the row; undefined if unknown or not shown. */
  changedAt(id: string): number | undefined {
    return this.wantsTimes ? this.#of.changedTimes()[id] : undefined;
  }

  /** Drafts of the selected applications and their scripts that a change set can contain. */
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
    const { id: own, name, serviceName } = application;
    const apart = this.#sharedNames.has(name) ? [serviceName === '' ? own : serviceName] : [];
    return [
      ...apart,
      ...applicationColumns
        .filter(({ id }) => this.#preferences.columns.includes(id))
        .map(({ of }) => of(application)),
    ]
      .filter((text) => text !== '')
      .join(' · ');
  }

  orderBy(order: string): void {
    this.#setPreferences({ ...this.#preferences, order });
  }

  toggleColumn(column: ApplicationColumn): void {
    const { columns } = this.#preferences;
    this.#setPreferences({
      ...this.#preferences,
      columns: columns.includes(column) ? columns.filter((one) => one !== column) : [...columns, column],
    });
  }

  #setPreferences(preferences: ListPreferences): void {
    this.#preferences = preferences;
    rememberList(this.#of.storage, { list, tenantId: this.#of.tenantId }, preferences);
  }
}
