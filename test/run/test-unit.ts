import { fileURLToPath } from 'node:url';
import { runNode } from './run-command.ts';

/**
 * `npm run test:unit [-- PATH … --watch]`: all unit specs, or those whose path contains one of these, once or
 * on every change.
 */
process.chdir(fileURLToPath(new URL('../../', import.meta.url)));
const given = process.argv.slice(2);
const { exitCode } = await runNode(
  [
    'node_modules/vitest/vitest.mjs',
    ...(given.includes('--watch') ? [] : ['run']),
    '--project',
    'unit',
    ...given,
  ],
  { inherit: true },
);
process.exitCode = exitCode;
