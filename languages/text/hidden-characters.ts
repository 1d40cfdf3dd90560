import { characterName, type CharacterName } from './character-names.ts';
import { expectedOffsets } from './expected-joiners.ts';

/** An invisible or misleading character and its position in a text. */
export interface HiddenCharacter extends CharacterName {
  /** Offset in UTF-16 units. */
  readonly at: number;
  /** The character itself. */
  readonly text: string;
  readonly codePoint: number;
}

/**
 * Control and format characters, default-ignorable characters, and spaces other than U+0020. Excludes line
 * breaks, tabs, and number and abbreviation signs that Unicode counts as format characters but that are
 * visible.
 */
const hidden =
  /[[\p{Cc}\p{Cf}\p{Cs}\p{Zs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800\uFFFC]--[ \t\n\r\u0600-\u0605\u06DD\u070F\u0890\u0891\u08E2\u{110BD}\u{110CD}\u{13430}-\u{13455}]]/gv;
/** Characters that no emoji and no script needs, regardless of context. */
export const hiddenAlways = new RegExp(
  String.raw`[${hidden.source}--[\u200D\u200C\u3000\p{Variation_Selector}\u{E0020}-\u{E007F}]]`,
  'gv',
);
const anyHidden = new RegExp(hidden.source, 'v');
/** Whether these are legitimate depends on their context. */
const decidedByNeighbors = (): RegExp => /[\u200D\u200C\u3000\p{Variation_Selector}\u{E0020}-\u{E007F}]/v;
const ideographs = (): RegExp => /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\u3001-\u303F\uFF00-\uFF60]/v;

/**
 * The hidden characters of a text, in order. Excludes what emoji and scripts need: joiners inside an emoji or
 * a Persian word, selectors that change a picture, the wide space between ideographs.
 */
export function hiddenCharacters(text: string): readonly HiddenCharacter[] {
  if (!anyHidden.test(text)) return [];
  const expected = decidedByNeighbors().test(text) ? expectedOffsets(text) : undefined;
  const found: HiddenCharacter[] = [];
  for (const { index, 0: one } of text.matchAll(hidden)) {
    if (expected?.has(index) === true || isWideSpaceOfScript(text, index)) continue;
    const codePoint = one.codePointAt(0) ?? 0;
    found.push({ at: index, text: one, codePoint, ...characterName(codePoint) });
  }
  return found;
}

function isWideSpaceOfScript(text: string, at: number): boolean {
  return (
    text[at] === '\u3000' && (ideographs().test(text[at - 1] ?? '') || ideographs().test(text[at + 1] ?? ''))
  );
}

/** Whether a character is only an unusual space: often pasted, rarely intended. */
export function isSpace({ text }: Pick<HiddenCharacter, 'text'>): boolean {
  return /\p{Zs}/v.test(text);
}
