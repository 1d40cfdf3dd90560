import { fileURLToPath } from 'node:url';
import { runNode, timeText } from './run-command.ts';

/** `npm run check`: types, lint, format, import rules, spelling, wording and links between documents, side by side; prints what is wrong and nothing else. */
const root = fileURLToPath(new URL('../../', import.meta.url));
const bin = (path: string) => `${root}node_modules/${path}`;

/**
 * Compilers allocate many short-lived objects: with a larger young generation the GC takes a tenth less CPU.
 */
const youngSpace = ['--max-semi-space-size=64'];

/** The longest first, so that none runs alone at the end. */
const checks: readonly { readonly name: string; readonly args: readonly string[] }[] = [
  {
    name: 'lint',
    args: [
      bin('eslint/bin/eslint.js'),
      '.',
      '--max-warnings',
      '0',
      '--cache',
      '--cache-location',
      'node_modules/.cache/eslint/',
    ],
  },
  { name: 'types', args: [bin('typescript/bin/tsc'), '-p', 'tsconfig.json'] },
  {
    name: 'types of renderer',
    args: [
      bin('svelte-check/bin/svelte-check'),
      '--tsconfig',
      'renderer/tsconfig.json',
      '--fail-on-warnings',
    ],
  },
  {
    name: 'format',
    args: [bin('prettier/bin/prettier.cjs'), '--check', '.', '--log-level', 'warn', '--cache'],
  },
  {
    name: 'import rules',
    args: [
      bin('dependency-cruiser/bin/dependency-cruise.mjs'),
      ...['contract', 'languages', 'main', 'packages', 'preload', 'renderer', 'tenant', 'tools', 'test'],
      '--config',
      '.dependency-cruiser.cjs',
    ],
  },
  {
    name: 'spelling',
    args: [
      bin('cspell/bin.mjs'),
      ...['lint', '--no-progress', '--no-summary'],
      ...['--cache', '--cache-location', 'node_modules/.cache/cspell'],
    ],
  },
  { name: 'words', args: ['tools/words/words.ts'] },
  { name: 'links', args: ['test/run/check-links.ts'] },
  { name: 'types of languages', args: [bin('typescript/bin/tsc'), '-p', 'languages/tsconfig.json'] },
  {
    name: 'types of freemarker',
    args: [bin('typescript/bin/tsc'), '-p', 'packages/freemarker/tsconfig.json'],
  },
];

process.chdir(root);
const startedAt = performance.now();
const queue = [...checks];
let failed = 0;

async function work(): Promise<void> {
  for (let check = queue.shift(); check !== undefined; check = queue.shift()) {
    const { exitCode, output, ...time } = await runNode([...youngSpace, ...check.args]);
    const took = timeText(time);
    if (exitCode === 0) {
      console.log(`ok    ${check.name} (${took})`);
    } else {
      failed += 1;
      console.log(`FAIL  ${check.name} (${took})\n${output}`);
    }
  }
}

await Promise.all([work(), work(), work()]);
console.log(
  `${checks.length - failed} of ${checks.length} checks passed in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`,
);
process.exitCode = failed === 0 ? 0 : 1;
