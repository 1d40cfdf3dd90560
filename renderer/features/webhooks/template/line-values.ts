import type { LineValue } from '../../../ui/index.ts';

/** A value that a part of the template had for the chosen event: offsets, end exclusive. */
export interface PlacedValue {
  readonly start: number;
  readonly end: number;
  /** The first one, on one line. */
  readonly text: string;
  /** Others followed, such as in a list. */
  readonly varies: boolean;
}

/** Characters of a value that are shown after its line. */
const maxLength = 60;

/** A value as it is shown: on one line, cut to a readable length. */
export function shortened(text: string): string {
  // Not the whole of a long one: only its start is shown.
  const line = text
    .slice(0, 4 * maxLength)
    .replaceAll(/\s+/g, ' ')
    .trim();
  const characters = [...line];
  return characters.length <= maxLength ? line : `${characters.slice(0, maxLength).join('')}…`;
}

/** What each line of a template is worth, in order; lines that print nothing are skipped. */
export function lineValuesOf(template: string, values: readonly PlacedValue[]): readonly LineValue[] {
  const found: LineValue[] = [];
  let line = 1;
  let lineEnd = endOfLine(template, 0);
  for (const { end, text, varies } of values.toSorted((one, other) => one.end - other.end)) {
    while (lineEnd < end) {
      line += 1;
      lineEnd = endOfLine(template, lineEnd + 1);
    }
    if (text === '') continue;
    const shown = varies ? `${text}, …` : text;
    const last = found.at(-1);
    if (last?.line !== line) found.push({ line, text: shown });
    else found[found.length - 1] = { line, text: `${last.text} · ${shown}` };
  }
  return found;
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end === -1 ? text.length : end;
}
