import { z } from 'zod';
import { changePartSchema } from './change-parts.ts';
import { deskErrorSchema } from '../errors/desk-error-schema.ts';
import { sentCredentialsSchema } from './destinations.ts';
import { tenantIdSchema, timestampSchema } from '../schema/identifiers.ts';
import { itemStates } from './item-states.ts';
import { method } from '../schema/method.ts';
import { sendModeSchema } from './send-modes.ts';

/** A kind of item that can be changed, for example `webhook`. Kinds are registered in main; the contract names none. */
export const kindNameSchema = z
  .string()
  .regex(/^[a-z]+(-[a-z]+)*$/)
  .max(64);
/** ID of an item in its tenant; `new:` and a random part for one that doesn't exist yet. */
export const targetIdSchema = z.string().min(1).max(256);
/** State of an item in the shape of its kind; main validates it with the kind's schema. */
const stateSchema = z.json();

/** The wanted state of one item. Null `base`: it is created. Null `wanted`: it is deleted. */
const editSchema = z.strictObject({
  kind: kindNameSchema,
  /** Null for an item that doesn't exist yet. */
  targetId: targetIdSchema.nullable(),
  /** The version the user started from, to detect changes by others. Required for existing items. */
  base: stateSchema.nullable(),
  wanted: stateSchema.nullable(),
});

/** An edit within a text, relative to its value at that time. */
const textEditSchema = z.discriminatedUnion('do', [
  /** On its own line if the text has several lines, otherwise after a space. */
  z.strictObject({ do: z.literal('append'), text: z.string().min(1).max(100_000) }),
  /** All matches, case-sensitive. */
  z.strictObject({
    do: z.literal('replace'),
    find: z.string().min(1).max(10_000),
    by: z.string().max(100_000),
  }),
]);

/** Title of a plan, if it isn't derived from its items. */
const planTitleSchema = z.string().min(1).max(200);

/** The source of a plan. */
const changeRequestSchema = z.discriminatedUnion('from', [
  /** Drafts. Applying the plan closes them. `edits`: further parts of the same change, from drafts that hold others too. */
  z.strictObject({
    from: z.literal('drafts'),
    drafts: z
      .array(z.strictObject({ kind: kindNameSchema, targetId: targetIdSchema }))
      .min(1)
      .max(10_000),
    edits: z.array(editSchema).max(10_000).optional(),
    title: planTitleSchema.optional(),
  }),
  /** The same change to many items, each based on the tenant's current state. Null deletes them. */
  z.strictObject({
    from: z.literal('targets'),
    kind: kindNameSchema,
    targetIds: z.array(targetIdSchema).min(1).max(100_000),
    set: z.record(z.string(), stateSchema).nullable(),
    /** Text edits by member; members that aren't text are left alone. */
    texts: z.record(z.string(), textEditSchema).optional(),
  }),
  z.strictObject({
    from: z.literal('edits'),
    edits: z.array(editSchema).min(1).max(10_000),
    title: planTitleSchema.optional(),
  }),
  /** An action, once per input: import a file, start a job, send a report. */
  z.strictObject({
    from: z.literal('action'),
    kind: kindNameSchema,
    inputs: z.array(stateSchema).min(1).max(100),
    title: planTitleSchema.optional(),
  }),
  /** The inverse of a plan, or of some of its items. */
  z.strictObject({
    from: z.literal('undo'),
    planId: z.string(),
    itemIds: z.array(z.string()).min(1).optional(),
  }),
  /** Restores deleted items, by the plan items of `history.deleted` that deleted them, across plans. */
  z.strictObject({ from: z.literal('deleted'), itemIds: z.array(z.string().max(256)).min(1).max(10_000) }),
  /** The rejected, outdated or skipped items of a finished plan. */
  z.strictObject({ from: z.literal('retry'), planId: z.string() }),
  /** A file opened by `changeSets.open`. */
  z.strictObject({ from: z.literal('change-set'), fileId: z.string() }),
]);

export const itemStateSchema = z.enum(itemStates);

/** What the user has to decide before an item can be applied; undecided items are skipped. */
export const decisionSchema = z.enum([
  /** Both sides changed the same part. */
  'merge',
  /** Someone else edited the item to be deleted. */
  'changed-before-delete',
  /** The item to be edited no longer exists. */
  'gone',
]);

const targetSchema = z.strictObject({
  kind: kindNameSchema,
  /** Empty for an item that doesn't exist yet. Updated when the tenant assigns a new ID. */
  id: z.string(),
  name: z.string(),
});

/** What a person should know before applying a change, for lists: the rest is shown with the item. */
const planWarningSchema = z.strictObject({
  count: z.number().int().positive(),
  /** At least one of them is a risk. */
  isRisk: z.boolean(),
  /** The most important one, as a sentence. */
  text: z.string(),
});

const itemFields = {
  id: z.string(),
  verb: z.enum(['create', 'update', 'delete', 'run']),
  /** For example `Replace script`. */
  title: z.string(),
  target: targetSchema,
  /** One line for lists, for example `name, template +4 −2 lines`. */
  summary: z.string(),
  state: itemStateSchema,
  decision: decisionSchema.nullable(),
  /** Why it is rejected, outdated, not verified or unresolved. */
  error: z.optional(deskErrorSchema),
  /** The plan that undid it. */
  undoneBy: z.string().nullable(),
  isUndoable: z.boolean(),
  /** Absent if it has none. */
  warning: planWarningSchema.exactOptional(),
};

/** An item that appeared in the tenant and may or may not come from a change. */
export const arrivalSchema = z.strictObject({ id: z.string(), name: z.string() });

/** An item as lists show it. */
export const planItemSummarySchema = z.strictObject(itemFields);

/** Effects of a change beyond its parts, determined during planning. */
export const planFindingSchema = z.strictObject({
  /** For example `What changes for whom`. */
  label: z.string(),
  columns: z.array(z.string()),
  rows: z.array(z.array(z.string())),
  /** True if the last two columns are the values before and after; differences between them are highlighted. */
  isCompared: z.boolean().optional(),
  /** Zero-based rows that fail after the change. */
  failing: z.array(z.number().int().nonnegative()).exactOptional(),
  /** What wasn't checked, or why there are no rows; empty for none. */
  note: z.string(),
});

/** A problem that applying the change would cause. */
export const planRiskSchema = z.strictObject({
  /** A sentence: `Contractor 7 could not sign in: …`. */
  words: z.string(),
  /** Completes “Apply even though …”: `Contractor 7 could not sign in to Payroll`. */
  although: z.string(),
});

const planItemSchema = z.strictObject({
  ...itemFields,
  parts: z.array(changePartSchema),
  /** Absent where there are none. */
  findings: z.array(planFindingSchema).optional(),
  risks: z.array(planRiskSchema).optional(),
  /** The requests it is sent with, if `changes.chooseSendMode` offers a choice. */
  sendMode: sendModeSchema.exactOptional(),
  /** `compared`: the tenant still has the user's base version. `fresh`: there was nothing to compare with. */
  basis: z.enum(['compared', 'changed', 'fresh']),
  warnings: z.array(z.string()),
  /** Items that appeared while the response was lost, created by this change or by someone else: `changes.claim` decides. */
  arrivals: z.array(arrivalSchema).exactOptional(),
  /** Changes by others after the review that were merged when sending, as full sentences. Absent if there were none. */
  merged: z.array(z.string()).exactOptional(),
  /** Requests in sending order; entries without method and path describe what happens in between. */
  steps: z.array(
    z.strictObject({ method: z.string().optional(), path: z.string().optional(), words: z.string() }),
  ),
});

/** A part in which the items of a group differ. */
const groupDifferenceSchema = z.strictObject({
  label: z.string(),
  /** Number of distinct values. */
  distinct: z.number().int(),
  /** The most frequent values, shortened; empty if they are too long to list. */
  values: z.array(z.strictObject({ value: z.string(), count: z.number().int() })),
});

/** Items whose displayed change is equal except for `differences`, collapsed to one line. */
const planGroupSchema = z.strictObject({
  id: z.string(),
  title: z.string(),
  summary: z.string(),
  count: z.number().int(),
  decision: decisionSchema.nullable(),
  /** Absent if the items differ only in name. */
  differences: z.array(groupDifferenceSchema).exactOptional(),
  /** Items by state; states without items are absent. */
  counts: z.partialRecord(itemStateSchema, z.number().int()).exactOptional(),
  /** The warnings that each of its items has; absent if there are none. */
  warning: planWarningSchema.exactOptional(),
});

/** Items of one type, as classified by their kind: `Web - SAML`. */
export const planTypeSchema = z.strictObject({
  /** Empty for items without a type. */
  type: z.string(),
  count: z.number().int(),
  /** Number of items that need a decision. */
  undecided: z.number().int(),
  /** Groups of the other items, with the number of items of this type. */
  groups: z.array(z.strictObject({ id: z.string(), count: z.number().int() })).exactOptional(),
});

export const planOriginSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('edit') }),
  z.strictObject({ type: z.literal('undo'), planId: z.string() }),
  z.strictObject({ type: z.literal('take-back'), planId: z.string() }),
  z.strictObject({ type: z.literal('retry'), planId: z.string() }),
  z.strictObject({
    type: z.literal('change-set'),
    fileName: z.string(),
    createdBy: z.string(),
    /** The tenant it was created for, if it was retargeted to this one. */
    madeFor: z.string().optional(),
  }),
]);

const planStates = [
  /** Waiting for the user. */
  'planned',
  /** Started and not resolved: running, stopped, or with unknown results. */
  'open',
  'finished',
] as const;

/** A plan throughout its lifecycle: reviewed, applied, then an entry in the history. */
export const planSchema = z.strictObject({
  id: z.string(),
  tenantId: tenantIdSchema,
  tenantName: z.string(),
  /** For example `Replace script of Payroll`, `200 changes`, `Undo of …`. */
  title: z.string(),
  origin: planOriginSchema,
  state: z.enum(planStates),
  createdAt: timestampSchema,
  /** Who applied it; empty if unknown. */
  appliedBy: z.string(),
  appliedAt: timestampSchema.nullable(),
  isRunning: z.boolean(),
  total: z.number().int(),
  /** Items by state; states without items are absent. */
  counts: z.partialRecord(itemStateSchema, z.number().int()),
  /** Number of items that would be sent now. */
  changing: z.number().int(),
  undecided: z.number().int(),
  /** Before applying: number of items with warnings. Absent if there are none. */
  warned: z.number().int().positive().exactOptional(),
  isDestructive: z.boolean(),
  /** Before applying: all of it will be undoable. Afterwards: some of it can be undone. */
  isUndoable: z.boolean(),
  /** Before applying: why the policy of the organization forbids it. Absent if it doesn't. */
  denied: z.optional(deskErrorSchema),
  /** Text to type before applying: the tenant's name, if it is marked production and the plan changes something. */
  confirmation: z.string().nullable(),
  /**
   * Risks to accept, if the tenant is marked production and the plan has risks: `Apply although Contractor 7 could not sign in to
   * Payroll`. Absent if there is nothing to accept.
   */
  acknowledgement: z.string().optional(),
  /** Hosts that receive stored credentials. Those with `newCredentials` must be acknowledged. Absent if there are none. */
  destinations: z.array(sentCredentialsSchema).exactOptional(),
  /** Before applying: seconds within which the change must be confirmed, or it reverts. Absent if it needs no confirmation. */
  confirmWithinSeconds: z.number().int().positive().exactOptional(),
  /** Before applying: number of items per send mode, for items with a choice. Absent if there are none. */
  sendModes: z.partialRecord(sendModeSchema, z.number().int().positive()).exactOptional(),
  groups: z.array(planGroupSchema),
  /** The first items it affects, for one line in a list. */
  targets: z.array(targetSchema),
  /** Why it stopped before it was complete. */
  error: z.optional(deskErrorSchema),
});

export type TextEdit = z.infer<typeof textEditSchema>;
export type Edit = z.infer<typeof editSchema>;
export type ChangeRequest = z.infer<typeof changeRequestSchema>;
export type ItemState = z.infer<typeof itemStateSchema>;
export type Decision = z.infer<typeof decisionSchema>;
export type PlanItemSummary = z.infer<typeof planItemSummarySchema>;
export type PlanItem = z.infer<typeof planItemSchema>;
export type Arrival = z.infer<typeof arrivalSchema>;
export type PlanFinding = z.infer<typeof planFindingSchema>;
export type PlanWarning = z.infer<typeof planWarningSchema>;
export type PlanRisk = z.infer<typeof planRiskSchema>;
export type PlanType = z.infer<typeof planTypeSchema>;
export type PlanGroup = z.infer<typeof planGroupSchema>;
export type PlanOrigin = z.infer<typeof planOriginSchema>;
export type Plan = z.infer<typeof planSchema>;
export type Target = z.infer<typeof targetSchema>;

/** States of unresolved items: the plan stays open and offers next steps. */
export const openItemStates: readonly ItemState[] = [
  'pending',
  'applying',
  'unknown',
  'incomplete',
  'different',
];

/** By part; `item` resolves conflicts that aren't about a part. `text` is for manually merged text. */
const choicesSchema = z.record(
  z.string(),
  z.union([
    z.strictObject({ take: z.enum(['mine', 'theirs', 'merged']) }),
    z.strictObject({ text: z.string().max(10_000_000) }),
  ]),
);

const ofPlan = z.strictObject({ planId: z.string() });
const local = { lane: 'local' } as const;

export const changeMethods = {
  /** Reads the tenant and returns what would change. Sends no changes. */
  'changes.plan': method(
    z.strictObject({ tenantId: tenantIdSchema, request: changeRequestSchema }),
    planSchema,
  ),
  'changes.get': method(ofPlan, planSchema, local),
  /** A page of items, in the order of application. */
  'changes.items': method(
    z.strictObject({
      planId: z.string(),
      groupId: z.string().optional(),
      /** As `changes.types` names them. */
      type: z.string().optional(),
      isUndecided: z.boolean().optional(),
      states: z.array(itemStateSchema).optional(),
      offset: z.number().int().min(0).default(0),
      limit: z.number().int().min(1).max(1000).default(200),
    }),
    z.strictObject({ items: z.array(planItemSummarySchema), total: z.number().int() }),
    local,
  ),
  'changes.item': method(z.strictObject({ planId: z.string(), itemId: z.string() }), planItemSchema, local),
  /**
   * Whole items, in the order of `changes.items`, for callers that need all of them. Items can be large, so a page may have fewer
   * than `limit`; an empty one is past the end.
   */
  'changes.itemDetails': method(
    z.strictObject({
      planId: z.string(),
      offset: z.number().int().min(0).default(0),
      limit: z.number().int().min(1).max(1000).default(200),
    }),
    z.array(planItemSchema),
    local,
  ),
  /** The types of the plan's items, most frequent first. */
  'changes.types': method(ofPlan, z.array(planTypeSchema), local),
  /** The plan as Markdown for a ticket: each distinct change once, with the items it affects. */
  'changes.markdown': method(ofPlan, z.string(), local),
  /** Resolves a conflict: the draft is rebased on the tenant's current version, and the item is planned again. */
  'changes.settle': method(
    z.strictObject({
      planId: z.string(),
      itemId: z.string(),
      choices: choicesSchema,
    }),
    planSchema,
  ),
  /**
   * What resolving a conflict in each of these ways would cause, such as the results of test users. Reads the tenant; nothing is
   * stored or sent.
   */
  'changes.tryChoices': method(
    z.strictObject({
      planId: z.string(),
      itemId: z.string(),
      choices: z.array(choicesSchema).min(1).max(4),
    }),
    z.array(z.strictObject({ findings: z.array(planFindingSchema), risks: z.array(planRiskSchema) })),
  ),
  /** Sets the send mode and plans again: for one item, or for all items of the plan with this choice. */
  'changes.chooseSendMode': method(
    z.strictObject({
      planId: z.string(),
      itemId: z.string().exactOptional(),
      mode: sendModeSchema,
    }),
    planSchema,
  ),
  /** Applies and verifies the plan item by item; emits `changes.progress`. */
  'changes.apply': method(
    z.strictObject({
      planId: z.string(),
      confirmation: z.string().optional(),
      /** The exact text of the plan's `acknowledgement`, to ensure that the current risks were accepted. */
      acknowledged: z.string().max(10_000).optional(),
      /** The hosts among the plan's `destinations` that were acknowledged. */
      acknowledgedHosts: z.array(z.string().max(10_000)).max(10_000).exactOptional(),
    }),
    planSchema,
  ),
  /** Stops after the item in progress; the plan stays open. */
  'changes.pause': method(ofPlan, z.undefined(), local),
  /** Plans that were started and not resolved, oldest first. */
  'changes.open': method(z.undefined(), z.array(planSchema), local),
  /** Checks items with unknown results again. Sends no changes. */
  'changes.look': method(ofPlan, planSchema),
  /**
   * States which of the item's `arrivals` this change created; empty `mine`: none, they belong to someone else and are left alone.
   * Reads the tenant and sends no changes.
   */
  'changes.claim': method(
    z.strictObject({
      planId: z.string(),
      itemId: z.string(),
      mine: z.array(targetIdSchema).max(10_000),
    }),
    planSchema,
  ),
  /** Resumes a stopped plan. Items already in effect aren't sent again. */
  'changes.resume': method(ofPlan, planSchema),
  /** Rolls the plan back, newest item first. Returns the rollback plan. */
  'changes.takeBack': method(ofPlan, planSchema),
  /** Closes the plan as it is: unsent items are skipped. */
  'changes.close': method(ofPlan, planSchema, local),
  /** Discards a plan that wasn't started. */
  'changes.discard': method(ofPlan, z.undefined(), local),
} as const;
