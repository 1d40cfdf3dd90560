import { z } from 'zod';
import { deskErrorSchema } from '../errors/desk-error-schema.ts';
import { tenantIdSchema } from '../schema/identifiers.ts';
import { method } from '../schema/method.ts';
import { globalViewIds, tenantViewIds } from './view-ids.ts';

const rest = z.array(z.string());

/** A view of the window, and what of it is open. */
export const placeSchema = z.discriminatedUnion('scope', [
  z.strictObject({
    scope: z.literal('tenant'),
    tenantId: tenantIdSchema,
    view: z.enum(tenantViewIds),
    rest,
  }),
  z.strictObject({ scope: z.literal('global'), view: z.enum(globalViewIds), rest }),
]);

export type Place = z.infer<typeof placeSchema>;

const openedLinkSchema = z.discriminatedUnion('state', [
  z.strictObject({
    state: z.literal('opened'),
    place: placeSchema,
    /** Of a notification: nothing is opened if this plan is on the screen. */
    planId: z.string().exactOptional(),
  }),
  z.strictObject({ state: z.literal('rejected'), error: deskErrorSchema }),
]);

export const linkMethods = {
  /** Returns the places that the operating system asked to open since the last call, each once. */
  'links.takeArrived': method(z.undefined(), z.array(openedLinkSchema), { lane: 'local' }),
} as const;
