import { mkdirSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { ensureBrowser, howToGetABrowser } from './browser.ts';
import { ensureElectron } from './electron.ts';
import { outsideOf } from './errors-outside-tests.ts';
import { whyNoKeyring } from '../integration/keyring.ts';
import { failedPages } from './failed-pages.ts';
import { ensureKeyring } from './keyring.ts';
import { skippedLines } from './skipped.ts';
import type { CommandResult } from './run-command.ts';
import { runNode, timeText } from './run-command.ts';
import type { Part } from './run-parts.ts';
import { runParts } from './run-parts.ts';
import { add, nothing, tallyOfPlaywright, tallyOfVitest } from './tally.ts';
import type { Tally } from './tally.ts';

/** `npm test`: everything that CI runs. Ends with one plain line `N passed, N failed, N skipped`. */
const root = fileURLToPath(new URL('../../', import.meta.url));
process.chdir(root);
const results = `${root}test/results`;
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

// Colors make a log file unreadable. Vitest obeys the one variable, Playwright the other and warns about both.
const isLog = !process.stdout.isTTY;
const plainVitest: Readonly<Record<string, string>> = isLog ? { NO_COLOR: '1' } : {};
const plainPlaywright: Readonly<Record<string, string>> = isLog ? { FORCE_COLOR: '0' } : {};

const processors = availableParallelism();
/** Every part waits for a quarter to a half of its time, for pages, processes and timers: more run than there are processors. */
const places = Math.floor(processors * 1.5);
/**
 * Processors of a part that fills a small machine, and of one that runs beside it. On a large one several run
 * in parallel.
 */
const many = Math.max(2, Math.floor(processors / 2));
const few = Math.max(1, Math.floor(processors / 4));

const say = (line: string): void => console.log(line);
const outcomes = new Map<string, Outcome>();

interface Outcome extends Omit<CommandResult, 'exitCode' | 'output'> {
  readonly tally: Tally;
}

/** Failures are printed with their part, so that a partial log names it. */
function part(
  name: string,
  run: () => Promise<Outcome>,
  {
    processors: needed = many,
    after = [],
  }: { readonly processors?: number; readonly after?: readonly string[] } = {},
): Part {
  return {
    name,
    processors: needed,
    after,
    async run() {
      console.log(`\n== ${name}`);
      const outcome = await run();
      outcomes.set(name, outcome);
      reportFailures(outcome.tally);
      say(summaryLine(name, outcome));
    },
  };
}

function reportFailures({ failures, flaky }: Tally): void {
  for (const test of new Set(flaky)) say(`passed on retry: ${test}`);
  for (const failure of new Set(failures)) say(`failed: ${failure}`);
}

function summaryLine(name: string, { tally: { passed, failed, skipped }, ...time }: Outcome): string {
  return `${name}: ${passed} passed, ${failed} failed, ${skipped} skipped (${timeText(time)})`;
}

async function script(path: string): Promise<Outcome> {
  const { exitCode, ...time } = await runNode([path], { inherit: true });
  const failed = { ...nothing, failed: 1, failures: [`${path} ended with exit code ${exitCode}`] };
  return { ...time, tally: exitCode === 0 ? { ...nothing, passed: 1 } : failed };
}

/** Includes the `-apart` variant of the project, for tests that run separately: `integration-apart`. */
async function vitest(project: string, workers = many): Promise<Outcome> {
  const report = `${results}/${project}.json`;
  const { exitCode, ...time } = await runNode(
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--project',
      `${project}*`,
      '--maxWorkers',
      String(workers),
      // In a log, only failures are worth printing.
      ...(isLog ? ['--reporter', 'minimal', '--silent', 'passed-only'] : ['--reporter', 'default']),
      '--reporter',
      'json',
      `--outputFile.json=${report}`,
      '--reporter',
      './test/run/errors-outside-tests.ts',
    ],
    { inherit: true, env: { ...plainVitest, ERRORS_OUTSIDE_TESTS: outsideOf(report) } },
  );
  return { ...time, tally: tallyOfVitest(report, exitCode) };
}

async function playwright(project: string, workers = many): Promise<Outcome> {
  const report = `${results}/${project}.json`;
  const { exitCode, ...time } = await runNode(
    [
      'node_modules/playwright/cli.js',
      'test',
      '--project',
      project,
      '--workers',
      String(workers),
      '--reporter',
      isLog ? 'dot,json' : 'list,json',
    ],
    { inherit: true, env: { ...plainPlaywright, PLAYWRIGHT_JSON_OUTPUT_NAME: report, SHOTS: 'one' } },
  );
  if (isLog) for (const page of failedPages(`${results}/playwright/${project}`)) say(page);
  return { ...time, tally: tallyOfPlaywright(report, exitCode) };
}

await ensureKeyring(say);
const browser = await ensureBrowser(say);
const noBrowser: Outcome = {
  durationMs: 0,
  tally: { ...nothing, failed: 1, failures: [howToGetABrowser] },
};
const inBrowser = (run: () => Promise<Outcome>) => () =>
  browser === undefined ? Promise.resolve(noBrowser) : run();
const built = { after: ['build'] };

await runParts(
  [
    part('check', () => script('test/run/check.ts')),
    part('build', () => script('tools/build.ts'), { processors: few }),
    part('unit', () => vitest('unit')),
    // Alone: some of its specs measure turns and memory.
    part('integration', () => vitest('integration'), { processors: places, ...built }),
    part('faults', () => vitest('faults'), built),
    part('electron-bundle', () => vitest('electron-bundle', few * 2), { processors: few, ...built }),
    part(
      'component',
      inBrowser(() => vitest('component', few * 2)),
      { processors: few },
    ),
    part(
      'end-to-end',
      inBrowser(() => playwright('end-to-end')),
      built,
    ),
    part(
      'shots',
      inBrowser(() => playwright('shots', few)),
      { processors: few, ...built },
    ),
    part(
      'packed',
      inBrowser(() => playwright('packed', few)),
      { processors: few, ...built },
    ),
    part(
      'electron',
      async () => {
        await ensureElectron(say);
        return playwright('electron');
      },
      { after: ['build', 'packed'] },
    ),
  ],
  places,
);

console.log('');
let total = nothing;
for (const [name, outcome] of outcomes) {
  total = add(total, outcome.tally);
  say(summaryLine(name, outcome));
}
// Also at the end of the log, where they are expected.
for (const line of skippedLines(total.skippedTests, [
  { files: /keyring|session-sign-in|secrets-at-rest/, reason: whyNoKeyring() },
  { files: /freemarker\/test\/conformance/, reason: 'the upstream corpus is not part of this repository' },
])) {
  console.log(line);
}
reportFailures(total);
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exitCode = total.failed === 0 ? 0 : 1;
