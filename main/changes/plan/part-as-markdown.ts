import { createTwoFilesPatch } from 'diff';
import type { ChangePart, Pair } from '../../../contract/changes/change-parts.ts';
import { iconLabel } from '../../../contract/applications/icon-label.ts';
import { memberRows, pairRows } from '../../../contract/changes/part-rows.ts';
import { markdownBlock, markdownCode, markdownText } from '../../../languages/text/markdown.ts';
import { lineEndText, withLineFeeds } from '../../../languages/text/line-ends.ts';
import { spelledOut } from '../../../languages/text/marked-text.ts';

/** The change of one part, as Markdown: a field on one line, everything longer as a fenced diff. */
export function partAsMarkdown(part: ChangePart): string {
  switch (part.type) {
    case 'field':
      return `- ${markdownText(part.label)}: ${valueOf(shownValue(part, part.before))} → ${valueOf(shownValue(part, part.after))}\n`;
    case 'text':
      return textAsMarkdown(part.label, part.before ?? '', part.after ?? '');
    case 'pairs':
      return `${markdownText(part.label)}:\n\n${difference(pairsAsLines(part))}\n`;
    case 'set':
      return `${markdownText(part.label)}:\n\n${difference(membersAsLines((part.before ?? []).map(cell), (part.after ?? []).map(cell)))}\n`;
    case 'table':
      return `${markdownText(part.label)} (${part.columns.map(markdownText).join(', ')}):\n\n${difference(membersAsLines(part.before ?? [], part.after ?? []))}\n`;
  }
}

/** Line ends are listed separately, because no line of a diff shows them. */
function textAsMarkdown(label: string, before: string, after: string): string {
  const lineEnds = lineEndText(before, after);
  const texts = [withLineFeeds(before), withLineFeeds(after)] as const;
  const lines = texts[0] === texts[1] ? '' : `\n${difference(differenceOf(...texts))}\n`;
  if (lineEnds === undefined) return `${markdownText(label)}:\n${lines}`;
  return `${markdownText(label)}:\n\nLine endings changed: ${lineEnds}\n${lines}`;
}

const difference = (lines: string): string => markdownBlock(lines, 'diff');

function pairsAsLines({ before, after }: Extract<ChangePart, { readonly type: 'pairs' }>): string {
  return pairRows(before ?? [], after ?? [])
    .flatMap(({ sign, before: was, after: will }) => {
      if (sign === 'same') return [];
      return [
        ...(was === undefined ? [] : [`- ${pairAsLine(was)}\n`]),
        ...(will === undefined ? [] : [`+ ${pairAsLine(will)}\n`]),
      ];
    })
    .join('');
}

/** On one line, whatever line breaks it has, because what follows a break would look like a separate change. */
const line = (text: string): string => spelledOut(text, { isName: true });

const pairAsLine = ({ name, value, isSecret }: Pair): string =>
  `${line(name)}: ${isSecret ? '(secret)' : line(value)}`;

const cell = (member: string): readonly string[] => [member];

function membersAsLines(
  before: readonly (readonly string[])[],
  after: readonly (readonly string[])[],
): string {
  return memberRows(before, after, (cells) => JSON.stringify(cells))
    .filter(({ sign }) => sign !== 'same')
    .map(({ sign, member }) => `${sign === 'added' ? '+' : '-'} ${member.map(line).join(' | ')}\n`)
    .join('');
}

/** The hunks only, without file names. */
function differenceOf(before: string, after: string): string {
  const patch = createTwoFilesPatch('before', 'after', before, after, '', '', { context: 3 });
  return patch.split('\n').slice(3).join('\n');
}

function shownValue({ shownAs }: Extract<ChangePart, { readonly type: 'field' }>, value: string | null) {
  return value === null || shownAs === undefined ? value : iconLabel(value);
}

function valueOf(value: string | null): string {
  if (value === null) return 'none';
  return value === '' ? 'empty' : markdownCode(value);
}
