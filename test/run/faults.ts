import { fileURLToPath } from 'node:url';
import { runNode } from './run-command.ts';

/**
 * `npm run faults [-- PATH]`: all fault specs, or those of a path, with every combination. `npm test` runs a share of
 * them, the same ones each time.
 */
process.chdir(fileURLToPath(new URL('../../', import.meta.url)));
const { exitCode } = await runNode(
  ['node_modules/vitest/vitest.mjs', 'run', '--project', 'faults', ...process.argv.slice(2)],
  { inherit: true, env: { FAULTS: 'all' } },
);
process.exitCode = exitCode;
