import { z } from 'zod';
import { atMost } from '../schema/at-most.ts';
import { exactNumberSchema } from '../schema/exact-number.ts';
import { tenantIdSchema, timestampSchema } from '../schema/identifiers.ts';
import { method } from '../schema/method.ts';
import { parameterTypes } from './query-parameter-types.ts';

/** Effectively unlimited. */
export const maxRows = 100_000_000;

export const queryArgumentsSchema = z.strictObject({
  pageNumber: z.number().int().min(1).default(1),
  pageSize: z.number().int().min(1).max(100_000).default(1000),
  /** Effectively unlimited by default: a tenant may not count more rows than this. */
  limit: z.number().int().min(1).max(maxRows).default(maxRows),
  sortBy: z.string().max(512).default(''),
  ascending: z.boolean().default(true),
  /** -1 live but cached afterwards, below -1 uncached, 0 the tenant's default, above 0 minutes. */
  caching: z.number().int().default(-1),
});

/** A value of a `:name` parameter. Tenant Desk quotes it; it is never inserted into the text as is. */
export const queryParameterSchema = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.null(),
  z.array(z.union([z.string(), z.number()])),
]);

/** The entered value of a parameter: any text, because it is stored during editing. */
const typedParameterSchema = z.strictObject({
  /** Without the colon. */
  name: z.string().min(1).max(256),
  type: z.enum(parameterTypes),
  text: z.string().max(100_000),
});

export const typedParametersSchema = z.array(typedParameterSchema).max(200);

const queryResultSchema = z.strictObject({
  columns: z.array(z.strictObject({ name: z.string(), type: z.string() })),
  /** One array per row, in the order of `columns`; dates as ISO 8601 strings. */
  rows: z.array(z.array(z.union([z.string(), z.number(), z.boolean(), z.null(), exactNumberSchema]))),
  /** Total rows as counted by the tenant, or the number of received rows if it doesn't count. */
  fullCount: z.number().int(),
  isCounted: z.boolean(),
  /** Milliseconds from sending the request to the last byte. */
  durationMs: z.number(),
  /** The text as sent, with parameter values. */
  sentText: z.string(),
});

const queryRunSchema = z.strictObject({
  id: z.string(),
  text: z.string(),
  /** Entered parameter values; without the text of secret ones. */
  parameters: typedParametersSchema,
  ranAt: timestampSchema,
  durationMs: z.number(),
  rowCount: z.number().int().nullable(),
  errorMessage: z.string().nullable(),
});

/** Maximum stored runs per tenant. */
export const maxRuns = 500;
/** Characters of a query text in a list; `queries.ran` returns the full text. */
export const listedText = 1000;

const queryTableSchema = z.strictObject({
  name: z.string(),
  columns: z.array(z.strictObject({ name: z.string(), type: z.string() })),
});

/** A query being edited: a draft that is never sent to a tenant as a change. */
export const queryDraftSchema = z.strictObject({
  text: z.string().max(...atMost(1_000_000, 'The query')),
  /** Absent if none was entered. */
  parameters: typedParametersSchema.exactOptional(),
});

/** A query open in the console. Its text is a draft of kind `query` with the same ID. */
const queryTabSchema = z.strictObject({
  id: z.string().min(1).max(64),
  name: z.string().min(1).max(120),
  /** The saved query that it was opened from or saved as. */
  savedId: z.string().max(64).exactOptional(),
  /** Revision of the saved query when it was opened or saved here; default: the first. */
  savedRevision: z.number().int().min(1).exactOptional(),
  /** Without a saved query: it was opened from elsewhere and not edited. */
  isAsOpened: z.literal(true).exactOptional(),
});

/** Maximum open tabs. */
export const maxTabs = 50;

export const queryTabsSchema = z.strictObject({
  tabs: z.array(queryTabSchema).max(maxTabs),
  /** ID of the active tab. */
  chosen: z.string().max(64),
});

/** The list of tabs that was stored: the others follow it. */
const tabsWriterSchema = z.string().max(64);

export const changedTabsSchema = z.strictObject({
  tenantId: tenantIdSchema,
  by: tabsWriterSchema,
  tabs: queryTabsSchema.shape.tabs,
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
      /** False for queries not written by the user: they aren't added to the history. */
      isNoted: z.boolean().default(true),
    }),
    queryResultSchema,
  ),
  /** Tables and columns for completion: from documentation, plus those seen in results. */
  'queries.schema': method(z.strictObject({ tenantId: tenantIdSchema }), z.array(queryTableSchema), {
    lane: 'local',
  }),
  /**
   * The latest runs, newest first, that contain all search words in their text, parameters or error message. Long texts are
   * truncated.
   */
  'queries.history': method(
    z.strictObject({
      tenantId: tenantIdSchema,
      search: z.string().max(1000).default(''),
      count: z.number().int().min(1).max(maxRuns).default(maxRuns),
    }),
    z.array(queryRunSchema),
    { lane: 'local' },
  ),
  /** One complete run. Throws `not-found` if it is no longer in the history. */
  'queries.ran': method(
    z.strictObject({ tenantId: tenantIdSchema, id: z.string().max(64) }),
    queryRunSchema,
    {
      lane: 'local',
    },
  ),
  /** Permanently deletes one run, or without an ID all runs of the tenant. */
  'queries.forget': method(
    z.strictObject({ tenantId: tenantIdSchema, id: z.string().max(64).optional() }),
    z.undefined(),
    { lane: 'local' },
  ),
  /** The open queries; none before the console was first opened. */
  'queries.tabs': method(z.strictObject({ tenantId: tenantIdSchema }), queryTabsSchema, { lane: 'local' }),
  'queries.saveTabs': method(
    z.strictObject({ tenantId: tenantIdSchema, by: tabsWriterSchema, ...queryTabsSchema.shape }),
    z.undefined(),
    { lane: 'local' },
  ),
} as const;
