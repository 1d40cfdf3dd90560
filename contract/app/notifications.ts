import { z } from 'zod';
import { placeSchema } from '../links/links.ts';

/** What can end in the background; each has a switch in the settings. */
export const notificationEvents = ['plans', 'exports', 'syncs', 'jobs'] as const;

export type NotificationEvent = (typeof notificationEvents)[number];

/** Which endings are reported. */
export const notificationSettingsSchema = z.strictObject({
  plans: z.boolean(),
  exports: z.boolean(),
  syncs: z.boolean(),
  jobs: z.boolean(),
});

/** Contains the names of tenants and numbers, but no values and no names of items: others may see the screen. */
export const noticeSchema = z.strictObject({
  event: z.enum(notificationEvents),
  title: z.string(),
  text: z.string(),
  /** What a click opens; absent if it only brings the window forward. */
  place: placeSchema.exactOptional(),
  /** The plan that ended: a window that shows it opens nothing else. */
  planId: z.string().exactOptional(),
});

export type Notice = z.infer<typeof noticeSchema>;
