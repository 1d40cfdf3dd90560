/**
 * Invisible characters that affect how their neighbors are displayed: joiners, variation selectors and tags.
 * They are legitimate where the script needs them; anywhere else they can only hide something. The expressions are created when
 * they are needed: looking their properties up takes as long as starting a program does without them.
 */

/** Sources: Unicode Character Database, Canonical_Combining_Class=Virama; RFC 5892, appendix A.1 and A.2. */
const virama = (): RegExp =>
  /[\u094D\u09CD\u0A4D\u0ACD\u0B4D\u0BCD\u0C4D\u0CCD\u0D3B\u0D3C\u0D4D\u0DCA\u0F84\u1039\u103A\u1714\u1734\u17D2\u1A60\u1B44\u1BAA\u1BAB\uA806\uA8C4\uA953\uA9C0\uAAF6\uABED\u{11046}\u{110B9}\u{11133}\u{111C0}\u{11235}\u{1134D}\u{11442}\u{114C2}\u{115BF}\u{1163F}\u{116B6}\u{1172B}]/v;
const brahmic = (): RegExp =>
  /[[\p{L}\p{M}]&&[\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Tibt}\p{scx=Mymr}\p{scx=Khmr}\p{scx=Bali}\p{scx=Java}\p{scx=Sund}\p{scx=Cakm}\p{scx=Newa}\p{scx=Tirh}\p{scx=Gran}]]/v;
/** Letters that join the next one if it is of the same script. Source: ArabicShaping, Joining_Type=D. */
const joinsNext = (): RegExp =>
  /[[\p{L}&&[\p{sc=Arab}\p{sc=Syrc}\p{sc=Mand}\p{sc=Nkoo}\p{sc=Mong}\p{sc=Phag}\p{sc=Adlm}\p{sc=Rohg}]]--[\u0621-\u0625\u0627\u0629\u062F-\u0632\u0648\u0671-\u0673\u0675-\u0677\u0688-\u0699\u06C0\u06C3-\u06CB\u06CD\u06CF\u06D2\u06D3\u06D5\u06EE\u06EF\u0710\u0715-\u0719\u071E\u0728\u072A\u072C\u0759-\u075B\u076B\u076C\u0771\u0773\u0774\u0778\u0779]]/v;
const joinsPrevious = (): RegExp =>
  /[[\p{L}&&[\p{sc=Arab}\p{sc=Syrc}\p{sc=Mand}\p{sc=Nkoo}\p{sc=Mong}\p{sc=Phag}\p{sc=Adlm}\p{sc=Rohg}]]--[\u0621]]/v;
const mark = (): RegExp => /\p{M}/v;

/** Characters of emoji; only there are full emoji searched, which is slow. */
const emojiParts = (): RegExp => /[\p{Extended_Pictographic}\p{Emoji_Component}\u20E3]+/gv;
/** Complete emoji, including everything inside them. */
const emoji = (): RegExp => /\p{RGI_Emoji}/gv;
/** Joined emoji as some keyboards write them: without the variation selectors of the standard. */
const joinedPictures = (): RegExp =>
  /\p{Extended_Pictographic}[\uFE0F\p{Emoji_Modifier}]?(?:\u200D\p{Extended_Pictographic}[\uFE0F\p{Emoji_Modifier}]?)+/gv;

/** Offsets of characters in `text` that are part of an emoji or required by the surrounding script. */
export function expectedOffsets(text: string): ReadonlySet<number> {
  const expected = new Set<number>();
  for (const { index: start, 0: parts } of text.matchAll(emojiParts())) {
    const include = ({ index, 0: found }: RegExpExecArray): void => {
      for (let at = start + index; at < start + index + found.length; at += 1) expected.add(at);
    };
    if (!/\u200D|\uFE0F|[\u{E0020}-\u{E007F}]/v.test(parts)) continue;
    for (const match of parts.matchAll(emoji())) {
      // An emoji that is a picture by default doesn't need a selector.
      if (!/^\p{Emoji_Presentation}\uFE0F$/v.test(match[0])) include(match);
    }
    for (const match of parts.matchAll(joinedPictures())) if (isKnownPicture(match[0])) include(match);
  }
  for (const { index } of text.matchAll(/[\u200C\u200D]/g)) {
    if (isJoinerOfScript(text, index)) expected.add(index);
  }
  for (const { index } of text.matchAll(/\p{Variation_Selector}/gv)) {
    if (isVariant(before(text, index), text.codePointAt(index) ?? 0)) expected.add(index);
  }
  return expected;
}

function isKnownPicture(picture: string): boolean {
  const qualified = picture
    .replaceAll('\uFE0F', '')
    .replaceAll(/(?!\p{Emoji_Presentation})\p{Extended_Pictographic}(?!\p{Emoji_Modifier})/gv, '$&\uFE0F');
  return /^\p{RGI_Emoji}$/v.test(qualified);
}

/** Whether it changes the display: it separates two letters, or selects the form of a conjunct. */
function isJoinerOfScript(text: string, at: number): boolean {
  const previous = before(text, at);
  const next = after(text, at);
  if (virama().test(previous)) return next === '' || brahmic().test(next) || !/\S/.test(next);
  if (virama().test(next)) return brahmic().test(previous);
  const isArabic = joinsNext().test(letterBefore(text, at)) && joinsPrevious().test(letterAfter(text, at));
  return isArabic && text[at] === '\u200C';
}

/**
 * Whether a selector changes the display of a character. Source: StandardizedVariants,
 * emoji-variation-sequences.
 */
function isVariant(base: string, selector: number): boolean {
  if (selector === 0xfe0e) return /^\p{Emoji_Presentation}$/v.test(base);
  if (selector >= 0xe0100) return /^\p{Unified_Ideograph}$/v.test(base);
  if (selector <= 0x180f) return /^[\p{L}&&\p{sc=Mong}]$/v.test(base);
  return (
    selector < 0xfe0e &&
    /^[\p{Sm}\p{Unified_Ideograph}\p{sc=Mymr}\p{sc=Phag}\u3001\u3002\uFF01\uFF0C\uFF0E\uFF1A\uFF1B\uFF1F]$/v.test(
      base,
    )
  );
}

function before(text: string, at: number): string {
  const low = text.charCodeAt(at - 1);
  const isPair = low >= 0xdc00 && low <= 0xdfff && at > 1;
  return text.slice(Math.max(0, at - (isPair ? 2 : 1)), at);
}

function after(text: string, at: number): string {
  const codePoint = text.codePointAt(at + 1);
  return codePoint === undefined ? '' : String.fromCodePoint(codePoint);
}

/** Points and vowel signs come between a letter and its joiner. */
function letterBefore(text: string, at: number): string {
  let start = at;
  let found = before(text, start);
  while (mark().test(found)) {
    start -= found.length;
    found = before(text, start);
  }
  return found;
}

function letterAfter(text: string, at: number): string {
  let end = at;
  let found = after(text, end);
  while (mark().test(found)) {
    end += found.length;
    found = after(text, end);
  }
  return found;
}
