import { z } from 'zod';
import { method } from './method.ts';

export const settingsSchema = z.strictObject({
  theme: z.enum(['system', 'light', 'dark']),
  density: z.enum(['comfortable', 'compact']),
  /** Proxy for every request to tenants, for example `http://proxy.example:3128`; empty for none. */
  proxyUrl: z.union([z.literal(''), z.url({ protocol: /^https?$/ })]),
  /** PEM certificates trusted in addition to the system's. */
  extraCertificates: z.string().max(1_000_000),
  /** Seconds after which a request to a tenant is given up. */
  requestTimeoutSeconds: z.number().int().min(1).max(600),
});

export type Settings = z.infer<typeof settingsSchema>;

export const defaultSettings: Settings = {
  theme: 'system',
  density: 'comfortable',
  proxyUrl: '',
  extraCertificates: '',
  requestTimeoutSeconds: 30,
};

export const settingsMethods = {
  'settings.get': method(z.undefined(), settingsSchema, { lane: 'local' }),
  'settings.update': method(settingsSchema.partial(), settingsSchema, { lane: 'local' }),
} as const;
