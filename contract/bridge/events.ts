import { z } from 'zod';
import { kindNameSchema, planItemSummarySchema, planSchema } from '../changes/changes.ts';
import { comparisonProgressSchema } from '../changes/comparisons.ts';
import { sandboxStatusSchema } from '../app/desk-info.ts';
import { draftChangesSchema } from '../changes/drafts.ts';
import { downloadReadySchema, fileRequestSchema } from './host-events.ts';
import { linkedKindSchema } from '../changes/linked-folders.ts';
import { tenantIdSchema } from '../schema/identifiers.ts';
import { menuCommandSchema } from './menu.ts';
import { noticeSchema } from '../app/notifications.ts';
import { offlineStatusSchema } from '../offline/offline.ts';
import { pinSchema } from '../pins/pins.ts';
import { unconfirmedPlanSchema } from '../changes/unconfirmed-plans.ts';
import { changedTabsSchema } from '../queries/queries.ts';
import { storedResultSchema } from '../queries/results.ts';
import { sessionStateSchema } from '../tenants/session.ts';
import { settingsSchema } from '../settings/settings.ts';
import { tenantProfileSchema } from '../tenants/tenants.ts';
import { testSignInSchema } from '../test-sign-ins/test-sign-ins.ts';
import { updateStateSchema } from '../updates/updates.ts';

/** All events from main to the renderer. A name is `noun.participle`. */
export const events = {
  'session.changed': sessionStateSchema,
  'tenants.changed': z.array(tenantProfileSchema),
  /** Offline sync status of a tenant. */
  'offline.changed': offlineStatusSchema,
  'drafts.changed': draftChangesSchema,
  'settings.changed': settingsSchema,
  'changes.progress': z.strictObject({
    planId: z.string(),
    /** `planning` reads and compares; `applying` sends. */
    stage: z.enum(['planning', 'applying']),
    done: z.number().int(),
    total: z.number().int(),
    /** The item in progress, for example `Replace script of Payroll`. */
    current: z.string().optional(),
    /** Result of the last completed item. */
    item: planItemSummarySchema.optional(),
  }),
  'comparisons.progress': comparisonProgressSchema,
  /** The operating system opened a file with the app: `changeSets.takeArrived` returns it. */
  'changeSets.arrived': z.strictObject({}),
  /** The operating system opened a link, or a notification was clicked: `links.takeArrived` returns what to open. */
  'links.arrived': z.strictObject({}),
  /** Something ended: in the browser host, pages without the focus report it. */
  'app.notified': noticeSchema,
  /** All plans that were started and not resolved, whenever one is added, removed or changed. */
  'changes.opened': z.array(planSchema),
  /** Something was applied to the tenant: its lists should be refreshed. */
  'history.changed': z.strictObject({ tenantId: tenantIdSchema }),
  /** An item got a new ID on the tenant: after creating it from a draft, replacing or restoring it. */
  'targets.moved': z.strictObject({
    tenantId: tenantIdSchema,
    kind: kindNameSchema,
    from: z.string(),
    to: z.string(),
  }),
  /** All plans that revert unless confirmed, whenever one is added, removed or changed. */
  'provisional.changed': z.array(unconfirmedPlanSchema),
  'sandbox.changed': sandboxStatusSchema,
  'connectivity.changed': z.strictObject({ tenantId: tenantIdSchema, isReachable: z.boolean() }),
  /** The status of a linked folder of the tenant changed. */
  'linkedFolders.changed': z.strictObject({ tenantId: tenantIdSchema, kind: linkedKindSchema }),
  /** Rows of a result arrived, or the result is complete. */
  'results.changed': storedResultSchema,
  /** Saved queries or their folders changed. */
  'queryLibrary.changed': z.strictObject({}),
  /** A run was added to the history of a tenant, or removed. */
  'queries.historyChanged': z.strictObject({ tenantId: tenantIdSchema }),
  /** Other queries are open in the console, or under other names. */
  'queries.tabsChanged': changedTabsSchema,
  /** Progress of a comparison, in rows of both results. */
  'results.comparing': z.strictObject({
    left: z.string(),
    right: z.string(),
    done: z.number(),
    total: z.number(),
  }),
  /** All pinned charts of a tenant in order, whenever one is added, removed or changed. */
  'pins.changed': z.strictObject({ tenantId: tenantIdSchema, pins: z.array(pinSchema) }),
  'results.exportProgress': z.strictObject({
    fileName: z.string(),
    rows: z.number().int(),
    total: z.number().int(),
    /** False once, when the export has completed, failed or was canceled. */
    isRunning: z.boolean(),
  }),
  /** More of a large tenant was checked for drift: `overview.drift` has the result. */
  'overview.drifted': z.strictObject({ tenantId: tenantIdSchema }),
  /** The window is about to close: call `app.noteTypedSaved` once everything typed in it is saved. */
  'app.closing': z.strictObject({}),
  'files.requested': fileRequestSchema,
  'files.downloadReady': downloadReadySchema,
  /** A test sign-in started, progressed or ended. */
  'testSignIns.changed': z.strictObject({ tenantId: tenantIdSchema, test: testSignInSchema }),
  /** A check or a download progressed. */
  'updates.changed': updateStateSchema,
  /** A command was chosen in the window's menu. */
  'menu.chosen': z.strictObject({ command: menuCommandSchema }),
} as const;

export type Events = typeof events;
export type EventName = keyof Events;
export type EventPayload<Name extends EventName> = z.output<Events[Name]>;

/** Emits an event to all listeners. */
export type Emit = <Name extends EventName>(name: Name, payload: EventPayload<Name>) => void;
