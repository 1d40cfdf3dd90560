import { structuredPatch } from 'diff';
import type { ChangePart } from '../../../contract/changes/change-parts.ts';
import type { Output } from '../output/output.ts';
import { printable } from '../output/printable.ts';

/** Longer values are cut in text output; `--json` has them in full. */
const maxShown = 120;
/** Lines of one text part in text output. */
const maxLines = 60;

const shortened = (text: string): string => {
  const line = printable(text);
  return line.length <= maxShown ? line : `${line.slice(0, maxShown)}…`;
};

/** The changed parts of an item as a person reads them: texts as diffs, everything else as before and after. */
export function changeLines(parts: readonly ChangePart[], style: Output['style']): string[] {
  return parts.filter(({ isChanged }) => isChanged).flatMap((part) => partLines(part, style));
}

function partLines(part: ChangePart, style: Output['style']): string[] {
  switch (part.type) {
    case 'field':
      return part.shownAs === 'icon'
        ? [`${part.label}: changed`]
        : [changed(part.label, part.before, part.after)];
    case 'text':
      return [`${part.label}:`, ...textLines(part.before ?? '', part.after ?? '', style)];
    case 'set':
      return [`${part.label}:`, ...listLines(part.before ?? [], part.after ?? [], style)];
    case 'pairs': {
      const [before, after] = [part.before ?? [], part.after ?? []].map((pairs) =>
        pairs.map(({ name, value }) => `${name}: ${value}`),
      );
      return [`${part.label}:`, ...listLines(before ?? [], after ?? [], style)];
    }
    case 'table': {
      const [before, after] = [part.before ?? [], part.after ?? []].map((rows) =>
        rows.map((row) => row.join(' | ')),
      );
      return [`${part.label}:`, ...listLines(before ?? [], after ?? [], style)];
    }
  }
}

function changed(label: string, before: string | null, after: string | null): string {
  const [from, to] = [before, after].map((value) =>
    value === null || value === '' ? '(none)' : shortened(value),
  );
  return `${label}: ${from} -> ${to}`;
}

function listLines(before: readonly string[], after: readonly string[], style: Output['style']): string[] {
  return [
    ...before.filter((each) => !after.includes(each)).map((each) => style('red', `- ${shortened(each)}`)),
    ...after.filter((each) => !before.includes(each)).map((each) => style('green', `+ ${shortened(each)}`)),
  ];
}

/** Changed lines with the lines around them, and the line numbers of the new text. */
export function textLines(before: string, after: string, style: Output['style']): string[] {
  const { hunks } = structuredPatch('', '', before, after, '', '', { context: 2 });
  const lines = hunks.flatMap(({ oldStart, newStart, lines: ofHunk }) => {
    let [oldLine, newLine] = [oldStart, newStart];
    return ofHunk.flatMap((line) => {
      const sign = line[0];
      if (sign === '\\') return [];
      const number = sign === '-' ? oldLine : newLine;
      if (sign !== '+') oldLine++;
      if (sign !== '-') newLine++;
      const shown = `${String(number).padStart(4)} ${sign} ${shortened(line.slice(1))}`;
      if (sign === '-') return [style('red', shown)];
      return [sign === '+' ? style('green', shown) : shown];
    });
  });
  if (lines.length <= maxLines) return lines;
  return [...lines.slice(0, maxLines), `… ${lines.length - maxLines} more lines`];
}
