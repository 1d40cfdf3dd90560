/** One test case that verifies a guarantee. */
export interface VerifiedPromise {
  /** Path of the spec from the root of the repository. */
  readonly file: string;
  /** The titles around it, outermost first. */
  readonly group: readonly string[];
  readonly title: string;
  readonly outcome: 'passed' | 'failed' | 'skipped';
}

/** A group with more cases than this is a table of inputs: only its title and their number are listed. */
const maxListed = 24;

/**
 * The page: a section for each spec, with its groups and cases in the order of the spec. No times, no dates.
 */
export function promisesAsMarkdown(promises: readonly VerifiedPromise[]): string {
  const files = [...Map.groupBy(promises, ({ file }) => file)].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const failed = promises.filter(({ outcome }) => outcome === 'failed').length;
  return [
    '# Guarantees',
    `Written by \`npm run promises\` from the titles and results of the specs about security and faults: ${counted(promises.length, 'case')}, ${failed === 0 ? 'all executed cases passed' : `**${failed} failed**`}. Long-running specs are included with the part that \`npm test\` runs.`,
    ...files.map(([file, ofFile]) => fileSection(file, ofFile)),
  ].join('\n\n');
}

function fileSection(file: string, promises: readonly VerifiedPromise[]): string {
  const groups = [...Map.groupBy(promises, ({ group }) => group.join(' › '))];
  return [
    `## ${headingOf(file)}`,
    `[\`${file}\`](../${file}), ${counted(promises.length, 'case')}`,
    ...groups.map(([name, cases]) => groupList(name, cases)),
  ].join('\n\n');
}

function groupList(name: string, cases: readonly VerifiedPromise[]): string {
  const listed = cases.length <= maxListed ? cases : cases.filter(({ outcome }) => outcome !== 'passed');
  const lines = listed.map(({ title, outcome }) => `- ${marks[outcome]}${plain(title)}`);
  const rest = cases.length - listed.length;
  return [
    ...(name === '' ? [] : [`**${plain(name)}**${rest === 0 ? '' : ` (${counted(cases.length, 'case')})`}`]),
    [...lines, ...(rest === 0 ? [] : [`- ${counted(rest, 'case')} passed`])].join('\n'),
  ].join('\n\n');
}

const marks = { passed: '', failed: '**Failed:** ', skipped: '_Skipped:_ ' } as const;

/** `test/security/browser-host-entrance.spec.ts` is about the browser host entrance. */
function headingOf(file: string): string {
  const name = (file.split('/').at(-1) ?? file).replace(/\.spec\.ts$/, '').replaceAll('-', ' ');
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** Escapes a title: it may contain any test input, and a line break would end the item. */
function plain(title: string): string {
  return title
    .replaceAll(/\p{Cc}+/gu, ' ')
    .replaceAll(/[\\`*_[\]<>#|]/g, '\\$&')
    .slice(0, 300);
}

function counted(count: number, one: string): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : `${one}s`}`;
}
