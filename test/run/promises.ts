import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { z } from 'zod';
import { promisesAsMarkdown } from './promises-as-markdown.ts';
import type { VerifiedPromise } from './promises-as-markdown.ts';
import { runNode } from './run-command.ts';

/**
 * `npm run promises`: runs the specs about security and faults, also those beside the code, and writes their cases with the results to
 * docs/promises.md. Exits with 1 if a case failed; the page says which.
 */
const root = fileURLToPath(new URL('../../', import.meta.url));
process.chdir(root);
const page = 'docs/promises.md';
const suites: readonly Suite[] = [
  { name: 'security', project: 'integration*', paths: ['test/security'] },
  { name: 'faults', project: 'faults', paths: ['test/faults'] },
  // Proven where the program is composed: what several windows keep apart, and what an update never interrupts.
  {
    name: 'windows',
    project: 'electron-bundle',
    paths: ['several-windows', 'deep-links', 'failed-update', 'newer-profile'].map(
      (spec) => `test/electron-bundle/${spec}.spec.ts`,
    ),
  },
  {
    name: 'replacement',
    project: 'unit',
    paths: ['main/platform/host/electron/desk-app.spec.ts'],
    titles: /replace/,
  },
];

interface Suite {
  /** Of its report. */
  readonly name: string;
  /** Of vitest. */
  readonly project: string;
  /** Folders and specs, from the root of the repository. */
  readonly paths: readonly string[];
  /** The cases that are promises; default: all. */
  readonly titles?: RegExp;
}

const reportSchema = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      assertionResults: z.array(
        z.object({
          ancestorTitles: z.array(z.string()),
          title: z.string(),
          status: z.string(),
        }),
      ),
    }),
  ),
});

async function runSuite({ name, project, paths, titles }: Suite): Promise<readonly VerifiedPromise[]> {
  mkdirSync('test/results', { recursive: true });
  const report = `test/results/promises-${name}.json`;
  const { output } = await runNode([
    'node_modules/vitest/vitest.mjs',
    'run',
    '--project',
    project,
    ...paths,
    '--reporter',
    'json',
    `--outputFile.json=${report}`,
  ]);
  const read = reportSchema.safeParse(readReport(report));
  if (!read.success) throw new Error(`Couldn't run the specs of ${paths.join(' and ')}.\n${output}`);
  return read.data.testResults.flatMap(({ name: file, assertionResults }) =>
    assertionResults
      .filter(({ title }) => titles?.test(title) ?? true)
      .map(({ ancestorTitles, title, status }) => ({
        file: relative(root, file).replaceAll('\\', '/'),
        group: ancestorTitles.filter((each) => each !== ''),
        title,
        outcome: status === 'passed' || status === 'failed' ? status : 'skipped',
      })),
  );
}

function readReport(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

const promises: VerifiedPromise[] = [];
for (const suite of suites) promises.push(...(await runSuite(suite)));
const options = await resolveConfig(page);
writeFileSync(page, await format(promisesAsMarkdown(promises), { ...options, parser: 'markdown' }));
const failed = promises.filter(({ outcome }) => outcome === 'failed').length;
console.log(`${page}: ${promises.length} cases, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
