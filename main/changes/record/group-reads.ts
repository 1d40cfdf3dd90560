import { z } from 'zod';
import type { ItemState, PlanGroup, PlanType, PlanWarning } from '../../../contract/changes/changes.ts';
import {
  decisionSchema,
  itemStateSchema,
  planRiskSchema,
  planTypeSchema,
} from '../../../contract/changes/changes.ts';
import type { SentCredentials } from '../../../contract/changes/destinations.ts';
import { sentCredentialsSchema } from '../../../contract/changes/destinations.ts';
import type { Database } from '../../platform/storage/database.ts';
import { parseJsonColumn, parseRow } from '../../platform/storage/database.ts';
import { hasWarnings } from './plan-counts.ts';
import { warningOf } from './item-warnings.ts';
import { byHost } from '../kind/sent-credentials.ts';

/** Summaries of the items of a plan. */
export interface GroupReads {
  /** In a few steps, because each reads all items. Groups with a decision first, then in the order of their items. */
  groups(planId: string, limit: number): Generator<void, PlanGroup[]>;
  /** The types of the items, most frequent first; items without a type last. */
  types(planId: string): PlanType[];
  /** By host: what would be sent now, or for a started plan, what it was about to send. */
  sends(planId: string): SentCredentials[];
}

const groupRow = z.object({
  id: z.string(),
  title: z.string(),
  summary: z.string(),
  count: z.number().int(),
  decision: decisionSchema.nullable(),
});
const stateRow = z.object({ id: z.string(), state: itemStateSchema, count: z.number().int() });
const differenceRow = z.object({
  id: z.string(),
  label: z.string(),
  value: z.string(),
  count: z.number().int(),
});
const warningRow = z.object({ id: z.string(), words: z.string() });
/** The part of an item's details that has its warnings. */
const warningDetails = z.object({
  warnings: z.array(z.string()),
  risks: z.array(planRiskSchema).optional(),
  irreversible: z.string().optional(),
});
const typeGroupRow = z.object({ type: z.string(), id: z.string(), count: z.number().int() });
const sentRow = z.object({ sent: z.string(), count: z.number().int() });

/** Different values that are listed with a group; the rest is counted. */
const maxValues = 3;
/** Groups that a review offers by type. */
const maxTypeGroups = 500;

export function createGroupReads(database: Database): GroupReads {
  const statements = prepareStatements(database);

  return {
    *groups(planId, limit) {
      const groups = statements.selectGroups.all(planId, limit).map((row) => parseRow(groupRow, row));
      yield;
      const ids = JSON.stringify(groups.map(({ id }) => id));
      const counts = countsByGroup(statements.countStates.all(planId, ids));
      yield;
      const warnings = warningsByGroup(statements.selectWarnings.all(planId, ids));
      yield;
      // A single item has no differences.
      const several = groups.filter(({ count }) => count > 1).map(({ id }) => id);
      const differing =
        several.length === 0 ? [] : statements.selectDifferences.all(planId, JSON.stringify(several));
      yield;
      const differences = differencesByGroup(differing);
      yield;
      yield;
      return groups.map((group) => {
        const ofGroup = differences.get(group.id);
        const warning = warnings.get(group.id);
        return {
          ...group,
          ...(ofGroup === undefined || ofGroup.length === 0 ? {} : { differences: ofGroup }),
          counts: counts.get(group.id) ?? {},
          ...(warning === undefined ? {} : { warning }),
        };
      });
    },
    types(planId) {
      const rows = statements.selectTypeGroups
        .all(planId, maxTypeGroups)
        .map((row) => parseRow(typeGroupRow, row));
      const groups = Map.groupBy(rows, ({ type }) => type);
      return statements.selectTypes.all(planId).map((row) => {
        const { type, ...counts } = parseRow(planTypeSchema, row);
        return { type, ...counts, groups: (groups.get(type) ?? []).map(({ id, count }) => ({ id, count })) };
      });
    },
    sends: (planId) =>
      byHost(
        statements.selectSent.all(planId).map((row) => {
          const { sent, count: times } = parseRow(sentRow, row);
          const one = parseJsonColumn(sentCredentialsSchema, sent);
          return { ...one, count: one.count * times };
        }),
      ),
  };
}

function prepareStatements(database: Database) {
  return {
    selectGroups: database.prepare(
      `SELECT group_id AS id, min(title) AS title, min(summary) AS summary, COUNT(*) AS count, decision
       FROM plan_items WHERE plan_id = ? GROUP BY group_id, decision
       ORDER BY decision IS NULL, min(sequence) LIMIT ?`,
    ),
    countStates: database.prepare(
      `SELECT group_id AS id, state, COUNT(*) AS count FROM plan_items
       WHERE plan_id = ? AND group_id IN (SELECT value FROM json_each(?)) GROUP BY group_id, state`,
    ),
    selectDifferences: database.prepare(
      `SELECT i.group_id AS id, d.value ->> '$.label' AS label, min(d.value ->> '$.value') AS value, COUNT(*) AS count
       FROM plan_items i, json_each(i.words, '$.differences') d
       WHERE i.plan_id = ? AND i.group_id IN (SELECT value FROM json_each(?)) AND i.words LIKE '%"differences":%'
       GROUP BY i.group_id, label, d.value ->> '$.key' ORDER BY count DESC, min(i.sequence)`,
    ),
    // The items of a group have the same warnings.
    selectWarnings: database.prepare(
      `SELECT group_id AS id, min(words) AS words FROM plan_items
       WHERE plan_id = ? AND group_id IN (SELECT value FROM json_each(?)) AND ${hasWarnings} AND json_valid(words)
       GROUP BY group_id`,
    ),
    selectTypes: database.prepare(
      `SELECT type_name AS type, COUNT(*) AS count,
         COUNT(*) FILTER (WHERE decision IS NOT NULL AND state = 'pending') AS undecided
       FROM plan_items WHERE plan_id = ? GROUP BY type_name ORDER BY type_name = '', COUNT(*) DESC, type_name`,
    ),
    selectTypeGroups: database.prepare(
      `SELECT type_name AS type, group_id AS id, COUNT(*) AS count FROM plan_items
       WHERE plan_id = ? AND NOT (decision IS NOT NULL AND state = 'pending')
       GROUP BY type_name, group_id ORDER BY min(sequence) LIMIT ?`,
    ),
    selectSent: database.prepare(
      `SELECT d.value AS sent, COUNT(*) AS count
       FROM plan_items i JOIN plans p ON p.id = i.plan_id, json_each(i.words, '$.sends') d
       WHERE i.plan_id = ? AND i.words LIKE '%"sends":%' AND i.state NOT IN ('unchanged', 'left-out', 'outdated')
         AND (p.state NOT IN ('planning', 'planned') OR (i.state = 'pending' AND i.decision IS NULL))
       GROUP BY d.value ORDER BY min(i.sequence)`,
    ),
  };
}

/** By label, the most frequent values first; a label with one value isn't a difference. */
function differencesByGroup(rows: readonly unknown[]): ReadonlyMap<string, PlanGroup['differences']> {
  const groups = Map.groupBy(
    rows.map((row) => parseRow(differenceRow, row)),
    ({ id }) => id,
  );
  return new Map(
    [...groups].map(([id, ofGroup]) => [
      id,
      [...Map.groupBy(ofGroup, ({ label }) => label)].flatMap(([label, values]) =>
        values.length < 2
          ? []
          : [
              {
                label,
                distinct: values.length,
                values: values.slice(0, maxValues).map(({ value, count }) => ({ value, count })),
              },
            ],
      ),
    ]),
  );
}

function warningsByGroup(rows: readonly unknown[]): ReadonlyMap<string, PlanWarning> {
  const found = new Map<string, PlanWarning>();
  for (const row of rows) {
    const { id, words } = parseRow(warningRow, row);
    const warning = warningOf(parseJsonColumn(warningDetails, words));
    if (warning !== undefined) found.set(id, warning);
  }
  return found;
}

function countsByGroup(rows: readonly unknown[]): ReadonlyMap<string, PlanGroup['counts']> {
  const counts = new Map<string, Partial<Record<ItemState, number>>>();
  for (const row of rows) {
    const parsed = stateRow.safeParse(row);
    if (!parsed.success) continue;
    const { id, state, count } = parsed.data;
    counts.set(id, { ...counts.get(id), [state]: count });
  }
  return counts;
}
