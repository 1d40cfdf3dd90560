/** A part of the changelog of a version: `Added`, `Fixed`. */
export interface NotesPart {
  /** Empty for what is above the first heading. */
  readonly title: string;
  readonly items: readonly string[];
}

/** The parts of a section of the changelog. Of Markdown, it has headings and lists; anything else is text. */
export function notesParts(notes: string): readonly NotesPart[] {
  const parts: { readonly title: string; readonly items: string[] }[] = [];
  let endsItem = true;
  for (const line of notes.replaceAll('\r\n', '\n').split('\n')) {
    const text = plain(line);
    const [, title] = /^#+\s+(.*)$/.exec(text) ?? [];
    const [, item] = /^\s*[-*]\s+(.*)$/.exec(text) ?? [];
    if (title !== undefined) parts.push({ title, items: [] });
    else if (text.trim() !== '') add(item ?? text.trim(), item !== undefined || endsItem);
    endsItem = title !== undefined || text.trim() === '';
  }
  return parts.filter(({ items }) => items.length > 0);

  /** A line that begins no item continues the last one. */
  function add(text: string, isNew: boolean): void {
    if (parts.length === 0) parts.push({ title: '', items: [] });
    const items = parts.at(-1)?.items ?? [];
    if (isNew || items.length === 0) items.push(text);
    else items.push(`${items.pop() ?? ''} ${text}`);
  }
}

/** Without the marks of links, code and emphasis. */
const plain = (line: string): string =>
  line.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/\*\*|`/g, '');
