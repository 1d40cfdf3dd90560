import { z } from 'zod';
import { changePartSchema } from './change-parts.ts';
import { deskErrorSchema } from '../errors/desk-error-schema.ts';
import { sentCredentialsSchema } from './destinations.ts';
import { tenantIdSchema, timestampSchema } from '../schema/identifiers.ts';
import { itemStates } from './item-states.ts';
import { method } from '../schema/method.ts';
import { sendModeSchema } from './send-modes.ts';

/** A kind of thing that can be changed, for example `webhook`. Which there are is main's: the contract names none. */
export const kindNameSchema = z
  .string()
  .regex(/^[a-z]+(-[a-z]+)*$/)
  .max(64);
/** Identifier of a thing in its tenant; `new:` and a random part for one that does not exist yet. */
export const targetIdSchema = z.string().min(1).max(256);
/** State of a thing as its kind has it; main checks it with the kind's own schema. */
const stateSchema = z.json();

/** How one thing shall be. Base absent: it is created. Wanted absent: it is deleted. */
const editSchema = z.strictObject({
  kind: kindNameSchema,
  /** Null for a thing that does not exist yet. */
  targetId: targetIdSchema.nullable(),
  /** What the person began with: it finds what others changed meanwhile. Mandatory for what exists. */
  base: stateSchema.nullable(),
  wanted: stateSchema.nullable(),
});

/** An edit within a text, of whatever the thing has then. */
const textEditSchema = z.discriminatedUnion('do', [
  /** On a line of its own where the text has several lines, else after a blank. */
  z.strictObject({ do: z.literal('append'), text: z.string().min(1).max(100_000) }),
  /** Every place, with regard to case. */
  z.strictObject({
    do: z.literal('replace'),
    find: z.string().min(1).max(10_000),
    by: z.string().max(100_000),
  }),
]);

/** What a plan is called, where its items do not say it. */
const planTitleSchema = z.string().min(1).max(200);

/** What a plan is made of. */
const changeRequestSchema = z.discriminatedUnion('from', [
  /** What was typed. Applying closes these drafts. */
  z.strictObject({
    from: z.literal('drafts'),
    drafts: z
      .array(z.strictObject({ kind: kindNameSchema, targetId: targetIdSchema }))
      .min(1)
      .max(10_000),
  }),
  /** The same change of many things, each based on what the tenant has now. Null deletes them. */
  z.strictObject({
    from: z.literal('targets'),
    kind: kindNameSchema,
    targetIds: z.array(targetIdSchema).min(1).max(100_000),
    set: z.record(z.string(), stateSchema).nullable(),
    /** Edits within texts, by member; a member that is no text is left as it is. */
    texts: z.record(z.string(), textEditSchema).optional(),
  }),
  z.strictObject({
    from: z.literal('edits'),
    edits: z.array(editSchema).min(1).max(10_000),
    title: planTitleSchema.optional(),
  }),
  /** Something that is done rather than edited, once for each input: import a file, start a job, send a report. */
  z.strictObject({
    from: z.literal('action'),
    kind: kindNameSchema,
    inputs: z.array(stateSchema).min(1).max(100),
    title: planTitleSchema.optional(),
  }),
  /** The inverse of what a plan did, or of some of its items. */
  z.strictObject({
    from: z.literal('undo'),
    planId: z.string(),
    itemIds: z.array(z.string()).min(1).optional(),
  }),
  /** Brings back things that were deleted, by the items of `history.deleted` that deleted them, in whatever plans. */
  z.strictObject({ from: z.literal('deleted'), itemIds: z.array(z.string().max(256)).min(1).max(10_000) }),
  /** What of a finished plan was refused, outdated or left out. */
  z.strictObject({ from: z.literal('retry'), planId: z.string() }),
  /** A file that `changeSets.open` has opened. */
  z.strictObject({ from: z.literal('change-set'), fileId: z.string() }),
]);

export const itemStateSchema = z.enum(itemStates);

/** What the person has to decide before an item can be applied; undecided items are left out. */
export const decisionSchema = z.enum([
  /** Both sides changed the same part. */
  'merge',
  /** Somebody edited what is to be deleted. */
  'changed-before-delete',
  /** What is to be edited is no longer there. */
  'gone',
]);

const targetSchema = z.strictObject({
  kind: kindNameSchema,
  /** Empty for what does not exist yet. Follows the thing when the tenant gives it another identifier. */
  id: z.string(),
  name: z.string(),
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
  /** Why it is refused, outdated, not verified or open. */
  error: z.optional(deskErrorSchema),
  /** The plan that took it back. */
  undoneBy: z.string().nullable(),
  isUndoable: z.boolean(),
};

/** Something that appeared in the tenant and that nothing proves to be of a change. */
export const arrivalSchema = z.strictObject({ id: z.string(), name: z.string() });

/** An item as lists show it. */
export const planItemSummarySchema = z.strictObject(itemFields);

/** What a change does beyond the parts that it changes, found out while it was planned. */
export const planFindingSchema = z.strictObject({
  /** For example `What changes for whom`. */
  label: z.string(),
  columns: z.array(z.string()),
  rows: z.array(z.array(z.string())),
  /** True where the last two columns are what was and what will be: what differs between them is marked. */
  isCompared: z.boolean().optional(),
  /** Rows, counted from zero, of which what will be is a failure. */
  failing: z.array(z.number().int().nonnegative()).exactOptional(),
  /** What was not looked at, or why there are no rows; empty for nothing to say. */
  note: z.string(),
});

/** Something that goes wrong if the change is applied as it is. */
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
  /** With which requests it is sent, where `changes.chooseSendMode` offers a choice. */
  sendMode: sendModeSchema.exactOptional(),
  /** `compared`: the tenant still has what the person began with. `fresh`: there was nothing to compare with. */
  basis: z.enum(['compared', 'changed', 'fresh']),
  warnings: z.array(z.string()),
  /** What appeared while the answer was lost, and may be what this change made or somebody else's: `changes.claim` says which. */
  arrivals: z.array(arrivalSchema).exactOptional(),
  /** What others did after the review and was merged when it was sent: whole sentences. Absent where nothing was. */
  merged: z.array(z.string()).exactOptional(),
  /** Requests in the order in which they will be sent; without method and path, what happens between them. */
  steps: z.array(
    z.strictObject({ method: z.string().optional(), path: z.string().optional(), words: z.string() }),
  ),
});

/** A part in which the items of a group differ. */
const groupDifferenceSchema = z.strictObject({
  label: z.string(),
  /** How many different values there are. */
  distinct: z.number().int(),
  /** The most frequent values, shortened; empty where they are too long to be listed. */
  values: z.array(z.strictObject({ value: z.string(), count: z.number().int() })),
});

/** Items whose shown change is equal but for `differences`, folded to one line. */
const planGroupSchema = z.strictObject({
  id: z.string(),
  title: z.string(),
  summary: z.string(),
  count: z.number().int(),
  decision: decisionSchema.nullable(),
  /** Absent where the items differ in nothing but the names of their things. */
  differences: z.array(groupDifferenceSchema).exactOptional(),
  /** Items by state; states without items are absent. */
  counts: z.partialRecord(itemStateSchema, z.number().int()).exactOptional(),
});

/** Items whose things are of one type, as their kind sorts them: `Web - SAML`. */
export const planTypeSchema = z.strictObject({
  /** Empty for things that have none. */
  type: z.string(),
  count: z.number().int(),
  /** How many of them wait for a decision. */
  undecided: z.number().int(),
  /** The groups of those that don't, with their number of items of this type. */
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
    /** The tenant that it was made for, where it was re-targeted to this one. */
    madeFor: z.string().optional(),
  }),
]);

const planStates = [
  /** Waits for the person. */
  'planned',
  /** Was begun and is not settled: under way, stopped, or something of it is not known. */
  'open',
  'finished',
] as const;

/** A plan through its whole life: reviewed, applied, and then an entry of the history. */
export const planSchema = z.strictObject({
  id: z.string(),
  tenantId: tenantIdSchema,
  tenantName: z.string(),
  /** For example `Replace script of Payroll`, `200 changes`, `Undo of …`. */
  title: z.string(),
  origin: planOriginSchema,
  state: z.enum(planStates),
  createdAt: timestampSchema,
  /** Who applied it; empty where it is not known. */
  appliedBy: z.string(),
  appliedAt: timestampSchema.nullable(),
  isUnderWay: z.boolean(),
  total: z.number().int(),
  /** Items by state; states without items are absent. */
  counts: z.partialRecord(itemStateSchema, z.number().int()),
  /** Items that would be sent now. */
  changing: z.number().int(),
  undecided: z.number().int(),
  isDestructive: z.boolean(),
  /** Before it is applied: all of it will be. Afterwards: something of it can be undone. */
  isUndoable: z.boolean(),
  /** What must be typed to apply: the tenant's name where it is marked production and the plan changes something. */
  confirmation: z.string().nullable(),
  /**
   * What must be accepted besides, where the tenant is marked production and the plan has risks: `Apply even though
   * Contractor 7 could not sign in to Payroll`. Absent where nothing must.
   */
  acknowledgement: z.string().optional(),
  /** Hosts that receive stored credentials. Those with `newCredentials` must be acknowledged. Absent where there are none. */
  destinations: z.array(sentCredentialsSchema).exactOptional(),
  /** Before it is applied: seconds within which a person has to keep what it does, which else is taken back. Absent where it stays. */
  confirmWithinSeconds: z.number().int().positive().exactOptional(),
  /** Before it is applied: how many items that offer a choice are sent in which mode. Absent where none does. */
  sendModes: z.partialRecord(sendModeSchema, z.number().int().positive()).exactOptional(),
  groups: z.array(planGroupSchema),
  /** The first things it is about, for a line in a list. */
  targets: z.array(targetSchema),
  /** Why it stopped, when it did not end by itself. */
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
export type PlanRisk = z.infer<typeof planRiskSchema>;
export type PlanType = z.infer<typeof planTypeSchema>;
export type PlanGroup = z.infer<typeof planGroupSchema>;
export type PlanOrigin = z.infer<typeof planOriginSchema>;
export type Plan = z.infer<typeof planSchema>;
export type Target = z.infer<typeof targetSchema>;

/** States in which something is not settled: the plan stays open and offers its next steps. */
export const openItemStates: readonly ItemState[] = [
  'pending',
  'applying',
  'unknown',
  'incomplete',
  'different',
];

const ofPlan = z.strictObject({ planId: z.string() });
const local = { lane: 'local' } as const;

export const changeMethods = {
  /** Reads the tenant afresh and says what would change. Sends nothing that changes anything. */
  'changes.plan': method(
    z.strictObject({ tenantId: tenantIdSchema, request: changeRequestSchema }),
    planSchema,
  ),
  'changes.get': method(ofPlan, planSchema, local),
  /** A page of items, in the order in which they are applied. */
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
  /** The types of things that the plan is about, the most frequent first. */
  'changes.types': method(ofPlan, z.array(planTypeSchema), local),
  /** The plan for a ticket: each equal change written out once, with the things it happens to. */
  'changes.markdown': method(ofPlan, z.string(), local),
  /** Settles a conflict: the draft goes on from what the tenant has now, and the item is planned again. */
  'changes.settle': method(
    z.strictObject({
      planId: z.string(),
      itemId: z.string(),
      /** By part; `item` settles what is not about a part. `text` is for texts that were merged by hand. */
      choices: z.record(
        z.string(),
        z.union([
          z.strictObject({ take: z.enum(['mine', 'theirs', 'merged']) }),
          z.strictObject({ text: z.string().max(10_000_000) }),
        ]),
      ),
    }),
    planSchema,
  ),
  /** Chooses with which requests a change is sent and plans it again: one item, or all in the plan that offer the choice. */
  'changes.chooseSendMode': method(
    z.strictObject({
      planId: z.string(),
      itemId: z.string().exactOptional(),
      mode: sendModeSchema,
    }),
    planSchema,
  ),
  /** Applies the plan item by item and reads each back; `changes.progress` reports on the way. */
  'changes.apply': method(
    z.strictObject({
      planId: z.string(),
      confirmation: z.string().optional(),
      /** The plan's `acknowledgement`, word by word: what was accepted is what there is. */
      acknowledged: z.string().max(10_000).optional(),
      /** The hosts among the plan's `destinations` that were acknowledged. */
      acknowledgedHosts: z.array(z.string().max(10_000)).max(10_000).exactOptional(),
    }),
    planSchema,
  ),
  /** Stops after the item under way; the plan stays open. */
  'changes.pause': method(ofPlan, z.undefined(), local),
  /** Plans that were begun and are not settled, oldest first. */
  'changes.open': method(z.undefined(), z.array(planSchema), local),
  /** Reads again what is not known. Sends nothing that changes anything. */
  'changes.look': method(ofPlan, planSchema),
  /**
   * Says which of the item's `arrivals` the change has made; none of them where `mine` is empty: they are somebody else's then,
   * and are left alone. Reads the tenant, and sends nothing that changes anything.
   */
  'changes.claim': method(
    z.strictObject({
      planId: z.string(),
      itemId: z.string(),
      mine: z.array(targetIdSchema).max(10_000),
    }),
    planSchema,
  ),
  /** Goes on where the plan stopped. What is in effect already is not sent again. */
  'changes.resume': method(ofPlan, planSchema),
  /** Applies the inverse of what the plan had done, newest first. Answers the plan that takes back. */
  'changes.takeBack': method(ofPlan, planSchema),
  /** Leaves everything as it is: what was not sent is left out, and the plan is closed. */
  'changes.close': method(ofPlan, planSchema, local),
  /** Forgets a plan that was not begun. */
  'changes.discard': method(ofPlan, z.undefined(), local),
} as const;
