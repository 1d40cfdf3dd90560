import { concatMarkup, fromMarkup, fromPlainText, markupOf } from '../../output-formats/markup.ts';
import { isJavaWhitespace } from '../../values/java-whitespace.ts';
import type { MarkupValue } from '../../values/value.ts';

/** Where text may be cut: at `any place`, ends of words are preferred. */
export type Cut = 'any place' | 'words' | 'characters';

const DEFAULT_TERMINATOR = '[...]';
const DEFAULT_MARKUP_TERMINATOR = fromMarkup('HTML', "<span class='truncateTerminator'>[&#8230;]</span>");
const DEFAULT_MARKUP_LENGTH = 3;
/** A cut at a word must keep at least this share of the allowed length; else it is made at a character. */
const MIN_SHARE = 0.75;

export interface Terminator {
  readonly value: string | MarkupValue;
  readonly length: number;
  readonly removesDots: boolean;
}

/** What to append to shortened text, and how many characters it counts for. */
export function textTerminator(value = DEFAULT_TERMINATOR, length = value.length): Terminator {
  return { value, length, removesDots: /^[.\u2026]/.test(value) };
}

/** The same for output in markup; without a value it is what the original prints in HTML. */
export function markupTerminator(value: string | MarkupValue | undefined, length?: number): Terminator {
  if (value === undefined)
    return { value: DEFAULT_MARKUP_TERMINATOR, length: DEFAULT_MARKUP_LENGTH, removesDots: false };
  if (typeof value === 'string') return textTerminator(value, length);
  const isXmlLike = value.format === 'HTML' || value.format === 'XML' || value.format === 'XHTML';
  const markup = markupOf(value);
  return {
    value,
    length: length ?? (isXmlLike ? visibleLength(markup) : 3),
    removesDots: isXmlLike ? startsWithDot(markup) : true,
  };
}

/** The number of characters that markup shows: tags and comments count nothing, an entity counts one. */
function visibleLength(markup: string): number {
  return markup
    .replace(/<!--[^]*?(?:-->|$)/g, '')
    .replace(/<!\[CDATA\[([^]*?)(?:\]\]>|$)/g, (_, content: string) => 'x'.repeat(content.length))
    .replace(/<[^>]*(?:>|$)/g, '')
    .replace(/&[^;]*(?:;|$)/g, '&').length;
}

function startsWithDot(markup: string): boolean {
  const text = markup
    .replace(/<!--[^]*?(?:-->|$)/g, '')
    .replace(/<!\[CDATA\[([^]*?)(?:\]\]>|$)/g, '$1')
    .replace(/<[^>]*(?:>|$)/g, '');
  return /^(?:[.\u2026]|&#(?:46|x2[eE]|8230|x2026);|&hellip;)/.test(text);
}

/** The text cut to the length, the terminator included. `spaced` leaves a space before the terminator after whole words. */
export function truncate(
  text: string,
  maxLength: number,
  terminator: Terminator,
  cut: Cut,
  spaced: boolean,
): string | MarkupValue {
  const remaining = remainingPart(text, maxLength, terminator, cut, spaced);
  const { value } = terminator;
  if (remaining === '') return value;
  if (typeof value === 'string') return remaining + value;
  return concatMarkup(fromPlainText(value.format, remaining), value);
}

const isSpace = (c: string): boolean => isJavaWhitespace(c.charCodeAt(0));
const isDot = (c: string): boolean => c === '.' || c === '\u2026';

/** Whether no letter of the same word follows the index. */
function isWhole(text: string, index: number): boolean {
  return index + 1 >= text.length || isSpace(text.charAt(index + 1));
}

/** The remaining text, including a space before the terminator; empty if nothing fits. */
function remainingPart(
  text: string,
  maxLength: number,
  terminator: Terminator,
  cut: Cut,
  spaced: boolean,
): string {
  const firstGuess = maxLength - terminator.length - 1;
  let last = skipBack(text, firstGuess, isSpace);
  if (last < 0) return '';
  if (cut !== 'characters') {
    const whole = cutAtWhitespace(text, maxLength, terminator, last, cut, spaced);
    if (whole !== undefined || cut === 'words') return whole ?? '';
  }
  if (last === firstGuess && spaced && isWhole(text, last)) last--;
  if (last < 0) return '';
  for (let again = true; again;) {
    again = false;
    last = skipBack(text, last, isSpace);
    if (last < 0) return '';
    if (isDot(text.charAt(last)) && !(spaced && isWhole(text, last)) && terminator.removesDots) {
      last = skipBack(text, last, isDot);
      if (last < 0) return '';
      again = true;
    }
  }
  return text.slice(0, last + 1) + (spaced && isWhole(text, last) ? ' ' : '');
}

/** The longest part that ends with a whole word; undefined if that is too short. */
function cutAtWhitespace(
  text: string,
  maxLength: number,
  terminator: Terminator,
  end: number,
  cut: Cut,
  spaced: boolean,
): string | undefined {
  const length = terminator.length + (spaced ? 1 : 0);
  const least = cut === 'any place' ? Math.max(Math.ceil(maxLength * MIN_SHARE) - length - 1, 0) : 0;
  for (let i = Math.min(maxLength - length - 1, end); i >= least; i--) {
    if (isSpace(text.charAt(i)) || !isWhole(text, i)) continue;
    let last = i;
    if (!spaced && isDot(text.charAt(i)) && terminator.removesDots) {
      last = skipBack(text, i, (c) => isDot(c) || isSpace(c));
      if (last < least) return undefined;
    }
    return text.slice(0, last + 1) + (spaced ? ' ' : '');
  }
  return undefined;
}

function skipBack(text: string, from: number, skips: (c: string) => boolean): number {
  let i = from;
  while (i >= 0 && skips(text.charAt(i))) i--;
  return i;
}
