import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { FileText } from './collect.ts';
import { collectFile, filesWithText, namesIn } from './collect.ts';
import type { Finding } from './find.ts';
import { findingsIn, findingsInNames } from './find.ts';
import { countTable, readGlossary } from './glossary.ts';
import { sample } from './sample.ts';
import { terms } from './terms.ts';
import { kinds } from './text.ts';

/** `npm run words`: wording that the glossary rejects, with file, line and column. See docs/glossary.md. */
const root = fileURLToPath(new URL('../../', import.meta.url)).replace(/\/$/, '');
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    files: { type: 'string', multiple: true, default: [] },
    only: { type: 'string' },
    kind: { type: 'string' },
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    count: { type: 'boolean', default: false },
    totals: { type: 'boolean', default: false },
  },
});
const say = (text: string): boolean => process.stdout.write(`${text}\n`);
const kind = kinds.find((one) => one === values.kind);

function readFiles(): FileText[] {
  return filesWithText(root, [...values.files, ...positionals]).flatMap(
    (path) => collectFile(root, path) ?? [],
  );
}

function findAll(files: readonly FileText[]): Finding[] {
  const chosen = terms.filter(({ name }) => values.only === undefined || name === values.only);
  return [
    ...files.flatMap((file) => findingsIn(file, chosen)),
    ...findingsInNames(namesIn(files.map(({ path }) => path)), chosen),
  ]
    .filter(({ term }) => values.only === undefined || term === values.only)
    .filter((finding) => kind === undefined || finding.kind === kind);
}

const lineOf = ({ path, line, column, found, say: better, kind: of, term }: Finding): string =>
  `${path}:${line}:${column} ${of} [${term}] “${found.replaceAll(/\s+/g, ' ').replaceAll(/\uFFFC+/g, '…')}”: ${better}`;

/** The first folder; the template language apart from the others, wherever it is. */
function areaOf(path: string): string {
  if (/(^|\/)freemarker\//.test(path)) return 'freemarker';
  const [first = '', second] = path.split('/');
  return second === undefined ? 'root' : first;
}

function totals(findings: readonly Finding[]): string {
  const areas = [...new Set(findings.map(({ path }) => areaOf(path)))].toSorted();
  const count = (area: string, of: string): number =>
    findings.filter((one) => areaOf(one.path) === area && one.kind === of).length;
  const row = (area: string): string => `| ${area} | ${kinds.map((of) => count(area, of)).join(' | ')} |`;
  return [
    `| area | ${kinds.join(' | ')} |`,
    `| --- |${kinds.map(() => ' --- |').join('')}`,
    ...areas.map(row),
  ].join('\n');
}

function check(findings: readonly Finding[]): boolean {
  if (values.totals) {
    say(totals(findings));
    return true;
  }
  for (const finding of findings) say(lineOf(finding));
  say(`${findings.length} findings`);
  return findings.length === 0;
}

const files = readFiles();
if (values.sample !== undefined) {
  for (const line of sample(files, { count: Number(values.sample), seed: Number(values.seed), kind }))
    say(line);
} else if (values.count)
  say(
    countTable(
      readGlossary(readFileSync(`${root}/docs/glossary.md`, 'utf8')),
      // It names the rejected wordings in order to reject them.
      files.filter(({ path }) => path !== 'docs/glossary.md'),
    ),
  );
else process.exitCode = check(findAll(files)) ? 0 : 1;
