/**
 * Folds text for case-insensitive search and comparison: upper and lower case are equal in every script
 * (`MÜLLER` and `müller`, `ИВАН` and `иван`, `ß` and `SS`), and so are precomposed letters and those with
 * combining marks.
 */
export function foldText(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  // Upper case first, because some letters have several lower-case forms.
  return text.normalize('NFD').toUpperCase().toLowerCase().replaceAll('ς', 'σ').normalize('NFC');
}

/** Text for searching lists: folded, and without diacritics. `zurich` finds `Zürich`, and vice versa. */
export function plainLetters(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  return foldText(text).normalize('NFD').replace(/\p{M}/gu, '');
}

/** The words of a search query. */
export function searchTerms(typed: string): string[] {
  return plainLetters(typed).split(/\s+/).filter(Boolean);
}

function isAscii(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) if (text.charCodeAt(index) > 0x7f) return false;
  return true;
}
