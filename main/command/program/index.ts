import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { takeSecrets } from '../state/take-secrets.ts';
import { version } from '../version.ts';

/** The command `tdesk`. It answers what needs no service before anything is loaded. */
const args = process.argv.slice(2);
if (args.length === 1 && (args[0] === '--version' || args[0] === '-V')) {
  process.stdout.write(`${version}\n`);
} else {
  // Beside the program and not in the folder for temporary files, where others could leave code for us to run.
  enableCompileCache(fileURLToPath(new URL('.compiled', import.meta.url)));
  const secrets = takeSecrets(process.env);
  const { start } = await import('./start.ts');
  await start(args, secrets);
}
