import { z } from 'zod';
import { parseRow } from '../../platform/storage/database.ts';
import type { StoredPlan } from './plan-record.ts';
import { readPlanRow } from './plan-record.ts';

/** A record of the history, or why it can't be read. */
export type HistoryRecord =
  | { readonly isReadable: true; readonly plan: StoredPlan }
  | {
      readonly isReadable: false;
      readonly id: string;
      readonly tenantId: string;
      readonly appliedAt: number;
      readonly reason: string;
    };

const badRow = z.object({ id: z.string(), tenant_id: z.string(), at: z.number().int() });

/** A plan that can't be read is one bad entry. */
export function historyRecord(row: unknown): HistoryRecord {
  try {
    return { isReadable: true, plan: readPlanRow(row) };
  } catch (error) {
    const { id, tenant_id, at } = parseRow(badRow, { ...(row as object), at: appliedAtOf(row) });
    return {
      isReadable: false,
      id,
      tenantId: tenant_id,
      appliedAt: at,
      reason: error instanceof Error ? error.message : String(error),
    };
  }
}

function appliedAtOf(row: unknown): number {
  const parsed = z
    .object({ applied_at: z.number().nullable().catch(null), created_at: z.number().catch(0) })
    .safeParse(row);
  return parsed.success ? (parsed.data.applied_at ?? parsed.data.created_at) : 0;
}
