import { z } from 'zod';
import { receiptSchema } from './changes.ts';
import { draftSummarySchema } from './drafts.ts';
import { downloadReadySchema, fileRequestSchema } from './host-events.ts';
import { tenantIdSchema } from './identifiers.ts';
import { sessionStateSchema } from './session.ts';
import { settingsSchema } from './settings.ts';
import { tenantProfileSchema } from './tenants.ts';

/** Everything that main tells the renderer without being asked. A name is `noun.participle`. */
export const events = {
  'session.changed': sessionStateSchema,
  'tenants.changed': z.array(tenantProfileSchema),
  'drafts.changed': z.array(draftSummarySchema),
  'settings.changed': settingsSchema,
  'changes.progress': z.strictObject({
    runId: z.string(),
    planId: z.string(),
    done: z.number().int(),
    total: z.number().int(),
    /** The item under way, for example `Replace script of Payroll`. */
    current: z.string().optional(),
    receipt: receiptSchema.optional(),
  }),
  /** Something was applied to the tenant: lists of it are worth reading again. */
  'history.changed': z.strictObject({ tenantId: tenantIdSchema }),
  'connectivity.changed': z.strictObject({ tenantId: tenantIdSchema, isReachable: z.boolean() }),
  'queries.exportProgress': z.strictObject({
    fileName: z.string(),
    rows: z.number().int(),
    total: z.number().int(),
  }),
  'files.requested': fileRequestSchema,
  'files.downloadReady': downloadReadySchema,
} as const;

export type Events = typeof events;
export type EventName = keyof Events;
export type EventPayload<Name extends EventName> = z.output<Events[Name]>;

export function isEventName(name: string): name is EventName {
  return Object.hasOwn(events, name);
}

/** How services speak to whoever listens. */
export type Emit = <Name extends EventName>(name: Name, payload: EventPayload<Name>) => void;
