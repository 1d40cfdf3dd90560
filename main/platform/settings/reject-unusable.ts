import type { Settings } from '../../../contract/settings/settings.ts';
import { failure } from '../errors/failure.ts';
import { readCertificates } from '../http/network-settings.ts';

/** A partial update of the settings. */
export type SettingsChanges = { readonly [Name in keyof Settings]?: Settings[Name] | undefined };

/** Validation beyond the contract's schema. Throws `invalid-input`. */
export function rejectUnusable({ proxyUrl, extraCertificates }: SettingsChanges): void {
  if (extraCertificates !== undefined) readCertificates(extraCertificates);
  if (proxyUrl === undefined || proxyUrl === '') return;
  const { username, password } = new URL(proxyUrl);
  if (username !== '' || password !== '') {
    throw failure(
      'invalid-input',
      'Remove the username and password from the proxy URL: settings are stored in plain text.',
    );
  }
}
