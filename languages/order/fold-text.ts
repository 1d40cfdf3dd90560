/**
 * A text as it is searched and compared where case does not matter: upper and lower case are one in every script (`MÜLLER` and
 * `müller`, `ИВАН` and `иван`, `ß` and `SS`), and so are letters that are composed and those with a combining mark.
 */
export function foldText(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  // Upper case first: some letters have more lower cases than one.
  return text.normalize('NFD').toUpperCase().toLowerCase().replaceAll('ς', 'σ').normalize('NFC');
}

/** As it is searched in lists: folded, and without marks. `Zürich` is found by `zurich`, and the other way round. */
export function plainLetters(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  return foldText(text).normalize('NFD').replace(/\p{M}/gu, '');
}

/** The words of what was typed into a search. */
export function searchedWords(typed: string): string[] {
  return plainLetters(typed).split(/\s+/).filter(Boolean);
}

function isAscii(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) if (text.charCodeAt(index) > 0x7f) return false;
  return true;
}
