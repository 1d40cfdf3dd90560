import { z } from 'zod';
import { atMost } from '../schema/at-most.ts';
import { method } from '../schema/method.ts';
import { pastedText, trimUnseen } from '../schema/pasted-text.ts';

export const settingsSchema = z.strictObject({
  theme: z.enum(['system', 'light', 'dark']),
  density: z.enum(['comfortable', 'compact']),
  /** Proxy for every request to tenants, for example `http://proxy.example:3128`; empty for that of the system. */
  proxyUrl: z.union([z.literal(''), z.url({ protocol: /^https?$/ })]),
  /** PEM certificates trusted in addition to the system's. */
  extraCertificates: z.string().max(...atMost(1_000_000, 'The text of the certificates')),
  /** Seconds after which a request to a tenant is given up. */
  requestTimeoutSeconds: z.number().int().min(1).max(600),
});

export type Settings = z.infer<typeof settingsSchema>;

/** A proxy that asks for a login, or whose login is kept. The password is never given back. */
const proxyLoginStatusSchema = z.strictObject({
  /** For example `http://proxy.example:3128`. */
  proxy: z.string(),
  /** Null while no login of it is kept. */
  username: z.string().nullable(),
  /** True when it asked, and has been given none that it takes. */
  isAsking: z.boolean(),
});

export type ProxyLoginStatus = z.infer<typeof proxyLoginStatusSchema>;

const proxyLoginSchema = z.strictObject({
  /** The one proxy that the login is sent to. */
  proxy: z.url({ protocol: /^https?$/ }),
  username: pastedText('The user name').pipe(
    z
      .string()
      .min(1, 'Enter the user name.')
      .max(...atMost(256, 'The user name')),
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
  /** Goes to the keychain. */
  'settings.setProxyLogin': method(proxyLoginSchema, z.undefined(), { lane: 'local' }),
  'settings.forgetProxyLogin': method(z.undefined(), z.undefined(), { lane: 'local' }),
} as const;
