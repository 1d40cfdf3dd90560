import type { Tab } from '../../ui/index.ts';

export const studioTabs = [
  'template',
  'definition',
  'hostile',
  'events',
  'deliveries',
  'versions',
  'record',
] as const;
export type StudioTab = (typeof studioTabs)[number];

export interface StudioStatus {
  /** Not created on the tenant yet. */
  readonly isNew: boolean;
  /** The tenant records deliveries. */
  readonly recordsDeliveries: boolean;
  readonly isIncomplete: boolean;
  /** Number of edge cases that break its template. */
  readonly breaking: number;
}

/** The available tabs of a webhook, with counts and tags shown before they are opened. */
export function studioTabsOf({
  isNew,
  recordsDeliveries,
  isIncomplete,
  breaking,
}: StudioStatus): readonly Tab<StudioTab>[] {
  return [
    { id: 'template', label: 'Template' },
    { id: 'definition', label: 'Definition', ...(isIncomplete ? { tag: 'incomplete', tone: 'warn' } : {}) },
    // The count reserves its space while unknown, so that the tabs after it don't move.
    {
      id: 'hostile',
      label: 'Edge cases',
      tone: 'bad',
      // The default template of a new webhook breaks in none: there is nothing to reserve space for.
      ...(isNew && breaking === 0 ? {} : { count: breaking > 0 ? breaking : undefined }),
    },
    { id: 'events', label: 'Past events' },
    ...(recordsDeliveries && !isNew ? ([{ id: 'deliveries', label: 'Deliveries' }] as const) : []),
    ...(isNew
      ? []
      : ([
          { id: 'versions', label: 'Versions' },
          { id: 'record', label: 'Record' },
        ] as const)),
  ];
}
