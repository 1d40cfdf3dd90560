import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { affectedSpecs } from './affected-specs.ts';
import { findBrowser } from './browser.ts';
import { changedFiles } from './changed-files.ts';
import { runNode, timeText } from './run-command.ts';
import type { Part } from './run-parts.ts';
import { runParts } from './run-parts.ts';

/**
 * `npm run test:quick`: types, all unit specs, and the other specs affected by a change. Limited to three
 * minutes on two processors: if a change affects many specs, only the nearest run. `npm test` runs
 * everything.
 */
process.chdir(fileURLToPath(new URL('../../', import.meta.url)));
/** About 14 s of processor time each, beside 40 s for types and 200 s for unit specs. */
const maxSpecs = 8;
const say = (line: string): void => console.log(line);
let failed = 0;

function part(name: string, args: readonly string[]): Part {
  return {
    name,
    processors: 1,
    after: [],
    async run() {
      const { exitCode, output, ...time } = await runNode(args);
      if (exitCode === 0) return say(`ok    ${name} (${timeText(time)})`);
      failed += 1;
      say(`FAIL  ${name} (${timeText(time)})\n${output}`);
    },
  };
}

const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--reporter', 'minimal', '--silent', 'passed-only'];
const changed = await changedFiles();
const touches = (folders: RegExp): boolean => changed.some((file) => folders.test(file));
// Components are tested in a browser.
const hasBrowser = findBrowser() !== undefined;
const affected = affectedSpecs(changed).filter((spec) => hasBrowser || !spec.endsWith('.svelte.spec.ts'));
const near = affected.slice(0, maxSpecs);

await runParts(
  [
    part('types', ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.json']),
    part('unit', [...vitest, '--project', 'unit', '--maxWorkers', '1']),
    ...(touches(/^(contract|languages|packages|renderer)\//)
      ? [
          part('types of renderer', [
            'node_modules/svelte-check/bin/svelte-check',
            '--tsconfig',
            'renderer/tsconfig.json',
            '--fail-on-warnings',
          ]),
        ]
      : []),
    ...(near.length === 0
      ? []
      : [part(`${near.length} affected specs`, [...vitest, '--maxWorkers', '1', ...near])]),
  ],
  availableParallelism(),
);
const left = affected.length - near.length;
if (left > 0) say(`${left} more affected specs were not run. Run npm test for all.`);
say(failed === 0 ? 'All passed.' : `${failed} failed.`);
process.exitCode = failed === 0 ? 0 : 1;
