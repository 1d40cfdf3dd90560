import type { TextEdit } from '@tenant-desk/freemarker/diagnostics';

interface ChangedLine {
  /** From 1, in the current text. */
  readonly number: number;
  readonly before: string;
  /** The line after the edit, in parts. */
  readonly after: readonly { readonly text: string; readonly isNew: boolean }[];
}

/** The lines that edits change, in order. An edit that spans several lines is shown in its first line. */
export function changedLines(source: string, edits: readonly TextEdit[]): readonly ChangedLine[] {
  const ordered = edits.toSorted((one, other) => one.start - other.start || one.end - other.end);
  const byLine = Map.groupBy(ordered, ({ start }) => source.lastIndexOf('\n', start - 1) + 1);
  return [...byLine].map(([lineStart, own]) => {
    const lineEnd = endOfLine(source, Math.max(lineStart, ...own.map(({ end }) => end)));
    const after: { text: string; isNew: boolean }[] = [];
    let at = lineStart;
    for (const { start, end, text } of own) {
      after.push({ text: source.slice(at, start), isNew: false }, { text, isNew: true });
      at = end;
    }
    after.push({ text: source.slice(at, lineEnd), isNew: false });
    return {
      number: source.slice(0, lineStart).split('\n').length,
      before: source.slice(lineStart, lineEnd),
      after: after.filter(({ text }) => text !== ''),
    };
  });
}

function endOfLine(source: string, offset: number): number {
  const end = source.indexOf('\n', offset);
  return end === -1 ? source.length : end;
}
