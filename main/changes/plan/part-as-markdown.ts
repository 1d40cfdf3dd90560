import { createTwoFilesPatch } from 'diff';
import type { ChangePart } from '../../../contract/change-parts.ts';
import { iconWords } from '../../../contract/icon-words.ts';
import { memberRows, pairRows } from '../../../contract/part-rows.ts';

/** What becomes of one part, as Markdown: a field on one line, everything longer as a fenced difference. */
export function partAsMarkdown(part: ChangePart): string {
  switch (part.type) {
    case 'field':
      return `- ${part.label}: ${quoted(wordsOf(part, part.before))} → ${quoted(wordsOf(part, part.after))}\n`;
    case 'text':
      return `${part.label}:\n\n${fenced(differenceOf(part.before ?? '', part.after ?? ''))}\n`;
    case 'pairs':
      return `${part.label}:\n\n${fenced(pairsAsLines(part))}\n`;
    case 'set':
      return `${part.label}:\n\n${fenced(membersAsLines((part.before ?? []).map(cell), (part.after ?? []).map(cell)))}\n`;
    case 'table':
      return `${part.label} (${part.columns.join(', ')}):\n\n${fenced(membersAsLines(part.before ?? [], part.after ?? []))}\n`;
  }
}

function pairsAsLines({ before, after }: Extract<ChangePart, { readonly type: 'pairs' }>): string {
  return pairRows(before ?? [], after ?? [])
    .flatMap(({ sign, before: was, after: will }) => {
      if (sign === 'same') return [];
      return [
        ...(was === undefined ? [] : [`- ${was.name}: ${was.isSecret ? '(secret)' : was.value}\n`]),
        ...(will === undefined ? [] : [`+ ${will.name}: ${will.isSecret ? '(secret)' : will.value}\n`]),
      ];
    })
    .join('');
}

const cell = (member: string): readonly string[] => [member];

function membersAsLines(
  before: readonly (readonly string[])[],
  after: readonly (readonly string[])[],
): string {
  return memberRows(before, after, (cells) => JSON.stringify(cells))
    .filter(({ sign }) => sign !== 'same')
    .map(({ sign, member }) => `${sign === 'added' ? '+' : '-'} ${member.join(' | ')}\n`)
    .join('');
}

/** The hunks alone: names of files would be noise. */
function differenceOf(before: string, after: string): string {
  const patch = createTwoFilesPatch('before', 'after', before, after, '', '', { context: 3 });
  return patch.split('\n').slice(3).join('\n');
}

function wordsOf({ shownAs }: Extract<ChangePart, { readonly type: 'field' }>, value: string | null) {
  return value === null || shownAs === undefined ? value : iconWords(value);
}

function quoted(value: string | null): string {
  if (value === null) return 'not there';
  if (value === '') return 'empty';
  const fence = '`'.repeat(longestRun(value) + 1);
  return `${fence} ${value.replace(/\s+/g, ' ')} ${fence}`;
}

/** A fence that is longer than any run of backquotes inside. */
function fenced(text: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1));
  return `${fence}diff\n${text}${text.endsWith('\n') ? '' : '\n'}${fence}`;
}

function longestRun(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
}
