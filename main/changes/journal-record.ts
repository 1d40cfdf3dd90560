import { z } from 'zod';
import { planItemSchema } from '../../contract/changes.ts';
import { deskErrorSchema } from '../../contract/errors.ts';
import { parseJsonColumn, parseRow } from '../platform/storage/database.ts';
import { changeIntentSchema } from './change-intent.ts';
import type { Inverse } from './change-kind.ts';

export const itemStateSchema = z.enum([
  'pending',
  'applying',
  'verified',
  'failed',
  'skipped',
  'rolled-back',
]);
export type ItemState = z.infer<typeof itemStateSchema>;

const runRowSchema = z.object({
  id: z.string(),
  plan_id: z.string(),
  tenant_id: z.string(),
  tenant_name: z.string(),
  applied_by: z.string(),
  started_at: z.number().int(),
  is_open: z.number().int(),
  undoes: z.string().nullable(),
  rolls_back: z.string().nullable(),
});

const itemRowSchema = z.object({
  id: z.string(),
  run_id: z.string(),
  state: itemStateSchema,
  item: z.string(),
  work: z.string(),
  outcome: z.string().nullable(),
  inverse: z.string().nullable(),
  error: z.string().nullable(),
  applied_at: z.number().int().nullable(),
  undone_by: z.string().nullable(),
});

const inverseSchema: z.ZodType<Inverse> = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('intents'), intents: z.array(changeIntentSchema) }),
  z.strictObject({ type: z.literal('after-outcome'), description: z.string() }),
  z.strictObject({ type: z.literal('none'), reason: z.string() }),
]);

/** One application of a plan. */
export interface StoredRun {
  readonly id: string;
  readonly planId: string;
  readonly tenantId: string;
  readonly tenantName: string;
  readonly appliedBy: string;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly isOpen: boolean;
  readonly undoes: string | null;
  readonly rollsBack: string | null;
}

export interface StoredItem {
  /** Also the identifier of the history entry. */
  readonly id: string;
  readonly runId: string;
  readonly state: ItemState;
  readonly item: z.infer<typeof planItemSchema>;
  readonly work: unknown;
  /** What the tenant answered; undefined while that is not known. */
  readonly outcome: unknown;
  readonly inverse: Inverse | undefined;
  readonly error: z.infer<typeof deskErrorSchema> | undefined;
  readonly appliedAt: number | null;
  readonly undoneBy: string | null;
}

export function readRunRow(row: unknown): StoredRun {
  const run = parseRow(runRowSchema, row);
  return {
    id: run.id,
    planId: run.plan_id,
    tenantId: run.tenant_id,
    tenantName: run.tenant_name,
    appliedBy: run.applied_by,
    startedAt: run.started_at,
    isOpen: run.is_open === 1,
    undoes: run.undoes,
    rollsBack: run.rolls_back,
  };
}

export function readItemRow(row: unknown): StoredItem {
  const stored = parseRow(itemRowSchema, row);
  return {
    id: stored.id,
    runId: stored.run_id,
    state: stored.state,
    item: parseJsonColumn(planItemSchema, stored.item),
    work: parseJsonColumn(z.unknown(), stored.work),
    outcome: stored.outcome === null ? undefined : parseJsonColumn(z.unknown(), stored.outcome),
    inverse: stored.inverse === null ? undefined : parseJsonColumn(inverseSchema, stored.inverse),
    error: stored.error === null ? undefined : parseJsonColumn(deskErrorSchema, stored.error),
    appliedAt: stored.applied_at,
    undoneBy: stored.undone_by,
  };
}
