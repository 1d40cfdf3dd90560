import type { FoundPolicy, RunProgram } from './policy-source.ts';
import { absentPolicy } from './policy-source.ts';
import type { PolicyFileOptions } from './policy-file.ts';
import { readPolicyFile } from './policy-file.ts';

/** The property list that macOS writes for the payloads of a configuration profile. */
export const managedPreferencesFile = '/Library/Managed Preferences/com.tenantdesk.app.plist';

/** Reads the managed preferences of macOS. The system's own `plutil` parses them, in whichever format they are. */
export function readManagedPreferences(options: PolicyFileOptions, run: RunProgram): FoundPolicy {
  const { file } = options;
  const found = readPolicyFile(
    options,
    () => JSON.parse(run('/usr/bin/plutil', ['-convert', 'json', '-o', '-', '--', file])) as unknown,
  );
  if (found.state !== 'found') return found;
  const { value } = found;
  if (typeof value !== 'object' || value === null) return found;
  // The system adds members such as PayloadUUID.
  const own = Object.entries(value).filter(([name]) => !name.startsWith('Payload'));
  return own.length === 0 ? absentPolicy : { ...found, value: Object.fromEntries(own) };
}
