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
  /** It does not exist on the tenant yet. */
  readonly isNew: boolean;
  /** The tenant tells what became of its deliveries. */
  readonly recordsDeliveries: boolean;
  readonly isIncomplete: boolean;
  /** How many hostile values break its template. */
  readonly breaking: number;
}

/** The parts of a webhook that there are, with what is to be known of them before they are opened. */
export function studioTabsOf({
  isNew,
  recordsDeliveries,
  isIncomplete,
  breaking,
}: StudioStatus): readonly Tab<StudioTab>[] {
  return [
    { id: 'template', label: 'Template' },
    { id: 'definition', label: 'Definition', ...(isIncomplete ? { tag: 'incomplete', tone: 'warn' } : {}) },
    // The count has its room while it is not known: the tabs behind it stay where they are.
    { id: 'hostile', label: 'Edge cases', tone: 'bad', count: breaking > 0 ? breaking : undefined },
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
