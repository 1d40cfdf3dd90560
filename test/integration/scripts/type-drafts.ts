import { noPolicy } from '../../../main/platform/policy/managed-policy.ts';
import { createServices } from '../../../main/app/services.ts';
import { createMemoryVault } from '../../../main/platform/secrets/secret-vault.ts';
import { createRecordingHost } from '../../fakes/recording-host.ts';

/**
 * Types into a draft, letter after letter, through the handler that views call. Prints `typed <time> <letters>`
 * before and `saved <time> <letters>` after each save.
 */
const [folder = ''] = process.argv.slice(2);
const services = await createServices({
  host: createRecordingHost(),
  profileFolder: folder,
  version: '0.0.0-test',
  policy: noPolicy,
  openVault: async () => createMemoryVault({ available: false, name: 'none' }),
});
let script = '';
let revision: number | null = null;
for (let letters = 1; ; letters += 1) {
  script += String.fromCharCode(97 + (letters % 26));
  console.log(`typed ${Date.now()} ${letters}`);
  const state = { application: 'Payroll', script };
  ({ revision } = await services.handlers['drafts.save'](
    { tenantId: 'acme', kind: 'script', targetId: 'payroll', state, base: null, revision },
    { signal: new AbortController().signal, requestId: String(letters) },
  ));
  console.log(`saved ${Date.now()} ${letters}`);
}
