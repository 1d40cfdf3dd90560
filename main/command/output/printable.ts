/** Control characters, and those that reorder or hide what follows: names come from tenants, and terminals obey them. */
const unprintable = /[\p{Cc}\p{Bidi_Control}\u200b\u2060\ufeff]/gu;

/** One line of text that a terminal shows as it is. */
export function printable(text: string): string {
  return text.replaceAll(unprintable, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return character === '\n' || character === '\t' ? ' ' : `\\u{${code.toString(16)}}`;
  });
}

/** What terminals draw in two columns. Source: Unicode Standard Annex 11. */
const wide =
  /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|\p{Emoji_Presentation}|[\uff01-\uff60\uffe0-\uffe6\u3000-\u303f]/u;

/** How many columns of a terminal the text takes. */
export function columnsOf(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  let columns = 0;
  for (const { segment } of new Intl.Segmenter().segment(text)) columns += wide.test(segment) ? 2 : 1;
  return columns;
}
