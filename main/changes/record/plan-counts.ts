import { z } from 'zod';
import type { ItemState, PlanRisk } from '../../../contract/changes/changes.ts';
import { itemStateSchema, planRiskSchema } from '../../../contract/changes/changes.ts';
import type { SendMode } from '../../../contract/changes/send-modes.ts';
import { sendModeSchema } from '../../../contract/changes/send-modes.ts';
import type { Database } from '../../platform/storage/database.ts';
import { parseJsonColumn, parseRow } from '../../platform/storage/database.ts';

/** How many items of a plan have which state, and what they would do. */
export interface PlanCounts {
  readonly total: number;
  readonly byState: Partial<Record<ItemState, number>>;
  readonly undecided: number;
  readonly deletes: number;
  readonly undoable: number;
  /** Items not sent yet that can't be undone. */
  readonly irreversible: number;
  /** Items not sent yet that have warnings. */
  readonly warned: number;
}

export interface PlanRisks {
  readonly first: readonly PlanRisk[];
  readonly total: number;
}

/** Counts over the items of one plan. */
export interface CountReads {
  counts(planId: string): PlanCounts;
  /** Risks of what would be sent now: the first ones in the order of the items, and their number. */
  risks(planId: string, limit: number): PlanRisks;
  /** For items not sent yet that offer a choice, the number for each send mode; undefined if none offers one. */
  sendModes(planId: string): Partial<Record<SendMode, number>> | undefined;
  /** Items not sent yet that offer a choice and are sent in one of these modes. */
  idsWithSendMode(planId: string, modes: readonly SendMode[]): string[];
}

const countRow = z.object({ state: z.string(), count: z.number().int() });
const riskRow = z.object({ risk: z.string(), total: z.number().int() });
const undoableRow = z.object({ count: z.number().int() });
const pendingRow = z.object({
  undecided: z.number().int(),
  deletes: z.number().int(),
  irreversible: z.number().int(),
  warned: z.number().int(),
});
const sendModeRow = z.object({ mode: sendModeSchema, count: z.number().int() });
const idRow = z.object({ id: z.string() });

/** For an item `i`: it took effect, wasn't undone, and can be. */
export const isUndoable = `i.undone_by IS NULL AND i.state IN ('verified', 'accepted') AND i.words NOT LIKE '%"irreversible":%'`;

/** For an item: a review shows warnings with it. */
export const hasWarnings = `(words LIKE '%"warnings":["%' OR words LIKE '%"risks":%' OR words LIKE '%"irreversible":%')`;

export function createCountReads(database: Database): CountReads {
  const countStates = database.prepare(
    'SELECT state, COUNT(*) AS count FROM plan_items WHERE plan_id = ? GROUP BY state',
  );
  const countUndoable = database.prepare(
    `SELECT COUNT(*) AS count FROM plan_items i WHERE plan_id = ? AND ${isUndoable}`,
  );
  // In one query: reading the items of a large plan takes milliseconds.
  const countPending = database.prepare(
    `SELECT COUNT(*) FILTER (WHERE decision IS NOT NULL) AS undecided,
       COUNT(*) FILTER (WHERE verb = 'delete') AS deletes,
       COUNT(*) FILTER (WHERE words LIKE '%"irreversible":%') AS irreversible,
       COUNT(*) FILTER (WHERE ${hasWarnings}) AS warned
     FROM plan_items WHERE plan_id = ? AND state = 'pending'`,
  );
  const selectRisks = database.prepare(
    `SELECT r.value AS risk, COUNT(*) OVER () AS total
     FROM plan_items i, json_each(CASE WHEN json_valid(i.words) THEN i.words END, '$.risks') r
     WHERE i.plan_id = ? AND i.state = 'pending' AND i.decision IS NULL AND i.words LIKE '%"risks":%'
     ORDER BY i.sequence, r.key LIMIT ?`,
  );
  const withSendMode = `(SELECT id, sequence, CASE WHEN json_valid(words) THEN words ->> '$.sendMode' END AS mode FROM plan_items
     WHERE plan_id = ? AND state = 'pending' AND decision IS NULL AND words LIKE '%"sendMode":%')`;
  const countSendModes = database.prepare(
    `SELECT mode, COUNT(*) AS count FROM ${withSendMode} WHERE mode IS NOT NULL GROUP BY mode`,
  );
  const selectIdsWithSendMode = database.prepare(
    `SELECT id FROM ${withSendMode} WHERE mode IN (SELECT value FROM json_each(?)) ORDER BY sequence`,
  );

  return {
    counts(planId) {
      const byState: Partial<Record<ItemState, number>> = {};
      let total = 0;
      for (const row of countStates.all(planId)) {
        const { state, count } = parseRow(countRow, row);
        const known = itemStateSchema.safeParse(state);
        if (known.success) byState[known.data] = count;
        total += count;
      }
      return {
        total,
        byState,
        ...parseRow(pendingRow, countPending.get(planId)),
        undoable: parseRow(undoableRow, countUndoable.get(planId)).count,
      };
    },
    sendModes(planId) {
      const rows = countSendModes.all(planId).map((row) => parseRow(sendModeRow, row));
      return rows.length === 0 ? undefined : Object.fromEntries(rows.map(({ mode, count }) => [mode, count]));
    },
    idsWithSendMode: (planId, modes) =>
      selectIdsWithSendMode.all(planId, JSON.stringify(modes)).map((row) => parseRow(idRow, row).id),
    risks(planId, limit) {
      const rows = selectRisks.all(planId, limit).map((row) => parseRow(riskRow, row));
      return {
        first: rows.map(({ risk }) => parseJsonColumn(planRiskSchema, risk)),
        total: rows[0]?.total ?? 0,
      };
    },
  };
}
