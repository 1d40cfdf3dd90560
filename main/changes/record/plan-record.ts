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
 * What lies on disk of plans and their items: schemas of their own, apart from what crosses the bridge. A record of a
 * newer version, or one that cannot be read, is one bad record and never a bad list.
 */
export const planRecordVersion = 1;

const storedStateSchema = z.enum(['planning', 'planned', 'open', 'finished']);

const planRowSchema = z.object({
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

/** Which draft an item came from, and which of its saves. */
const draftRefSchema = z.object({ targetId: z.string(), revision: z.number().int() });

const knownDetailsSchema = z.object({
  basis: z.enum(['compared', 'changed', 'fresh']),
  warnings: z.array(z.string()),
  findings: z.array(planFindingSchema).optional(),
  risks: z.array(planRiskSchema).optional(),
  sends: z.array(sentCredentialsSchema).optional(),
  /** In what the item may differ from others of its group: label, shortened value, and what tells values apart. */
  differences: z.array(z.object({ label: z.string(), value: z.string(), key: z.string() })).optional(),
  steps: z.array(z.object({ method: z.string().optional(), path: z.string().optional(), words: z.string() })),
  /** With which requests it is sent, where a person may choose others. */
  sendMode: sendModeSchema.optional(),
  irreversible: z.string().optional(),
  /** What others did after the review and was merged when it was sent: whole sentences. */
  merged: z.array(z.string()).optional(),
  /** Of an action, which has no states to show. */
  shown: z.array(changePartSchema).optional(),
});

/** `order` is what `sendMode` was called before there was more to choose than the order of a replacement. */
const textsSchema = knownDetailsSchema
  .extend({ order: sendModeSchema.optional() })
  .transform(({ order, ...words }) => (order === undefined ? words : { sendMode: order, ...words }));

const itemRowSchema = z.object({
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
  /** Rises in the order in which items are applied. */
  readonly sequence: number;
  readonly id: string;
  readonly planId: string;
  readonly state: z.infer<typeof itemStateSchema>;
  readonly kind: string;
  readonly kindVersion: number;
  readonly verb: z.infer<typeof itemRowSchema>['verb'];
  /** Empty for what does not exist yet. */
  readonly targetId: string;
  /** What the thing was known as when it was planned; `targetId` follows it. */
  readonly plannedTargetId: string;
  readonly targetName: string;
  readonly title: string;
  readonly summary: string;
  readonly groupId: string;
  /** What its kind sorts such things by, for example `Web - SAML`; empty for none. */
  readonly typeName: string;
  readonly decision: z.infer<typeof decisionSchema> | null;
  /** What the person began with, and what they want: null where there is no such thing. */
  readonly base: unknown;
  readonly wanted: unknown;
  /** What the tenant had when it was last compared, and what it shall have. */
  readonly before: unknown;
  readonly after: unknown;
  readonly notes: unknown;
  /** What the tenant made of it; undefined while that is not known. */
  readonly outcome: unknown;
  readonly words: ItemDetails;
  readonly draft: DraftRef | null;
  /** The item that this one takes back. */
  readonly undoes: string | null;
  /** The identifier of the thing that this one brings back. */
  readonly revives: string | null;
  readonly error: z.infer<typeof deskErrorSchema> | undefined;
  readonly settledAt: number | null;
  readonly undoneBy: string | null;
  /** What may be of the change, or somebody else's; empty where nothing is unclear. */
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

/** Of a kind: it checks its own states. */
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
      words: parseJsonColumn(textsSchema, item.words),
      draft: item.draft === null ? null : parseJsonColumn(draftRefSchema, item.draft),
      undoes: item.undoes,
      revives: item.revives,
      error: item.error === null ? undefined : parseJsonColumn(deskErrorSchema, item.error),
      settledAt: item.settled_at,
      undoneBy: item.undone_by,
      arrivals: item.arrivals === null ? [] : parseJsonColumn(arrivalsSchema, item.arrivals),
    };
  });
}

/** Stands for an item that this version cannot read: it is shown, counted and left alone. */
const unreadableKind = 'unreadable';

/** What is known to be there of an item; undefined where nothing is, or where nothing confirms it. */
export function confirmedOutcome({ outcome }: Pick<StoredItem, 'outcome'>): unknown {
  return isUnconfirmed(outcome) ? undefined : outcome;
}

/** True for what may be there, while neither a read nor an answer of the tenant says so. */
export function isUnconfirmed(outcome: unknown): boolean {
  return typeof outcome === 'object' && outcome !== null && 'isUnconfirmed' in outcome;
}

/** As `readItemRow`; one item that cannot be read is one bad item, and not a bad plan. */
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
      words: { basis: 'fresh', warnings: [], steps: [], irreversible: 'It can’t be read.' },
      draft: null,
      undoes: null,
      revives: null,
      error: toDeskError(thrown),
      settledAt: null,
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
