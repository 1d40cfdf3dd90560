import { z } from 'zod';
import { kindNameSchema, planItemSummarySchema, planSchema } from '../changes/changes.ts';
import { comparisonProgressSchema } from '../changes/comparisons.ts';
import { sandboxStatusSchema } from '../app/desk-info.ts';
import { draftChangesSchema } from '../changes/drafts.ts';
import { downloadReadySchema, fileRequestSchema } from './host-events.ts';
import { linkedKindSchema } from '../changes/linked-folders.ts';
import { tenantIdSchema } from '../schema/identifiers.ts';
import { menuCommandSchema } from './menu.ts';
import { offlineStatusSchema } from '../offline/offline.ts';
import { pinSchema } from '../pins/pins.ts';
import { provisionalSchema } from '../changes/provisional.ts';
import { storedResultSchema } from '../queries/results.ts';
import { sessionStateSchema } from '../tenants/session.ts';
import { settingsSchema } from '../settings/settings.ts';
import { tenantProfileSchema } from '../tenants/tenants.ts';
import { testSignInSchema } from '../test-sign-ins/test-sign-ins.ts';

/** Everything that main tells the renderer without being asked. A name is `noun.participle`. */
export const events = {
  'session.changed': sessionStateSchema,
  'tenants.changed': z.array(tenantProfileSchema),
  /** How far a tenant is kept offline. */
  'offline.changed': offlineStatusSchema,
  'drafts.changed': draftChangesSchema,
  'settings.changed': settingsSchema,
  'changes.progress': z.strictObject({
    planId: z.string(),
    /** `planning` reads and compares; `applying` sends. */
    stage: z.enum(['planning', 'applying']),
    done: z.number().int(),
    total: z.number().int(),
    /** The item under way, for example `Replace script of Payroll`. */
    current: z.string().optional(),
    /** What became of the item that was done last. */
    item: planItemSummarySchema.optional(),
  }),
  'comparisons.progress': comparisonProgressSchema,
  /** The system has handed a file to the program: `changeSets.takeArrived` has it. */
  'changeSets.arrived': z.strictObject({}),
  /** All plans that were begun and are not settled, whenever one comes, goes or changes. */
  'changes.opened': z.array(planSchema),
  /** Something was applied to the tenant: lists of it are worth reading again. */
  'history.changed': z.strictObject({ tenantId: tenantIdSchema }),
  /** The tenant gave a thing another identifier: what was created of a draft, replaced or brought back goes on under it. */
  'targets.moved': z.strictObject({
    tenantId: tenantIdSchema,
    kind: kindNameSchema,
    from: z.string(),
    to: z.string(),
  }),
  /** All plans that are taken back unless a person keeps them, whenever one comes, goes or changes. */
  'provisional.changed': z.array(provisionalSchema),
  'sandbox.changed': sandboxStatusSchema,
  'connectivity.changed': z.strictObject({ tenantId: tenantIdSchema, isReachable: z.boolean() }),
  /** What is known of a folder that scripts or webhooks of the tenant are linked with changed. */
  'linkedFolders.changed': z.strictObject({ tenantId: tenantIdSchema, kind: linkedKindSchema }),
  /** Rows of a result have arrived, or no more will. */
  'results.changed': storedResultSchema,
  /** Saved queries or their folders are others than before. */
  'queryLibrary.changed': z.strictObject({}),
  /** A run came into the history of a tenant, or was forgotten. */
  'queries.historyChanged': z.strictObject({ tenantId: tenantIdSchema }),
  /** How many rows of both results were read, and how often all are. */
  'results.comparing': z.strictObject({
    left: z.string(),
    right: z.string(),
    done: z.number(),
    total: z.number(),
  }),
  /** All pinned charts of a tenant in their order, whenever one comes, goes or changes. */
  'pins.changed': z.strictObject({ tenantId: tenantIdSchema, pins: z.array(pinSchema) }),
  'results.exportProgress': z.strictObject({
    fileName: z.string(),
    rows: z.number().int(),
    total: z.number().int(),
    /** False once, when it ends, whether with its last row, given up or failed. */
    isUnderWay: z.boolean(),
  }),
  /** More of a large tenant was compared with what was seen of it: `overview.drift` has it. */
  'overview.drifted': z.strictObject({ tenantId: tenantIdSchema }),
  /** The window is about to be closed: `app.noteTypedSaved` once what was typed in it is saved. */
  'app.closing': z.strictObject({}),
  'files.requested': fileRequestSchema,
  'files.downloadReady': downloadReadySchema,
  /** A test sign-in began, went on or ended. */
  'testSignIns.changed': z.strictObject({ tenantId: tenantIdSchema, test: testSignInSchema }),
  /** Somebody chose it in the menu of the window. */
  'menu.chosen': z.strictObject({ command: menuCommandSchema }),
} as const;

export type Events = typeof events;
export type EventName = keyof Events;
export type EventPayload<Name extends EventName> = z.output<Events[Name]>;

/** How services speak to whoever listens. */
export type Emit = <Name extends EventName>(name: Name, payload: EventPayload<Name>) => void;
