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

/** The result of a query, all of whose rows are kept on the disk while they arrive. */
export const storedResultSchema = z.strictObject({
  id: z.string(),
  tenantId: tenantIdSchema,
  /** Where it is shown. Each place has one result: the next one takes it. */
  place: z.string(),
  /** Of one that somebody keeps. */
  name: z.string().exactOptional(),
  /** As a person has written it. */
  text: z.string(),
  /** As it was sent, parameters filled in. */
  sentText: z.string(),
  startedAt: timestampSchema,
  /** `running`: rows are still arriving. `stopped` and `failed`: those that had arrived are there. */
  state: z.enum(['running', 'complete', 'stopped', 'failed']),
  columns: z.array(z.strictObject({ name: z.string(), type: z.string() })),
  /** Rows that are kept. */
  rowCount: z.number().int().nonnegative(),
  /** Rows the query has in all, as the tenant counts them; null where it does not. */
  fullCount: z.number().int().nonnegative().nullable(),
  /** Milliseconds that the tenant took over its answers, from sending each request to its last byte. */
  tenantMs: z.number().nonnegative(),
  /** What speaks against taking the rows for the whole truth, one sentence each. */
  warnings: z.array(z.string()),
  /** Why no more rows came. */
  failure: z.nullable(deskErrorSchema),
});

const columnIndexSchema = z.number().int().nonnegative();

export const resultFilterSchema = z.strictObject({
  /** By its place in `columns`; null for any of them. */
  column: columnIndexSchema.nullable(),
  comparison: z.enum(filterComparisons),
  text: z.string().max(...atMost(1000, 'The filter')),
});

/** Which rows of a result are shown, and in which order. */
const resultViewSchema = z.strictObject({
  sort: z.strictObject({ column: columnIndexSchema, descending: z.boolean() }).nullable().default(null),
  /** A row is shown that passes them all. */
  filters: z.array(resultFilterSchema).max(50).default([]),
});

const resultWindowSchema = z.strictObject({
  /** Rows that the view has in all. */
  rowCount: z.number().int().nonnegative(),
  /** One array per row, in the order of `columns`; dates as ISO 8601, nested values as JSON. */
  rows: z.array(z.array(resultCellSchema)),
  /** Cells of which only the beginning is in `rows`: row within the window, column, and the whole length. */
  cut: z.array(z.tuple([z.number().int(), z.number().int(), z.number().int()])),
});

/** Rows of a view gathered by the values of a column, and of a second one. */
const resultGroupingSchema = z.strictObject({
  by: columnIndexSchema,
  bucket: z.enum(timeBuckets),
  /** Null for one series. */
  series: columnIndexSchema.nullable(),
  /** The column that is added up; null counts rows. */
  sumOf: columnIndexSchema.nullable(),
});

/** Gathered rows, as a chart draws them. */
const resultGroupsSchema = z.strictObject({
  /**
   * Stretches of time in their order, none left out, each by its beginning (`2026-11-20` of a day); numbers in theirs; all
   * else from the greatest on. Texts by their first 200 characters; null and empty text are one.
   */
  categories: z.array(resultCellSchema),
  /** The greatest first; one null without a second column. */
  series: z.array(resultCellSchema),
  /** Of each series a value for each category; null where no row is. What `other…` count comes last in each. */
  values: z.array(z.array(z.number().nullable())),
  /** Categories that are too many to be drawn by themselves, and are the last one together. */
  otherCategories: z.number().int().nonnegative(),
  /** The same of series. */
  otherSeries: z.number().int().nonnegative(),
  /** Rows of the view. */
  rowCount: z.number().int().nonnegative(),
  /** Rows without a moment, which no stretch of time has. */
  rowsWithoutMoment: z.number().int().nonnegative(),
  /** Rows of stretches before those that are drawn. */
  earlierRows: z.number().int().nonnegative(),
});

const columnNameSchema = z.string().max(2000);

/** A chart of a result. Its columns go by their names, since those of the next result may stand in another order. */
export const chartChoiceSchema = z.strictObject({
  kind: z.enum(chartKinds),
  by: columnNameSchema,
  bucket: z.enum(timeBuckets),
  /** Null for one series. */
  series: columnNameSchema.nullable(),
  /** The column that is added up; null counts rows. */
  sumOf: columnNameSchema.nullable(),
  /** Several series stand upon each other; beside each other otherwise. Lines never do. */
  isStacked: z.boolean().default(true),
});

/** The chart at a place. */
export const placeChartSchema = z.strictObject({
  isShown: z.boolean(),
  /** The table in its stead. */
  isTable: z.boolean(),
  /** Null for what suits the result. */
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

/** How a query is read of a tenant. Source: platform specification, "Query and job endpoints". */
const resultPagingSchema = z.strictObject({
  /** Rows in a page; null for what reads fastest. */
  pageSize: z.number().int().min(1).max(10_000).nullable().default(null),
  /** The only page that is read, counted from 1; null for all of them. */
  page: z.number().int().min(1).max(maxRows).nullable().default(null),
  /** Columns by which the tenant sorts, with commas; empty for the order of the query. */
  sortBy: z.string().max(512).default(''),
  ascending: z.boolean().default(true),
  /** As `queryArgumentsSchema` has it. */
  caching: z.number().int().default(-1),
});

export type ResultPaging = z.output<typeof resultPagingSchema>;

/** More than anybody compares with. They are never removed but by a person. */
export const maxSavedResults = { results: 30, bytes: 2_000_000_000 } as const;

const savedNameSchema = z
  .string()
  .trim()
  .min(1, 'Enter a name.')
  .max(...atMost(120, 'The name'));

const twoResultsSchema = z.strictObject({
  /** What is compared with: as it was, or as it is elsewhere. */
  left: z.string(),
  right: z.string(),
});

const keyColumnsSchema = z.array(columnNameSchema);

/** Columns by their names, and what tells the rows of both apart, as far as their beginnings show. */
const comparableSchema = z.strictObject({
  common: keyColumnsSchema,
  onlyLeft: keyColumnsSchema,
  onlyRight: keyColumnsSchema,
  /** Empty where nothing tells them apart. */
  guess: keyColumnsSchema,
});

/** Rows that a key does not tell apart. */
const ambiguousSchema = z.strictObject({
  /** Keys that more than one row has. */
  keys: z.number().int().nonnegative(),
  /** The rows that have them. */
  rows: z.number().int().nonnegative(),
  /** Some of the keys, a value for each column. */
  examples: z.array(z.array(resultCellSchema)),
});

const comparedSchema = z.discriminatedUnion('outcome', [
  z.strictObject({
    outcome: z.literal('compared'),
    /**
     * The differences, row by row: what it is, which columns differ (as JSON), the key, and of each column that was compared
     * the value at the left and the one at the right. Then those of the columns that the left one alone has, and the right one.
     */
    result: storedResultSchema,
    onlyLeft: z.number().int(),
    onlyRight: z.number().int(),
    different: z.number().int(),
    same: z.number().int(),
    /** The columns that were compared, and in how many rows each differs. */
    columns: z.array(z.strictObject({ name: z.string(), different: z.number().int() })),
    /** The columns that one side alone has. */
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
   * Runs a query and answers when its first rows are kept; the others follow, and `results.changed` says so. What was kept
   * at the place before is removed.
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
      /** What a person entered for them, for the history; made of the values where it is absent. */
      entered: typedParametersSchema.exactOptional(),
      paging: resultPagingSchema.prefault({}),
    }),
    storedResultSchema,
  ),
  /** Asks for no more rows. Those that have come stay. */
  'results.stop': method(ofResultSchema, z.undefined(), { lane: 'local' }),
  /** What is kept at a place; undefined where nothing is. */
  'results.at': method(ofPlaceSchema, storedResultSchema.optional(), { lane: 'local' }),
  /** Some rows of a view. Throws `not-found` once the result is kept no longer. */
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
  /** The whole of one cell of a view. */
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
   * Keeps a copy under a name until somebody removes it. Throws `invalid-input` while rows arrive, and where there are as many
   * as are kept already.
   */
  'results.saveUnderName': method(
    z.strictObject({ id: z.string(), name: savedNameSchema }),
    storedResultSchema,
  ),
  /** Those of all tenants that are kept under a name, and those of the open queries of this one; the latest first. */
  'results.comparables': method(z.strictObject({ tenantId: tenantIdSchema }), z.array(storedResultSchema), {
    lane: 'local',
  }),
  /** Removes one that is kept under a name. */
  'results.removeKept': method(ofResultSchema, z.undefined(), { lane: 'local' }),
  /** What two results have in common. */
  'results.comparable': method(twoResultsSchema, comparableSchema, { lane: 'local' }),
  /**
   * Compares all rows of two results by their keys, on the disk; `results.comparing` tells how far it is. Throws
   * `invalid-input` while rows of either arrive, and for a key that is not in both.
   */
  'results.compare': method(
    z.strictObject({
      ...twoResultsSchema.shape,
      key: keyColumnsSchema.min(1, 'Choose at least one column as the key.').max(32),
      /** 1 is not "1", and null is not empty text. Otherwise what reads alike is alike. */
      isStrict: z.boolean(),
    }),
    comparedSchema,
    { lane: 'local' },
  ),
  /** Lets go of the differences. */
  'results.endComparison': method(ofResultSchema, z.undefined(), { lane: 'local' }),
  /** How the result at a place is drawn; undefined where nobody has chosen. */
  'results.chartAt': method(ofPlaceSchema, placeChartSchema.optional(), { lane: 'local' }),
  /** Kept as long as the place has a result. */
  'results.keepChart': method(
    z.strictObject({ ...ofPlaceSchema.shape, chart: placeChartSchema }),
    z.undefined(),
    { lane: 'local' },
  ),
  /**
   * Writes a chart that the window has drawn to a file; undefined when no file was chosen. Throws `invalid-input` for what is
   * no picture of its format.
   */
  'results.savePicture': method(
    z.strictObject({
      format: pictureFormatSchema,
      /** The text of an SVG document, or the bytes of a PNG in Base64. */
      content: z
        .string()
        .min(1)
        .max(...atMost(30_000_000, 'The picture')),
      /** Without its extension. */
      suggestedName: z.string().min(1).max(120),
    }),
    z.strictObject({ fileName: z.string() }).optional(),
    { lane: 'local' },
  ),
  /** Writes the rows of a view to a file; undefined when no file was chosen. */
  'results.export': method(
    z.strictObject({
      id: z.string(),
      view: resultViewSchema.prefault({}),
      format: formatSchema,
      /** Without its extension. */
      suggestedName: z.string().min(1).max(120),
    }),
    z
      .strictObject({
        fileName: z.string(),
        rowCount: z.number().int(),
        /** Cells of which the format could only take the beginning. */
        cutCells: z.number().int(),
      })
      .optional(),
    { lane: 'local' },
  ),
} as const;
