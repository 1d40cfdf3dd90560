/** The kinds of file that a result can be written to, with what people call them. */
export const resultFormats = {
  csv: { label: 'CSV', extension: '.csv' },
  /** With a byte order mark, by which Excel knows UTF-8. */
  'csv-excel': { label: 'CSV for Excel', extension: '.csv' },
  excel: { label: 'Excel', extension: '.xlsx' },
  'json-lines': { label: 'JSON Lines', extension: '.jsonl' },
  json: { label: 'JSON', extension: '.json' },
  markdown: { label: 'Markdown', extension: '.md' },
} as const;

export type ResultFormat = keyof typeof resultFormats;

/** The kinds of file that a chart can be saved as. */
export const pictureFormats = {
  png: { label: 'PNG', extension: '.png' },
  svg: { label: 'SVG', extension: '.svg' },
} as const;

export type PictureFormat = keyof typeof pictureFormats;

/** How a filter compares a cell with its text; case does not matter. */
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

/** UTF-16 units of a cell that are sent with its row; the whole of a longer one is asked for by itself. */
export const maxShownLength = 2000;

/** Where the result of a tab of the console is shown. */
export const placeOfTab = (tabId: string): string => `${tabPlaces}${tabId}`;
/** What all of them begin with. */
export const tabPlaces = 'tab ';

/** Into what stretches of time moments are gathered; `none` takes each value for itself. */
export const timeBuckets = ['none', 'minute', 'hour', 'day', 'week', 'month', 'year'] as const;

export type TimeBucket = (typeof timeBuckets)[number];

/** How a result is drawn: upright bars, bars that lie, lines, areas, and the parts of a whole. */
export const chartKinds = ['columns', 'rows', 'lines', 'areas', 'ring'] as const;

export type ChartKind = (typeof chartKinds)[number];

/** Where a result is kept that somebody gave a name. */
export const placeOfSaved = (id: string): string => `${savedPlaces}${id}`;
/** What all of them begin with. */
export const savedPlaces = 'kept ';
/** Where the differences of two results are, as long as they are looked at. */
export const placeOfComparison = (id: string): string => `${comparisonPlaces}${id}`;
/** What all of them begin with. */
export const comparisonPlaces = 'comparison ';
/** Where the query of a tab has run on another tenant, to be compared with. */
export const placeOfCompared = (place: string): string => `compared ${place}`.slice(0, 200);

/** Where the result of a pinned chart is kept. */
export const placeOfPin = (pinId: string): string => `${pinPlaces}${pinId}`;
/** What all of them begin with. */
export const pinPlaces = 'pin ';
