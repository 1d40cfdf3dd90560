import { keyOfSetting } from '../../../contract/settings/managed-by.ts';
import type { Settings } from '../../../contract/settings/settings.ts';
import type { ManagedPolicy } from './managed-policy.ts';
import { deniedBy } from './managed-policy.ts';

/** The settings that the policy decides. */
export function managedSettings({ values }: ManagedPolicy): Partial<Settings> {
  const { proxyUrl, extraCertificates, disableCrashReports, updateChannel } = values;
  return {
    ...(proxyUrl === undefined ? {} : { proxyUrl }),
    ...(extraCertificates === undefined ? {} : { extraCertificates }),
    ...(disableCrashReports === true ? { crashReports: false } : {}),
    ...(updateChannel === undefined ? {} : { updateChannel }),
  };
}

/** Throws `denied-by-policy` if a change contradicts a managed setting. */
export function rejectManagedSettings(
  policy: ManagedPolicy,
  changes: { readonly [Name in keyof Settings]?: Settings[Name] | undefined },
): void {
  const managed = managedSettings(policy);
  for (const [setting, key] of Object.entries(keyOfSetting)) {
    const name = setting as keyof typeof keyOfSetting;
    if (!(name in managed) || changes[name] === undefined || changes[name] === managed[name]) continue;
    throw deniedBy(policy, key, 'This setting can’t be changed.');
  }
}
