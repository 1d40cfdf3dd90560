/** Export file formats of results, with display names. */
export const resultFormats = {
  csv: { label: 'CSV', extension: '.csv' },
  /** With a byte order mark, which Excel needs to detect UTF-8. */
  'csv-excel': { label: 'CSV for Excel', extension: '.csv' },
  excel: { label: 'Excel', extension: '.xlsx' },
  'json-lines': { label: 'JSON Lines', extension: '.jsonl' },
  json: { label: 'JSON', extension: '.json' },
  markdown: { label: 'Markdown', extension: '.md' },
} as const;

export type ResultFormat = keyof typeof resultFormats;

/** File formats that a chart can be saved as. */
export const pictureFormats = {
  png: { label: 'PNG', extension: '.png' },
  svg: { label: 'SVG', extension: '.svg' },
} as const;

export type PictureFormat = keyof typeof pictureFormats;

/** How a filter compares a cell with its text; case-insensitive. */
export const filterComparisons = [
  'contains',
  'equals',
  'differs',
  'less',
  'greater',
  'empty',
  'not-empty',
] as const;

export type FilterComparison = (typeof filterComparisons)[number];

/** UTF-16 units of a cell that are sent with its row; longer cells are requested separately. */
export const maxShownLength = 2000;

/** Storage place of the result of a console tab. */
export const placeOfTab = (tabId: string): string => `${tabPlaces}${tabId}`;
/** Their common prefix. */
export const tabPlaces = 'tab ';

/** Time buckets for grouping; `none` keeps each value separate. */
export const timeBuckets = ['none', 'minute', 'hour', 'day', 'week', 'month', 'year'] as const;

export type TimeBucket = (typeof timeBuckets)[number];

/** Chart types: bar, horizontal bar, line, area and donut. */
export const chartKinds = ['columns', 'rows', 'lines', 'areas', 'ring'] as const;

export type ChartKind = (typeof chartKinds)[number];

/** Storage place of a named snapshot. */
export const placeOfSaved = (id: string): string => `${savedPlaces}${id}`;
/** Their common prefix. */
export const savedPlaces = 'kept ';
/** Storage place of a comparison while it is shown. */
export const placeOfComparison = (id: string): string => `${comparisonPlaces}${id}`;
/** Their common prefix. */
export const comparisonPlaces = 'comparison ';
/** Storage place of a tab's query run on another tenant, for comparison. */
export const placeOfCompared = (place: string): string => `compared ${place}`.slice(0, 200);

/** Storage place of a pinned chart's result. */
export const placeOfPin = (pinId: string): string => `${pinPlaces}${pinId}`;
/** Their common prefix. */
export const pinPlaces = 'pin ';
