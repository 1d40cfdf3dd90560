import type { BuiltIn, TargetKind } from './definition.ts';
import { signatureOf } from './parameters.ts';

const TITLES = {
  string: 'Strings',
  number: 'Numbers',
  date: 'Dates and times',
  boolean: 'Booleans',
  sequence: 'Sequences',
  hash: 'Hashes',
  'loop-variable': 'Loop variables',
  markup: 'Markup',
  callable: 'Macros, functions and methods',
  any: 'Any value',
  expert: 'For experts',
  node: 'XML nodes',
} satisfies Record<TargetKind, string>;

/** The reference of the built-ins as Markdown: a section for each kind of value, the first that a built-in works on. */
export function referenceOf(builtIns: readonly BuiltIn[]): string {
  const sections = Object.entries(TITLES).map(([kind, title]) => {
    const lines = builtIns
      .filter(({ kinds }) => kinds[0] === kind)
      .toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
      .map(lineOf);
    return `## ${title}\n\n${lines.join('\n')}\n`;
  });
  return `${INTRODUCTION}\n${sections.join('\n')}`;
}

const INTRODUCTION = `# Built-ins

Written by the specs from the definitions in \`src/built-ins\` (\`npx vitest run --project unit packages/freemarker/src/built-ins -u\`); each example is rendered there. Every name can be written in camelCase, too.
`;

function lineOf({ name, parameters, gives, doc, example, since, deprecated, needs }: BuiltIn): string {
  const head = `- **${code(`?${name}${signatureOf(parameters)}`)}**`;
  const result = gives === 'unknown' ? '' : ` gives a ${gives}`;
  const notes = [
    ...(since === '2.3.0' ? [] : [`Since ${since}.`]),
    ...(deprecated === undefined ? [] : [`Deprecated: use ${code(deprecated.use)}.`]),
    ...(needs === undefined ? [] : [`Needs ${needs === 'java' ? 'Java' : 'XML nodes'}, never there.`]),
  ];
  const outcome =
    'output' in example ? `prints ${code(example.output)}` : `fails with ${code(example.error)}`;
  return [`${head}${result}. ${doc}`, ...notes, `${code(example.template)} ${outcome}.`].join(' ');
}

/** Markdown has no escapes in code: a longer fence protects backticks, and spaces separate them from it. */
function code(text: string): string {
  return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``;
}
