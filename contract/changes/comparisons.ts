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
  /** Several are called so, or one could not be read: it is not known how they differ. */
  'unclear',
  'same',
] as const;

const rowIdSchema = z.string().min(1).max(2048);

/** A thing of one of two tenants, or of both. */
const comparisonRowSchema = z.strictObject({
  /** Names it within its comparison. */
  id: rowIdSchema,
  kind: kindNameSchema,
  name: z.string(),
  /** What it is known by besides its name, such as its template; empty for nothing. */
  about: z.string(),
  difference: z.enum(differences),
  /** In what it differs, `name, script +4 −2 lines`, or why that is not known; empty for nothing to say. */
  summary: z.string(),
  /** Labels of secrets that a tenant does not tell, so that nobody knows whether they are the same. */
  notCompared: z.array(z.string()),
  /** Why it cannot be carried over; empty where it can. */
  stays: z.string(),
  /** Identifiers in the two tenants; null where there is no such thing. */
  firstId: z.string().nullable(),
  secondId: z.string().nullable(),
});

const readingSchema = z.strictObject({
  readAt: timestampSchema,
  /** True where the tenant was not asked: what was kept of it was compared. */
  isKept: z.boolean(),
});

/** How many of a kind there are of each difference; or why it could not be compared. */
const comparedKindSchema = z.strictObject({
  kind: kindNameSchema,
  noun: z.strictObject({ one: z.string(), many: z.string() }),
  /** Null where that tenant could not be read. */
  first: readingSchema.nullable(),
  second: readingSchema.nullable(),
  counts: z.record(z.enum(differences), z.number().int()),
  /** Why nothing of it was compared, and which tenant said so. */
  failures: z.array(z.strictObject({ tenantId: tenantIdSchema, error: deskErrorSchema })),
});

const comparisonSchema = z.strictObject({
  id: z.string().max(64),
  firstId: tenantIdSchema,
  secondId: tenantIdSchema,
  kinds: z.array(comparedKindSchema),
});

/** As far as a comparison has come. */
export const comparisonProgressSchema = z.strictObject({
  firstId: tenantIdSchema,
  secondId: tenantIdSchema,
  /** What is being compared, for people: `applications`. */
  what: z.string(),
  done: z.number().int(),
  /** Null while it is not known how many there are. */
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
   * Reads two tenants and compares all that can be changed in them, by name: a tenant that nobody is signed in to by what was
   * kept of it. `comparisons.progress` tells how far it is. What could not be read is told by kind. Sends nothing that changes
   * anything.
   */
  'comparisons.make': method(
    z.strictObject({ firstId: tenantIdSchema, secondId: tenantIdSchema }),
    comparisonSchema,
  ),
  /** Reads one kind again, with those that are read together with it. */
  'comparisons.readAgain': method(ofComparison.extend({ kind: kindNameSchema }), comparisonSchema),
  /** The rows, those that are the same only where asked for. Throws `not-found` for a comparison that newer ones pushed out. */
  'comparisons.rows': method(
    ofComparison.extend({ isWithSame: z.boolean().default(false) }),
    z.array(comparisonRowSchema),
    local,
  ),
  /** A row part by part, read anew: from what the target has to what the source has. */
  'comparisons.row': method(
    ofComparison.extend({ rowId: rowIdSchema, targetId: tenantIdSchema }),
    z.strictObject({
      parts: z.array(changePartSchema),
      notCompared: z.array(z.string()),
      /** False where only the source has it, or only the target. */
      isInSource: z.boolean(),
      isInTarget: z.boolean(),
    }),
  ),
  /**
   * A change-set of the other tenant that would make the target have what it has. It is carried over like one that was opened.
   * Throws `invalid-input` where nothing of the rows can be carried over.
   */
  'comparisons.changeSet': method(
    ofComparison.extend({ rowIds: z.array(rowIdSchema).min(1).max(10_000), targetId: tenantIdSchema }),
    openedChangeSetSchema,
  ),
} as const;
