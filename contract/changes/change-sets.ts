import { z } from 'zod';
import { maxDroppedBytes } from './change-set-files.ts';
import { kindNameSchema, targetIdSchema } from './changes.ts';
import { deskErrorSchema } from '../errors/desk-error-schema.ts';
import { tenantIdSchema, timestampSchema } from '../schema/identifiers.ts';
import { method } from '../schema/method.ts';

/** A change-set that was opened and checked; `changes.plan` compares it with the tenant. */
export const openedChangeSetSchema = z.strictObject({
  /** Names the opened file in later calls of this session. */
  fileId: z.string(),
  name: z.string(),
  title: z.string(),
  createdBy: z.string(),
  createdAt: timestampSchema,
  count: z.number().int(),
  /** The tenant that it was made for. */
  tenantName: z.string(),
  tenantAddress: z.string(),
  /** The same tenant in this installation; null where it is not known here. */
  tenantId: tenantIdSchema.nullable(),
});

const local = { lane: 'local' } as const;

/** A change of a set that was made for another tenant. */
const retargetedChangeSchema = z.strictObject({
  kind: kindNameSchema,
  /** For example `Replace script`, and of what. */
  title: z.string(),
  name: z.string(),
  /** What of it stays behind, or why all of it does: whole sentences. */
  notes: z.array(z.string()),
});

/** What a change-set for another tenant would be here. Nothing is planned of it yet. */
const retargetProposalSchema = z.strictObject({
  proposalId: z.string(),
  fileName: z.string(),
  /** The tenant that it was made for. */
  from: z.strictObject({ name: z.string(), address: z.string() }),
  carried: z.array(retargetedChangeSchema),
  leftOut: z.array(retargetedChangeSchema),
  /** What must be typed to go on, for a production tenant: its name. */
  confirmation: z.string().nullable(),
});

export type OpenedChangeSet = z.infer<typeof openedChangeSetSchema>;
export type RetargetedChange = z.infer<typeof retargetedChangeSchema>;
export type RetargetProposal = z.infer<typeof retargetProposalSchema>;

/** A change-set that was written; `leftOut`: items that were asked for and are not in it. */
export type SavedChangeSet = NonNullable<z.infer<typeof savedSetSchema>>;

const savedSetSchema = z
  .strictObject({ fileName: z.string(), count: z.number().int(), leftOut: z.number().int() })
  .optional();

export const changeSetMethods = {
  /**
   * Saves what a plan would change to a file that another administrator can read, open and apply; undefined: no file
   * chosen. `leftOut`: items that have nothing to send or could not be planned. Holds no credentials.
   */
  'changeSets.save': method(z.strictObject({ planId: z.string() }), savedSetSchema, local),
  /** Checks a file that was dropped on the window. Nothing is sent anywhere. */
  'changeSets.openDropped': method(
    z.strictObject({ name: z.string().max(255), text: z.string().max(maxDroppedBytes) }),
    openedChangeSetSchema,
    local,
  ),
  /** Takes the files that the system has handed to the program since it was asked last: each is opened once. */
  'changeSets.takeArrived': method(
    z.undefined(),
    z.array(
      z.discriminatedUnion('state', [
        z.strictObject({ state: z.literal('opened'), set: openedChangeSetSchema }),
        z.strictObject({ state: z.literal('refused'), error: deskErrorSchema }),
      ]),
    ),
    local,
  ),
  /**
   * The same of drafts, as they were typed and with what each began from; needs no connection. `leftOut`: drafts that
   * say what they began from.
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
  /** Reads the tenant and says what of an opened set can be carried over to it. Nothing is planned or sent. */
  'changeSets.proposeRetarget': method(
    z.strictObject({ fileId: z.string().max(64), tenantId: tenantIdSchema }),
    retargetProposalSchema,
  ),
  /**
   * Makes of a proposal a set for its tenant, which `changes.plan` compares with it like any other. Throws
   * `confirmation-mismatch` where the name of a production tenant was not typed.
   */
  'changeSets.retarget': method(
    z.strictObject({ proposalId: z.string().max(64), confirmation: z.string().max(200).optional() }),
    z.strictObject({ fileId: z.string() }),
    local,
  ),
  /** Asks for a change-set, reads and checks it; undefined: no file chosen. Nothing is sent anywhere. */
  'changeSets.open': method(z.undefined(), openedChangeSetSchema.optional(), local),
} as const;
