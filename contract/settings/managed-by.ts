import type { PolicyKey } from '../policy/policy.ts';
import type { Settings } from './settings.ts';

/** The keys of the policy that decide a setting. */
export const keyOfSetting = {
  proxyUrl: 'proxyUrl',
  extraCertificates: 'extraCertificates',
  crashReports: 'disableCrashReports',
  updateChannel: 'updateChannel',
} as const satisfies { readonly [Name in keyof Settings]?: PolicyKey };
