import { z } from 'zod';
import { atMost } from '../schema/at-most.ts';
import { deskErrorSchema } from '../errors/desk-error-schema.ts';
import { exactNumberSchema } from '../schema/exact-number.ts';
import { tenantIdSchema, timestampSchema } from '../schema/identifiers.ts';
import { method } from '../schema/method.ts';
import { maxRows, queryParameterSchema, typedParametersSchema } from './queries.ts';
import type { PictureFormat, ResultFormat } from './result-formats.ts';
import {
  chartKinds,
  filterComparisons,
  pictureFormats,
  resultFormats,
  timeBuckets,
} from './result-formats.ts';

const resultCellSchema = z.union([z.string(), z.number(), z.boolean(), z.null(), exactNumberSchema]);

/** The result of a query. All rows are stored on disk as they arrive. */
export const storedResultSchema = z.strictObject({
  id: z.string(),
  tenantId: tenantIdSchema,
  /** Where it is shown. Each place has one result, replaced by the next one. */
  place: z.string(),
  /** Name of a snapshot. */
  name: z.string().exactOptional(),
  /** As written by the user. */
  text: z.string(),
  /** As sent, with parameter values. */
  sentText: z.string(),
  startedAt: timestampSchema,
  /** `running`: rows are still arriving. `stopped` and `failed`: the rows received until then are stored. */
  state: z.enum(['running', 'complete', 'stopped', 'failed']),
  columns: z.array(z.strictObject({ name: z.string(), type: z.string() })),
  /** Number of stored rows. */
  rowCount: z.number().int().nonnegative(),
  /** Total rows as counted by the tenant; null if it doesn't count. */
  fullCount: z.number().int().nonnegative().nullable(),
  /** Response time of the tenant in milliseconds, from sending each request to its last byte. */
  tenantMs: z.number().nonnegative(),
  /** Why the rows may be incomplete or inconsistent, one sentence each. */
  warnings: z.array(z.string()),
  /** Why no more rows arrived. */
  failure: z.nullable(deskErrorSchema),
});

const columnIndexSchema = z.number().int().nonnegative();

export const resultFilterSchema = z.strictObject({
  /** Index in `columns`; null: any column. */
  column: columnIndexSchema.nullable(),
  comparison: z.enum(filterComparisons),
  text: z.string().max(...atMost(1000, 'The filter')),
});

/** Filters and sort order of a result. */
const resultViewSchema = z.strictObject({
  sort: z.strictObject({ column: columnIndexSchema, descending: z.boolean() }).nullable().default(null),
  /** All must match. */
  filters: z.array(resultFilterSchema).max(50).default([]),
});

const resultWindowSchema = z.strictObject({
  /** Total rows of the view. */
  rowCount: z.number().int().nonnegative(),
  /** One array per row, in the order of `columns`; dates as ISO 8601, nested values as JSON. */
  rows: z.array(z.array(resultCellSchema)),
  /** Cells truncated in `rows`: row within the window, column, and full length. */
  cut: z.array(z.tuple([z.number().int(), z.number().int(), z.number().int()])),
});

/** Grouping of a view's rows by the values of one or two columns. */
const resultGroupingSchema = z.strictObject({
  by: columnIndexSchema,
  bucket: z.enum(timeBuckets),
  /** Null for one series. */
  series: columnIndexSchema.nullable(),
  /** The column to sum; null: count rows. */
  sumOf: columnIndexSchema.nullable(),
});

/** Grouped rows for a chart. */
const resultGroupsSchema = z.strictObject({
  /**
   * Time buckets in order and without gaps, each by its start (a day: `2026-11-20`); numbers in order; everything else by
   * descending value. Strings are grouped by their first 200 characters; null and the empty string are equal.
   */
  categories: z.array(resultCellSchema),
  /** Largest first; a single null without a second column. */
  series: z.array(resultCellSchema),
  /** One value per series and category; null if there are no rows. The `other…` groups come last. */
  values: z.array(z.array(z.number().nullable())),
  /** Number of categories combined in the last one because there are too many to draw. */
  otherCategories: z.number().int().nonnegative(),
  /** The same of series. */
  otherSeries: z.number().int().nonnegative(),
  /** Rows of the view. */
  rowCount: z.number().int().nonnegative(),
  /** Rows without a valid time, which are in no bucket. */
  rowsWithoutTime: z.number().int().nonnegative(),
  /** Rows in buckets before those that are drawn. */
  earlierRows: z.number().int().nonnegative(),
});

const columnNameSchema = z.string().max(2000);

/** Settings of a chart. Columns by name, because the next result may have a different column order. */
export const chartChoiceSchema = z.strictObject({
  kind: z.enum(chartKinds),
  by: columnNameSchema,
  bucket: z.enum(timeBuckets),
  /** Null for one series. */
  series: columnNameSchema.nullable(),
  /** The column to sum; null: count rows. */
  sumOf: columnNameSchema.nullable(),
  /** Several series are stacked, otherwise side by side. Lines never are. */
  isStacked: z.boolean().default(true),
});

/** The chart at a place. */
export const placeChartSchema = z.strictObject({
  isShown: z.boolean(),
  /** Shows the table instead. */
  isTable: z.boolean(),
  /** Null: chosen automatically. */
  choice: chartChoiceSchema.nullable(),
});

export type ChartChoice = z.output<typeof chartChoiceSchema>;
export type PlaceChart = z.output<typeof placeChartSchema>;
export type ResultGrouping = z.infer<typeof resultGroupingSchema>;
export type ResultGroups = z.infer<typeof resultGroupsSchema>;
export type StoredResult = z.infer<typeof storedResultSchema>;
export type ResultCell = z.infer<typeof resultCellSchema>;
export type ResultFilter = z.infer<typeof resultFilterSchema>;
export type ResultView = z.output<typeof resultViewSchema>;
export type ResultWindow = z.infer<typeof resultWindowSchema>;

/** Paging of a query. Source: platform specification, "Query and job endpoints". */
const resultPagingSchema = z.strictObject({
  /** Rows per page; null: the fastest size. */
  pageSize: z.number().int().min(1).max(10_000).nullable().default(null),
  /** The only page to read, from 1; null: all pages. */
  page: z.number().int().min(1).max(maxRows).nullable().default(null),
  /** Comma-separated columns to sort by; empty: the query's order. */
  sortBy: z.string().max(512).default(''),
  ascending: z.boolean().default(true),
  /** See `queryArgumentsSchema`. */
  caching: z.number().int().default(-1),
});

export type ResultPaging = z.output<typeof resultPagingSchema>;

/** Limits of saved snapshots. Only the user removes them. */
export const maxSavedResults = { results: 30, bytes: 2_000_000_000 } as const;

const savedNameSchema = z
  .string()
  .trim()
  .min(1, 'Enter a name.')
  .max(...atMost(120, 'The name'));

const twoResultsSchema = z.strictObject({
  /** The baseline: an earlier result, or that of another tenant. */
  left: z.string(),
  right: z.string(),
});

const keyColumnsSchema = z.array(columnNameSchema);

/** Column names of both results, and key columns guessed from their first rows. */
const comparableSchema = z.strictObject({
  common: keyColumnsSchema,
  onlyLeft: keyColumnsSchema,
  onlyRight: keyColumnsSchema,
  /** Empty if there is no unique key. */
  guess: keyColumnsSchema,
});

/** Rows with duplicate keys. */
const ambiguousSchema = z.strictObject({
  /** Number of duplicate keys. */
  keys: z.number().int().nonnegative(),
  /** Number of rows with these keys. */
  rows: z.number().int().nonnegative(),
  /** Some of the keys, one value per column. */
  examples: z.array(z.array(resultCellSchema)),
});

const comparedSchema = z.discriminatedUnion('outcome', [
  z.strictObject({
    outcome: z.literal('compared'),
    /**
     * The differences by row: type, differing columns (as JSON), key, and the left and right value of each compared column; then
     * the columns that only the left or the right result has.
     */
    result: storedResultSchema,
    onlyLeft: z.number().int(),
    onlyRight: z.number().int(),
    different: z.number().int(),
    same: z.number().int(),
    /** The compared columns, with the number of rows in which each differs. */
    columns: z.array(z.strictObject({ name: z.string(), different: z.number().int() })),
    /** Columns that only one side has. */
    alone: z.strictObject({ left: keyColumnsSchema, right: keyColumnsSchema }),
  }),
  z.strictObject({ outcome: z.literal('ambiguous'), left: ambiguousSchema, right: ambiguousSchema }),
]);

export type Comparable = z.infer<typeof comparableSchema>;
export type Compared = z.infer<typeof comparedSchema>;

const ofResultSchema = z.strictObject({ id: z.string() });
const ofPlaceSchema = z.strictObject({ tenantId: tenantIdSchema, place: z.string().min(1).max(200) });
const pictureFormatSchema = z.enum(Object.keys(pictureFormats) as [PictureFormat, ...PictureFormat[]]);
const formatSchema = z.enum(Object.keys(resultFormats) as [ResultFormat, ...ResultFormat[]]);

export const resultMethods = {
  /**
   * Runs a query and returns when its first rows are stored; `results.changed` reports the rest. Replaces the previous result at
   * the place.
   */
  'results.start': method(
    z.strictObject({
      tenantId: tenantIdSchema,
      place: z.string().min(1).max(200),
      text: z
        .string()
        .min(1, 'Enter a query.')
        .max(...atMost(1_000_000, 'The query')),
      parameters: z.record(z.string(), queryParameterSchema).default({}),
      /** Entered parameter values for the history; derived from `parameters` if absent. */
      entered: typedParametersSchema.exactOptional(),
      paging: resultPagingSchema.prefault({}),
    }),
    storedResultSchema,
  ),
  /** Stops reading. Rows already received stay. */
  'results.stop': method(ofResultSchema, z.undefined(), { lane: 'local' }),
  /** The result at a place; undefined if there is none. */
  'results.at': method(ofPlaceSchema, storedResultSchema.optional(), { lane: 'local' }),
  /** Some rows of a view. Throws `not-found` if the result no longer exists. */
  'results.window': method(
    z.strictObject({
      id: z.string(),
      view: resultViewSchema.prefault({}),
      first: z.number().int().nonnegative(),
      count: z.number().int().min(1).max(1000),
    }),
    resultWindowSchema,
    { lane: 'local' },
  ),
  /** The full value of one cell of a view. */
  'results.cell': method(
    z.strictObject({
      id: z.string(),
      view: resultViewSchema.prefault({}),
      row: z.number().int().nonnegative(),
      column: columnIndexSchema,
    }),
    z.strictObject({ value: resultCellSchema }),
    { lane: 'local' },
  ),
  /** For a chart. */
  'results.groups': method(
    z.strictObject({ id: z.string(), view: resultViewSchema.prefault({}), grouping: resultGroupingSchema }),
    resultGroupsSchema,
    { lane: 'local' },
  ),
  /**
   * Saves a named snapshot until the user removes it. Throws `invalid-input` while rows arrive, and if the limit is reached.
   */
  'results.saveUnderName': method(
    z.strictObject({ id: z.string(), name: savedNameSchema }),
    storedResultSchema,
  ),
  /** Snapshots of all tenants, and results of open queries of this tenant, newest first. */
  'results.comparables': method(z.strictObject({ tenantId: tenantIdSchema }), z.array(storedResultSchema), {
    lane: 'local',
  }),
  /** Removes a snapshot. */
  'results.removeSnapshot': method(ofResultSchema, z.undefined(), { lane: 'local' }),
  /** Common columns of two results. */
  'results.comparable': method(twoResultsSchema, comparableSchema, { lane: 'local' }),
  /**
   * Compares all rows of two results by key, on disk; emits `results.comparing`. Throws `invalid-input` while rows of either
   * arrive, and for a key that isn't in both.
   */
  'results.compare': method(
    z.strictObject({
      ...twoResultsSchema.shape,
      key: keyColumnsSchema.min(1, 'Choose at least one column as the key.').max(32),
      /** True: 1 differs from "1", and null from the empty string. False: values with the same text are equal. */
      isStrict: z.boolean(),
    }),
    comparedSchema,
    { lane: 'local' },
  ),
  /** Deletes the comparison. */
  'results.endComparison': method(ofResultSchema, z.undefined(), { lane: 'local' }),
  /** Chart settings at a place; undefined if none were chosen. */
  'results.chartAt': method(ofPlaceSchema, placeChartSchema.optional(), { lane: 'local' }),
  /** Stored as long as the place has a result. */
  'results.saveChart': method(
    z.strictObject({ ...ofPlaceSchema.shape, chart: placeChartSchema }),
    z.undefined(),
    { lane: 'local' },
  ),
  /**
   * Saves a chart drawn by the window to a file; undefined if no file was chosen. Throws `invalid-input` if the content isn't an
   * image of the format.
   */
  'results.savePicture': method(
    z.strictObject({
      format: pictureFormatSchema,
      /** The text of an SVG document, or the bytes of a PNG in Base64. */
      content: z
        .string()
        .min(1)
        .max(...atMost(30_000_000, 'The picture')),
      /** Without extension. */
      suggestedName: z.string().min(1).max(120),
    }),
    z.strictObject({ fileName: z.string() }).optional(),
    { lane: 'local' },
  ),
  /**
   * Exports the rows of a view to a file; undefined if no file was chosen. Throws `invalid-input` while rows arrive, unless it
   * follows them.
   */
  'results.export': method(
    z.strictObject({
      id: z.string(),
      view: resultViewSchema.prefault({}),
      format: formatSchema,
      /**
       * Writes the rows of a running query as they arrive, in that order, and throws why they are incomplete. A workbook, and a view
       * with filters or a sort order, are written at the end.
       */
      follows: z.boolean().default(false),
      /** Without extension. */
      suggestedName: z.string().min(1).max(120),
    }),
    z
      .strictObject({
        fileName: z.string(),
        rowCount: z.number().int(),
        /** Cells truncated because of format limits. */
        cutCells: z.number().int(),
      })
      .optional(),
    { lane: 'local' },
  ),
} as const;
