import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { z } from 'zod';
import { promisesAsMarkdown } from './promises-as-markdown.ts';
import type { VerifiedPromise } from './promises-as-markdown.ts';
import { runNode } from './run-command.ts';

/**
 * `npm run promises`: runs the specs about security and faults, and writes their cases with the results to
 * docs/promises.md. Exits with 1 if a case failed; the page says which.
 */
const root = fileURLToPath(new URL('../../', import.meta.url));
process.chdir(root);
const page = 'docs/promises.md';
const suites = [
  { project: 'integration*', folder: 'test/security' },
  { project: 'faults', folder: 'test/faults' },
] as const;

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

async function runSuite({ project, folder }: (typeof suites)[number]): Promise<readonly VerifiedPromise[]> {
  mkdirSync('test/results', { recursive: true });
  const report = `test/results/promises-${folder.replace('test/', '')}.json`;
  const { output } = await runNode([
    'node_modules/vitest/vitest.mjs',
    'run',
    '--project',
    project,
    folder,
    '--reporter',
    'json',
    `--outputFile.json=${report}`,
  ]);
  const read = reportSchema.safeParse(readReport(report));
  if (!read.success) throw new Error(`Couldn't run the specs of ${folder}.\n${output}`);
  return read.data.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ ancestorTitles, title, status }) => ({
      file: name.slice(name.indexOf(folder)),
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
