import type { PolicyEntry, PolicyValueKind } from './policy-entries.ts';

const begin = '<!-- The table is written by npm run policy:files. -->';
const end = '<!-- End of the table. -->';

/** The table of the keys for the documentation. */
export function referenceTableOf(entries: readonly PolicyEntry[]): string {
  const rows = entries.map(({ key, value, description, since, example }) => {
    const cells = [`\`${key}\``, nameOf(value), description, exampleOf(value, example), since];
    return `| ${cells.map((cell) => cell.replaceAll('|', String.raw`\|`)).join(' | ')} |`;
  });
  return [
    '| key | value | what it does | example | since |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
  ].join('\n');
}

/** The document with the current table. Throws if it has no place for it. */
export function withReferenceTable(document: string, entries: readonly PolicyEntry[]): string {
  const from = document.indexOf(begin);
  const to = document.indexOf(end);
  if (from === -1 || to < from) throw new Error(`The document has no lines "${begin}" and "${end}".`);
  return `${document.slice(0, from + begin.length)}\n\n${referenceTableOf(entries)}\n\n${document.slice(to)}`;
}

function nameOf(value: PolicyValueKind): string {
  switch (value.kind) {
    case 'switch':
      return 'true or false';
    case 'number':
      return `whole number from ${value.min} to ${value.max}`;
    case 'text':
      return 'URL';
    case 'version':
      return 'version';
    case 'choice':
      return value.choices.map((choice) => `\`${choice}\``).join(' or ');
    case 'block':
      return 'text';
    case 'lines':
      return 'list of URLs';
    case 'json':
      return 'list of objects';
  }
}

function exampleOf(value: PolicyValueKind, example: unknown): string {
  return value.kind === 'block' ? 'PEM text' : `\`${JSON.stringify(example)}\``;
}
