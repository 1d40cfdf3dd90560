import { z } from 'zod';
import { maxDroppedBytes } from './change-set-files.ts';
import { kindNameSchema, targetIdSchema } from './changes.ts';
import { deskErrorSchema } from '../errors/desk-error-schema.ts';
import { tenantIdSchema, timestampSchema } from '../schema/identifiers.ts';
import { method } from '../schema/method.ts';

/** An opened and validated change set; `changes.plan` compares it with the tenant. */
export const openedChangeSetSchema = z.strictObject({
  /** Identifies the opened file in later calls of this session. */
  fileId: z.string(),
  name: z.string(),
  title: z.string(),
  createdBy: z.string(),
  createdAt: timestampSchema,
  count: z.number().int(),
  /** The tenant it was created for. */
  tenantName: z.string(),
  tenantAddress: z.string(),
  /** The same tenant in this installation; null if unknown here. */
  tenantId: tenantIdSchema.nullable(),
});

const local = { lane: 'local' } as const;

/** A change of a change set that was created for another tenant. */
const retargetedChangeSchema = z.strictObject({
  kind: kindNameSchema,
  /** For example `Replace script`; `name` says of what. */
  title: z.string(),
  name: z.string(),
  /** What isn't transferred and why, as full sentences. */
  notes: z.array(z.string()),
});

/** Preview of applying a change set to another tenant. Nothing is planned yet. */
const retargetProposalSchema = z.strictObject({
  proposalId: z.string(),
  fileName: z.string(),
  /** The tenant it was created for. */
  from: z.strictObject({ name: z.string(), address: z.string() }),
  applicable: z.array(retargetedChangeSchema),
  skipped: z.array(retargetedChangeSchema),
  /** For a production tenant: its name, which must be typed to continue. */
  confirmation: z.string().nullable(),
});

export type OpenedChangeSet = z.infer<typeof openedChangeSetSchema>;
export type RetargetedChange = z.infer<typeof retargetedChangeSchema>;
export type RetargetProposal = z.infer<typeof retargetProposalSchema>;

/** A saved change set; `skipped`: requested items that aren't in it. */
export type SavedChangeSet = NonNullable<z.infer<typeof savedSetSchema>>;

const savedSetSchema = z
  .strictObject({ fileName: z.string(), count: z.number().int(), skipped: z.number().int() })
  .optional();

export const changeSetMethods = {
  /**
   * Saves the changes of a plan to a file that another admin can review and apply; undefined: no file chosen. `skipped`: items
   * with nothing to send, or that couldn't be planned. Contains no credentials.
   */
  'changeSets.save': method(z.strictObject({ planId: z.string() }), savedSetSchema, local),
  /** Validates a file dropped on the window. Nothing is sent. */
  'changeSets.openDropped': method(
    z.strictObject({ name: z.string().max(255), text: z.string().max(maxDroppedBytes) }),
    openedChangeSetSchema,
    local,
  ),
  /** Returns the files that the operating system opened with the app since the last call, each once. */
  'changeSets.takeArrived': method(
    z.undefined(),
    z.array(
      z.discriminatedUnion('state', [
        z.strictObject({ state: z.literal('opened'), set: openedChangeSetSchema }),
        z.strictObject({ state: z.literal('rejected'), error: deskErrorSchema }),
      ]),
    ),
    local,
  ),
  /**
   * Saves drafts as a change set, with the version each started from; needs no connection. `skipped`: drafts without changes.
   */
  'changeSets.saveDrafts': method(
    z.strictObject({
      tenantId: tenantIdSchema,
      drafts: z
        .array(z.strictObject({ kind: kindNameSchema, targetId: targetIdSchema }))
        .min(1)
        .max(10_000),
    }),
    savedSetSchema,
    local,
  ),
  /** Reads the tenant and reports which changes of an opened set can be applied to it. Nothing is planned or sent. */
  'changeSets.proposeRetarget': method(
    z.strictObject({ fileId: z.string().max(64), tenantId: tenantIdSchema }),
    retargetProposalSchema,
  ),
  /**
   * Turns a proposal into a change set for its tenant, for `changes.plan`. Throws `confirmation-mismatch` if the name of a
   * production tenant wasn't typed.
   */
  'changeSets.retarget': method(
    z.strictObject({ proposalId: z.string().max(64), confirmation: z.string().max(200).optional() }),
    z.strictObject({ fileId: z.string() }),
    local,
  ),
  /** Lets the user choose a change set, and validates it; undefined: no file chosen. Nothing is sent. */
  'changeSets.open': method(z.undefined(), openedChangeSetSchema.optional(), local),
} as const;
