import { z } from 'zod';
import { changePartSchema } from './change-parts.ts';
import { openedChangeSetSchema } from './change-sets.ts';
import { kindNameSchema } from './changes.ts';
import { deskErrorSchema } from '../errors/desk-error-schema.ts';
import { tenantIdSchema, timestampSchema } from '../schema/identifiers.ts';
import { method } from '../schema/method.ts';

export const differences = [
  /** Only the first tenant has it. */
  'first',
  /** Only the second tenant has it. */
  'second',
  'different',
  /** Several have this name, or one couldn't be read: differences unknown. */
  'unclear',
  'same',
] as const;

const rowIdSchema = z.string().min(1).max(2048);

/** An item of one or both of the compared tenants. */
const comparisonRowSchema = z.strictObject({
  /** Unique within its comparison. */
  id: rowIdSchema,
  kind: kindNameSchema,
  name: z.string(),
  /** Secondary identification such as its template; empty for none. */
  about: z.string(),
  difference: z.enum(differences),
  /** What differs, `name, script +4 −2 lines`, or why that is unknown; empty for none. */
  summary: z.string(),
  /** Labels of secrets that a tenant doesn't return and that can't be compared. */
  notCompared: z.array(z.string()),
  /** Why it can't be applied to the other tenant; empty if it can. */
  stays: z.string(),
  /** IDs in the two tenants; null if the item doesn't exist there. */
  firstId: z.string().nullable(),
  secondId: z.string().nullable(),
});

const readingSchema = z.strictObject({
  readAt: timestampSchema,
  /** True if cached data was compared instead of a fresh read. */
  isCached: z.boolean(),
});

/** Number of items of a kind per difference, or why they couldn't be compared. */
const comparedKindSchema = z.strictObject({
  kind: kindNameSchema,
  noun: z.strictObject({ one: z.string(), many: z.string() }),
  /** Null if that tenant couldn't be read. */
  first: readingSchema.nullable(),
  second: readingSchema.nullable(),
  counts: z.record(z.enum(differences), z.number().int()),
  /** Why nothing of this kind was compared, and for which tenant. */
  failures: z.array(z.strictObject({ tenantId: tenantIdSchema, error: deskErrorSchema })),
});

const comparisonSchema = z.strictObject({
  id: z.string().max(64),
  firstId: tenantIdSchema,
  secondId: tenantIdSchema,
  kinds: z.array(comparedKindSchema),
});

/** Progress of a comparison. */
export const comparisonProgressSchema = z.strictObject({
  firstId: tenantIdSchema,
  secondId: tenantIdSchema,
  /** Display name of what is being compared: `applications`. */
  what: z.string(),
  done: z.number().int(),
  /** Null while the total is unknown. */
  total: z.number().int().nullable(),
});

export type Difference = (typeof differences)[number];
export type ComparisonRow = z.infer<typeof comparisonRowSchema>;
export type ComparedKind = z.infer<typeof comparedKindSchema>;
export type Comparison = z.infer<typeof comparisonSchema>;
export type ComparisonProgress = z.infer<typeof comparisonProgressSchema>;

const ofComparison = z.strictObject({ comparisonId: z.string().max(64) });
const local = { lane: 'local' } as const;

export const comparisonMethods = {
  /**
   * Reads two tenants and compares everything that can be changed, by name; uses cached data for a tenant without a session.
   * Emits `comparisons.progress`. Reports kinds that couldn't be read. Sends no changes.
   */
  'comparisons.make': method(
    z.strictObject({ firstId: tenantIdSchema, secondId: tenantIdSchema }),
    comparisonSchema,
  ),
  /** Refreshes one kind, and those read together with it. */
  'comparisons.readAgain': method(ofComparison.extend({ kind: kindNameSchema }), comparisonSchema),
  /** The rows, with identical items only on request. Throws `not-found` for a comparison evicted by newer ones. */
  'comparisons.rows': method(
    ofComparison.extend({ isWithSame: z.boolean().default(false) }),
    z.array(comparisonRowSchema),
    local,
  ),
  /** The parts of a row, freshly read: from the target's version to the source's. */
  'comparisons.row': method(
    ofComparison.extend({ rowId: rowIdSchema, targetId: tenantIdSchema }),
    z.strictObject({
      parts: z.array(changePartSchema),
      notCompared: z.array(z.string()),
      /** False if the item doesn't exist on that side. */
      isInSource: z.boolean(),
      isInTarget: z.boolean(),
    }),
  ),
  /**
   * A change set from the other tenant that makes the target match it, applied like an opened file. Throws `invalid-input` if none
   * of the rows can be applied.
   */
  'comparisons.changeSet': method(
    ofComparison.extend({ rowIds: z.array(rowIdSchema).min(1).max(10_000), targetId: tenantIdSchema }),
    openedChangeSetSchema,
  ),
} as const;
