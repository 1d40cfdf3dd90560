import type { Settings } from '../../../contract/settings/settings.ts';
import { failure } from '../errors/failure.ts';
import { readCertificates } from '../http/network-settings.ts';

/** Some settings; those absent stay as they are. */
export type SettingsChanges = { readonly [Name in keyof Settings]?: Settings[Name] | undefined };

/** Checks beyond the contract's shapes. Throws `invalid-input`. */
export function refuseUnusable({ proxyUrl, extraCertificates }: SettingsChanges): void {
  if (extraCertificates !== undefined) readCertificates(extraCertificates);
  if (proxyUrl === undefined || proxyUrl === '') return;
  const { username, password } = new URL(proxyUrl);
  if (username !== '' || password !== '') {
    throw failure(
      'invalid-input',
      'Leave the user name and password out of the proxy address: settings are kept in plain text.',
    );
  }
}
