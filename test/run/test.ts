import { mkdirSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ensureBrowser, howToGetABrowser } from './browser.ts';
import { ensureElectron } from './electron.ts';
import { outsideOf } from './errors-outside-tests.ts';
import { whyNoKeyring } from '../integration/keyring.ts';
import { failedPages } from './failed-pages.ts';
import { ensureKeyring } from './keyring.ts';
import { linesOfLeftOut } from './left-out.ts';
import { runNode } from './run-command.ts';
import { add, nothing, tallyOfPlaywright, tallyOfVitest } from './tally.ts';
import type { Tally } from './tally.ts';

/** `npm test`: everything that CI runs. Ends with one plain line `N passed, N failed, N skipped`. */
const root = fileURLToPath(new URL('../../', import.meta.url));
process.chdir(root);
const results = `${root}test/results`;
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

// Colours make a log file unreadable. Vitest obeys the one variable, Playwright the other and warns about both.
const isLog = !process.stdout.isTTY;
const plainVitest: Readonly<Record<string, string>> = isLog ? { NO_COLOR: '1' } : {};
const plainPlaywright: Readonly<Record<string, string>> = isLog ? { FORCE_COLOR: '0' } : {};

const say = (line: string): void => console.log(line);
const tallies = new Map<string, Tally>();

/** What failed is told with its step, so that a log that is read in part, or cut short, names it. */
async function step(name: string, run: () => Promise<Tally>): Promise<void> {
  console.log(`\n== ${name}`);
  const startedAt = performance.now();
  const tally = await run();
  tallies.set(name, tally);
  tellTroubles(tally);
  say(`${inWords(name, tally)} (${((performance.now() - startedAt) / 1000).toFixed(0)} s)`);
}

function tellTroubles({ failures, unsteady }: Tally): void {
  for (const test of new Set(unsteady)) say(`passed at its second try only: ${test}`);
  for (const failure of new Set(failures)) say(`failed: ${failure}`);
}

function inWords(name: string, { passed, failed, skipped }: Tally): string {
  return `${name}: ${passed} tests ran and passed, ${failed} did not, ${skipped} were left out`;
}

async function script(path: string): Promise<Tally> {
  const { exitCode } = await runNode([path], { inherit: true });
  return exitCode === 0
    ? { ...nothing, passed: 1 }
    : { ...nothing, failed: 1, failures: [`${path} ended with exit code ${exitCode}`] };
}

async function vitest(project: string): Promise<Tally> {
  const report = `${results}/${project}.json`;
  const { exitCode } = await runNode(
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--project',
      project,
      // In a log, only what failed is worth its room.
      ...(isLog ? ['--reporter', 'minimal', '--silent', 'passed-only'] : ['--reporter', 'default']),
      '--reporter',
      'json',
      `--outputFile.json=${report}`,
      '--reporter',
      './test/run/errors-outside-tests.ts',
    ],
    { inherit: true, env: { ...plainVitest, ERRORS_OUTSIDE_TESTS: outsideOf(report) } },
  );
  return tallyOfVitest(report, exitCode);
}

async function playwright(project: string, ...files: readonly string[]): Promise<Tally> {
  const report = `${results}/${project}.json`;
  const { exitCode } = await runNode(
    [
      'node_modules/playwright/cli.js',
      'test',
      ...files,
      '--project',
      project,
      '--reporter',
      isLog ? 'dot,json' : 'list,json',
    ],
    { inherit: true, env: { ...plainPlaywright, PLAYWRIGHT_JSON_OUTPUT_NAME: report } },
  );
  if (isLog) for (const page of failedPages(`${results}/playwright/${project}`)) say(page);
  return tallyOfPlaywright(report, exitCode);
}

await step('check', () => script('test/run/check.ts'));
await step('build', () => script('tools/build.ts'));
await ensureKeyring(say);
await step('unit', () => vitest('unit'));
await step('integration', () => vitest('integration'));
await step('faults', () => vitest('faults'));
const browser = await ensureBrowser(say);
const inBrowser = (run: () => Promise<Tally>): (() => Promise<Tally>) =>
  browser === undefined
    ? () => Promise.resolve({ ...nothing, failed: 1, failures: [howToGetABrowser] })
    : run;
// The one waits for programs that start and end, the other for one page: together they fill two cores.
await Promise.all([
  step('electron-bundle', () => vitest('electron-bundle')),
  step(
    'component',
    inBrowser(() => vitest('component')),
  ),
]);
await step(
  'end-to-end',
  inBrowser(() => playwright('end-to-end')),
);
await step(
  'shots',
  inBrowser(() => playwright('shots', 'test/shots/first-views.spec.ts')),
);
await step(
  'packed',
  inBrowser(() => playwright('packed')),
);
await ensureElectron(say);
await step('electron', () => playwright('electron'));

console.log('');
let total = nothing;
for (const [name, tally] of tallies) {
  total = add(total, tally);
  say(inWords(name, tally));
}
// At the end of the log as well, where they are looked for.
for (const leftOut of linesOfLeftOut(total.leftOut, [
  { files: /keyring|session-sign-in|secrets-at-rest/, reason: whyNoKeyring() },
  { files: /freemarker\/conformance/, reason: 'the upstream corpus is not part of this repository' },
])) {
  console.log(leftOut);
}
tellTroubles(total);
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exitCode = total.failed === 0 ? 0 : 1;
