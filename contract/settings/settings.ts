import { z } from 'zod';
import { atMost } from '../schema/at-most.ts';
import { method } from '../schema/method.ts';
import { pastedText, trimUnseen } from '../schema/pasted-text.ts';
import { updateChannels } from '../updates/update-manifest.ts';
import { notificationSettingsSchema } from '../app/notifications.ts';
import { shortcutsSchema } from './shortcuts.ts';

export const settingsSchema = z.strictObject({
  theme: z.enum(['system', 'light', 'dark']),
  density: z.enum(['comfortable', 'compact']),
  /** Proxy for all requests to tenants, for example `http://proxy.example:3128`; empty: the system's proxy. */
  proxyUrl: z.union([z.literal(''), z.url({ protocol: /^https?$/ })]),
  /** PEM certificates to trust in addition to the system's. */
  extraCertificates: z.string().max(...atMost(1_000_000, 'The text of the certificates')),
  /** Writes crash reports of the installed app, from its next start. They can contain parts of the memory. */
  crashReports: z.boolean(),
  /** Timeout of a request to a tenant, in seconds. */
  requestTimeoutSeconds: z.number().int().min(1).max(600),
  /** Whose new versions are offered. */
  updateChannel: z.enum(updateChannels),
  /** Downloads new versions as they are found. They are installed only on request. */
  downloadsUpdates: z.boolean(),
  /** Asks for Touch ID before anything is sent to a production tenant. On Macs only. */
  touchId: z.boolean(),
  /** What is reported by the system when it ends and no window has the focus. */
  notifications: notificationSettingsSchema,
  shortcuts: shortcutsSchema,
});

export type Settings = z.infer<typeof settingsSchema>;

/** A proxy that requires a login, or whose login is stored. The password is never returned. */
const proxyLoginStatusSchema = z.strictObject({
  /** For example `http://proxy.example:3128`. */
  proxy: z.string(),
  /** Null if no login is stored. */
  username: z.string().nullable(),
  /** True if it asked for a login and hasn't received a valid one. */
  isAsking: z.boolean(),
});

export type ProxyLoginStatus = z.infer<typeof proxyLoginStatusSchema>;

const proxyLoginSchema = z.strictObject({
  /** The only proxy that the login is sent to. */
  proxy: z.url({ protocol: /^https?$/ }),
  username: pastedText('The username').pipe(
    z
      .string()
      .min(1, 'Enter the username.')
      .max(...atMost(256, 'The username')),
  ),
  password: pastedText('The password', trimUnseen).pipe(
    z
      .string()
      .min(1, 'Enter the password.')
      .max(...atMost(1024, 'The password')),
  ),
});

export const settingsMethods = {
  'settings.get': method(z.undefined(), settingsSchema, { lane: 'local' }),
  'settings.update': method(settingsSchema.partial(), settingsSchema, { lane: 'local' }),
  'settings.proxyLogin': method(z.undefined(), proxyLoginStatusSchema.optional(), { lane: 'local' }),
  /** Stored in the keychain. */
  'settings.setProxyLogin': method(proxyLoginSchema, z.undefined(), { lane: 'local' }),
  'settings.forgetProxyLogin': method(z.undefined(), z.undefined(), { lane: 'local' }),
} as const;
