import { characterName, type CharacterName } from './character-names.ts';
import { expectedOffsets } from './expected-joiners.ts';

/** A character that is not seen, or looks like another one, where it stands in a text. */
export interface HiddenCharacter extends CharacterName {
  /** Offset in UTF-16 units. */
  readonly at: number;
  /** The character itself. */
  readonly text: string;
  readonly codePoint: number;
}

/**
 * Controls, format characters, all that is ignored where it is drawn, and spaces other than the one of the keyboard. Not line
 * breaks and tabs, and not the signs of number and abbreviation that Unicode counts among the format characters but are drawn.
 */
const hidden =
  /[[\p{Cc}\p{Cf}\p{Cs}\p{Zs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800\uFFFC]--[ \t\n\r\u0600-\u0605\u06DD\u070F\u0890\u0891\u08E2\u{110BD}\u{110CD}\u{13430}-\u{13455}]]/gv;
/** Those that no emoji and no script is written with, whatever stands beside them. */
export const hiddenAlways = new RegExp(
  String.raw`[${hidden.source}--[\u200D\u200C\u3000\p{Variation_Selector}\u{E0020}-\u{E007F}]]`,
  'gv',
);
const anyHidden = new RegExp(hidden.source, 'v');
/** Some of these belong to the writing around them. */
const decidedByNeighbors = /[\u200D\u200C\u3000\p{Variation_Selector}\u{E0020}-\u{E007F}]/v;
const ideographs = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\u3001-\u303F\uFF00-\uFF60]/v;

/**
 * The hidden characters of a text, in their order. What emoji and scripts are written with is not among them: joiners within
 * an emoji or a Persian word, selectors that change a picture, the wide space between ideographs.
 */
export function hiddenCharacters(text: string): readonly HiddenCharacter[] {
  if (!anyHidden.test(text)) return [];
  const expected = decidedByNeighbors.test(text) ? expectedOffsets(text) : undefined;
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
    text[at] === '\u3000' && (ideographs.test(text[at - 1] ?? '') || ideographs.test(text[at + 1] ?? ''))
  );
}

/** Whether a character is only another space: it is often pasted, and seldom meant. */
export function isSpace({ text }: Pick<HiddenCharacter, 'text'>): boolean {
  return /\p{Zs}/v.test(text);
}
