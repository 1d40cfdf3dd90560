import { z } from 'zod';
import { changePartSchema } from '../../../contract/changes/change-parts.ts';
import type { Arrival } from '../../../contract/changes/changes.ts';
import {
  arrivalSchema,
  decisionSchema,
  itemStateSchema,
  planFindingSchema,
  planOriginSchema,
  planRiskSchema,
} from '../../../contract/changes/changes.ts';
import { toDeskError } from '../../../contract/errors/desk-failure.ts';
import { deskErrorSchema } from '../../../contract/errors/desk-error-schema.ts';
import { sentCredentialsSchema } from '../../../contract/changes/destinations.ts';
import { sendModeSchema } from '../../../contract/changes/send-modes.ts';
import { failure } from '../../platform/errors/failure.ts';
import { parseJsonColumn } from '../../platform/storage/database.ts';

/**
 * The stored format of plans and their items, with its own schemas, separate from those of the bridge. A record of a
 * newer version, or one that can't be read, is one bad record and never a bad list.
 */
export const planRecordVersion = 1;

const storedStateSchema = z.enum(['planning', 'planned', 'open', 'finished']);

/** The columns of a plan, and of an item, as stored. */
export const planRowSchema = z.object({
  id: z.string(),
  version: z.number().int().max(planRecordVersion),
  tenant_id: z.string(),
  tenant_name: z.string(),
  state: storedStateSchema,
  origin: z.string(),
  title: z.string(),
  created_at: z.number().int(),
  applied_by: z.string(),
  applied_at: z.number().int().nullable(),
  error: z.string().nullable(),
});

/** The draft that an item came from, and the revision of that save. */
const draftRefSchema = z.object({ targetId: z.string(), revision: z.number().int() });

const knownDetailsSchema = z.object({
  basis: z.enum(['compared', 'changed', 'fresh']),
  warnings: z.array(z.string()),
  findings: z.array(planFindingSchema).optional(),
  risks: z.array(planRiskSchema).optional(),
  sends: z.array(sentCredentialsSchema).optional(),
  /** Where the item may differ from others of its group: label, shortened value, and a key for equal values. */
  differences: z.array(z.object({ label: z.string(), value: z.string(), key: z.string() })).optional(),
  steps: z.array(z.object({ method: z.string().optional(), path: z.string().optional(), words: z.string() })),
  /** The requests that send it, if a person may choose others. */
  sendMode: sendModeSchema.optional(),
  irreversible: z.string().optional(),
  /** Changes by others after the review that were merged when it was sent: whole sentences. */
  merged: z.array(z.string()).optional(),
  /** Of an action, which has no states to show. */
  shown: z.array(changePartSchema).optional(),
});

/** `order` is an earlier name of `sendMode`, from when the order of a replacement was the only choice. */
const detailsSchema = knownDetailsSchema
  .extend({ order: sendModeSchema.optional() })
  .transform(({ order, ...details }) => (order === undefined ? details : { sendMode: order, ...details }));

export const itemRowSchema = z.object({
  sequence: z.number().int(),
  id: z.string(),
  plan_id: z.string(),
  state: itemStateSchema,
  kind: z.string(),
  kind_version: z.number().int(),
  verb: z.enum(['create', 'update', 'delete', 'run']),
  target_id: z.string(),
  planned_target_id: z.string(),
  target_name: z.string(),
  title: z.string(),
  summary: z.string(),
  group_id: z.string(),
  type_name: z.string(),
  decision: decisionSchema.nullable(),
  base: z.string().nullable(),
  wanted: z.string().nullable(),
  before: z.string().nullable(),
  after: z.string().nullable(),
  notes: z.string().nullable(),
  outcome: z.string().nullable(),
  words: z.string(),
  draft: z.string().nullable(),
  undoes: z.string().nullable(),
  revives: z.string().nullable(),
  error: z.string().nullable(),
  settled_at: z.number().int().nullable(),
  undone_by: z.string().nullable(),
  arrivals: z.string().nullable(),
});

const arrivalsSchema = z.array(arrivalSchema);

export interface StoredPlan {
  readonly id: string;
  readonly tenantId: string;
  readonly tenantName: string;
  readonly state: z.infer<typeof storedStateSchema>;
  readonly origin: z.infer<typeof planOriginSchema>;
  readonly title: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly appliedBy: string;
  readonly appliedAt: number | null;
  readonly error: z.infer<typeof deskErrorSchema> | undefined;
}

export type ItemDetails = z.infer<typeof knownDetailsSchema>;
export type DraftRef = z.infer<typeof draftRefSchema>;

export interface StoredItem {
  /** Increases in the order in which items are applied. */
  readonly sequence: number;
  readonly id: string;
  readonly planId: string;
  readonly state: z.infer<typeof itemStateSchema>;
  readonly kind: string;
  readonly kindVersion: number;
  readonly verb: z.infer<typeof itemRowSchema>['verb'];
  /** Empty for an item that doesn't exist yet. */
  readonly targetId: string;
  /** The ID of the item when it was planned; `targetId` is the current one. */
  readonly plannedTargetId: string;
  readonly targetName: string;
  readonly title: string;
  readonly summary: string;
  readonly groupId: string;
  /** The type that its kind sorts such items by, such as `Web - SAML`; empty for none. */
  readonly typeName: string;
  readonly decision: z.infer<typeof decisionSchema> | null;
  /** The state the person started from, and the wanted one: null if there is none. */
  readonly base: unknown;
  readonly wanted: unknown;
  /** The tenant's state when it was last compared, and the state it will have. */
  readonly before: unknown;
  readonly after: unknown;
  readonly notes: unknown;
  /** The result on the tenant; undefined while it isn't known. */
  readonly outcome: unknown;
  readonly details: ItemDetails;
  readonly draft: DraftRef | null;
  /** The item that this one undoes. */
  readonly undoes: string | null;
  /** The old ID of the item that this one restores. */
  readonly revives: string | null;
  readonly error: z.infer<typeof deskErrorSchema> | undefined;
  readonly resolvedAt: number | null;
  readonly undoneBy: string | null;
  /** Items that this change or someone else may have created; empty if nothing is unclear. */
  readonly arrivals: readonly Arrival[];
}

/** Throws `record-unreadable`. */
export function readPlanRow(row: unknown): StoredPlan {
  return orUnreadable(() => {
    const plan = planRowSchema.parse(row);
    return {
      id: plan.id,
      tenantId: plan.tenant_id,
      tenantName: plan.tenant_name,
      state: plan.state,
      origin: parseJsonColumn(planOriginSchema, plan.origin),
      title: plan.title,
      createdAt: plan.created_at,
      appliedBy: plan.applied_by,
      appliedAt: plan.applied_at,
      error: plan.error === null ? undefined : parseJsonColumn(deskErrorSchema, plan.error),
    };
  });
}

/** The format of a kind's states, which the kind checks itself. */
const anything = z.unknown();

/** Throws `record-unreadable`. */
export function readItemRow(row: unknown): StoredItem {
  return orUnreadable(() => {
    const item = itemRowSchema.parse(row);
    const json = (text: string | null): unknown => (text === null ? null : parseJsonColumn(anything, text));
    return {
      sequence: item.sequence,
      id: item.id,
      planId: item.plan_id,
      state: item.state,
      kind: item.kind,
      kindVersion: item.kind_version,
      verb: item.verb,
      targetId: item.target_id,
      plannedTargetId: item.planned_target_id,
      targetName: item.target_name,
      title: item.title,
      summary: item.summary,
      groupId: item.group_id,
      typeName: item.type_name,
      decision: item.decision,
      base: json(item.base),
      wanted: json(item.wanted),
      before: json(item.before),
      after: json(item.after),
      notes: json(item.notes),
      outcome: item.outcome === null ? undefined : json(item.outcome),
      details: parseJsonColumn(detailsSchema, item.words),
      draft: item.draft === null ? null : parseJsonColumn(draftRefSchema, item.draft),
      undoes: item.undoes,
      revives: item.revives,
      error: item.error === null ? undefined : parseJsonColumn(deskErrorSchema, item.error),
      resolvedAt: item.settled_at,
      undoneBy: item.undone_by,
      arrivals: item.arrivals === null ? [] : parseJsonColumn(arrivalsSchema, item.arrivals),
    };
  });
}

/** The kind of an item that this version can't read: it is shown, counted and left unchanged. */
const unreadableKind = 'unreadable';

/** The confirmed result of an item; undefined if there is none, or if nothing confirms it. */
export function confirmedOutcome({ outcome }: Pick<StoredItem, 'outcome'>): unknown {
  return isUnconfirmed(outcome) ? undefined : outcome;
}

/** True for a result that neither a read nor a response of the tenant confirms. */
export function isUnconfirmed(outcome: unknown): boolean {
  return typeof outcome === 'object' && outcome !== null && 'isUnconfirmed' in outcome;
}

/** As `readItemRow`; an item that can't be read is one bad item, and not a bad plan. */
export function readItemRowOrStub(row: unknown): StoredItem {
  try {
    return readItemRow(row);
  } catch (thrown) {
    const known = stubRowSchema.parse(row);
    return {
      sequence: known.sequence,
      id: known.id,
      planId: known.plan_id,
      state: known.state,
      kind: unreadableKind,
      kindVersion: 0,
      verb: 'update',
      targetId: '',
      plannedTargetId: '',
      targetName: known.target_name,
      title: known.title,
      summary: 'Created by another version of Tenant Desk',
      groupId: known.group_id,
      typeName: '',
      decision: null,
      base: null,
      wanted: null,
      before: null,
      after: null,
      notes: null,
      outcome: undefined,
      details: { basis: 'fresh', warnings: [], steps: [], irreversible: 'It can’t be read.' },
      draft: null,
      undoes: null,
      revives: null,
      error: toDeskError(thrown),
      resolvedAt: null,
      undoneBy: null,
      arrivals: [],
    };
  }
}

const stubRowSchema = z.object({
  sequence: z.number().int(),
  id: z.string(),
  plan_id: z.string(),
  state: itemStateSchema.catch('unknown'),
  target_name: z.string().catch(''),
  title: z.string().catch('Change'),
  group_id: z.string().catch(''),
});

function orUnreadable<Record>(read: () => Record): Record {
  try {
    return read();
  } catch (error) {
    throw failure(
      'record-unreadable',
      'This record was created by another version of Tenant Desk and left unchanged. Export it, or update Tenant Desk.',
      { detail: error instanceof Error ? error.message.slice(0, 2000) : String(error), cause: error },
    );
  }
}
