import { z } from 'zod';
import { atMost } from '../schema/at-most.ts';
import { exactNumberSchema } from '../schema/exact-number.ts';
import { tenantIdSchema, timestampSchema } from '../schema/identifiers.ts';
import { method } from '../schema/method.ts';
import { parameterTypes } from './query-parameter-types.ts';

/** More rows than any answer has. */
export const maxRows = 100_000_000;

export const queryArgumentsSchema = z.strictObject({
  pageNumber: z.number().int().min(1).default(1),
  pageSize: z.number().int().min(1).max(100_000).default(1000),
  /** Above what any query has, unless told otherwise: a tenant may count no more rows than this. */
  limit: z.number().int().min(1).max(maxRows).default(maxRows),
  sortBy: z.string().max(512).default(''),
  ascending: z.boolean().default(true),
  /** -1 live but cached afterwards, below -1 uncached, 0 the tenant's default, above 0 minutes. */
  caching: z.number().int().default(-1),
});

/** A value of a `:name` parameter. Quoted by the desk, never pasted into the text by hand. */
export const queryParameterSchema = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.null(),
  z.array(z.union([z.string(), z.number()])),
]);

/** What a person entered for a parameter: any text, for it is kept while it is typed. */
const typedParameterSchema = z.strictObject({
  /** Without the colon. */
  name: z.string().min(1).max(256),
  type: z.enum(parameterTypes),
  text: z.string().max(100_000),
});

export const typedParametersSchema = z.array(typedParameterSchema).max(200);

const queryResultSchema = z.strictObject({
  columns: z.array(z.strictObject({ name: z.string(), type: z.string() })),
  /** One array per row, values in the order of `columns`; dates as ISO 8601 strings. */
  rows: z.array(z.array(z.union([z.string(), z.number(), z.boolean(), z.null(), exactNumberSchema]))),
  /** Rows the query has in all, as the tenant counts them; those that came where it does not. */
  fullCount: z.number().int(),
  isCounted: z.boolean(),
  /** Milliseconds from sending the request to its last byte. */
  durationMs: z.number(),
  /** The text as it was sent, parameters filled in. */
  sentText: z.string(),
});

const queryRunSchema = z.strictObject({
  id: z.string(),
  text: z.string(),
  /** What was entered for its parameters; of secret ones no text. */
  parameters: typedParametersSchema,
  ranAt: timestampSchema,
  durationMs: z.number(),
  rowCount: z.number().int().nullable(),
  errorMessage: z.string().nullable(),
});

/** As many runs of a tenant as are kept. */
export const maxRuns = 500;
/** Characters of a text that a list shows; `queries.ran` has the whole. */
export const listedText = 1000;

const queryTableSchema = z.strictObject({
  name: z.string(),
  columns: z.array(z.strictObject({ name: z.string(), type: z.string() })),
});

/** A query that is being typed: a draft that never goes to a tenant as a change. */
export const queryDraftSchema = z.strictObject({
  text: z.string().max(...atMost(1_000_000, 'The query')),
  /** Absent where none was entered. */
  parameters: typedParametersSchema.exactOptional(),
});

/** A query that is open in the console. Its text is a draft of the kind `query` under the same identifier. */
const queryTabSchema = z.strictObject({
  id: z.string().min(1).max(64),
  name: z.string().min(1).max(120),
  /** The saved query that it was opened from or saved as. */
  savedId: z.string().max(64).exactOptional(),
  /** Of that one, as it was opened or saved here; the first where it is not said. */
  savedRevision: z.number().int().min(1).exactOptional(),
  /** Where it is of no saved query: it was opened from elsewhere, and nobody has typed in it. */
  isAsOpened: z.literal(true).exactOptional(),
});

/** More than anybody finds their way in. */
export const maxTabs = 50;

export const queryTabsSchema = z.strictObject({
  tabs: z.array(queryTabSchema).max(maxTabs),
  /** The one that is shown. */
  chosen: z.string().max(64),
});

export type QueryTab = z.infer<typeof queryTabSchema>;
export type QueryTabs = z.infer<typeof queryTabsSchema>;
export type QueryDraft = z.infer<typeof queryDraftSchema>;
export type QueryResult = z.infer<typeof queryResultSchema>;
export type QueryRun = z.infer<typeof queryRunSchema>;
export type QueryTable = z.infer<typeof queryTableSchema>;
export type TypedParameter = z.infer<typeof typedParameterSchema>;
export type QueryParameter = z.infer<typeof queryParameterSchema>;

export const queryMethods = {
  'queries.run': method(
    z.strictObject({
      tenantId: tenantIdSchema,
      text: z
        .string()
        .min(1, 'Enter a query.')
        .max(...atMost(1_000_000, 'The query')),
      parameters: z.record(z.string(), queryParameterSchema).default({}),
      arguments: queryArgumentsSchema.prefault({}),
      /** False for what no person has written: it is not in their history. */
      isNoted: z.boolean().default(true),
    }),
    queryResultSchema,
  ),
  /** Tables and columns for completion: those known from documentation plus those seen in results. */
  'queries.schema': method(z.strictObject({ tenantId: tenantIdSchema }), z.array(queryTableSchema), {
    lane: 'local',
  }),
  /**
   * The latest runs, newest first, of those that have all of the words in their text, in what was entered or in why they failed.
   * Of a text only its beginning.
   */
  'queries.history': method(
    z.strictObject({
      tenantId: tenantIdSchema,
      words: z.string().max(1000).default(''),
      count: z.number().int().min(1).max(maxRuns).default(maxRuns),
    }),
    z.array(queryRunSchema),
    { lane: 'local' },
  ),
  /** The whole of one run. Throws `not-found` once it is in the history no longer. */
  'queries.ran': method(
    z.strictObject({ tenantId: tenantIdSchema, id: z.string().max(64) }),
    queryRunSchema,
    {
      lane: 'local',
    },
  ),
  /** Forgets one run, or all of the tenant without an identifier, for good. */
  'queries.forget': method(
    z.strictObject({ tenantId: tenantIdSchema, id: z.string().max(64).optional() }),
    z.undefined(),
    { lane: 'local' },
  ),
  /** The queries that are open; none before the console was first opened. */
  'queries.tabs': method(z.strictObject({ tenantId: tenantIdSchema }), queryTabsSchema, { lane: 'local' }),
  'queries.saveTabs': method(
    z.strictObject({ tenantId: tenantIdSchema, ...queryTabsSchema.shape }),
    z.undefined(),
    { lane: 'local' },
  ),
} as const;
