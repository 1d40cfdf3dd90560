/** A part of a text, and whether it is a match. */
interface FoundPart {
  readonly text: string;
  readonly isMatch: boolean;
}

/** More matches than anyone steps through; beyond that the text is shown unmarked. */
const maxMatches = 2000;

/** The text in parts, ignoring case; a single part if nothing is searched. */
export function foundParts(text: string, wanted: string): readonly FoundPart[] {
  if (wanted === '') return [{ text, isMatch: false }];
  // Same length as before: if lower case changed it, every index after it would shift.
  const forms = new Set([wanted, wanted.normalize('NFC'), wanted.normalize('NFD')]);
  const escaped = [...forms].map((form) => form.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`));
  const pattern = new RegExp(escaped.join('|'), 'giu');
  const parts: FoundPart[] = [];
  let from = 0;
  let matches = 0;
  for (const match of text.matchAll(pattern)) {
    if (matches === maxMatches) break;
    matches += 1;
    if (match.index > from) parts.push({ text: text.slice(from, match.index), isMatch: false });
    parts.push({ text: match[0], isMatch: true });
    from = match.index + match[0].length;
  }
  if (from < text.length) parts.push({ text: text.slice(from), isMatch: false });
  return parts;
}
