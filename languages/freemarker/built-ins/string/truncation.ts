import { concatMarkup, fromMarkup, fromPlainText } from '../../output-formats/markup.ts';
import { markupOf } from '../../output-formats/markup.ts';
import { isJavaWhitespace } from '../../values/java-whitespace.ts';
import { MarkupValue, stringOf } from '../../values/value.ts';
import type { Value } from '../../values/value.ts';
import { badArgument, intArgument, stringCall } from '../built-in.ts';
import type { BuiltIn } from '../built-in.ts';

type Mode = 'auto' | 'word' | 'character';

/** Built-ins that shorten strings and say so. */
export const stringTruncation = {
  truncate: truncation('auto', false),
  truncate_w: truncation('word', false),
  truncate_c: truncation('character', false),
  truncate_m: truncation('auto', true),
  truncate_w_m: truncation('word', true),
  truncate_c_m: truncation('character', true),
};

const DEFAULT_TERMINATOR = '[...]';
const DEFAULT_MARKUP_TERMINATOR = fromMarkup('HTML', "<span class='truncateTerminator'>[&#8230;]</span>");
const DEFAULT_MARKUP_LENGTH = 3;
/** A cut at a word must keep at least this share of the allowed length; else it is made at a character. */
const WORD_BOUNDARY_MIN_LENGTH = 0.75;

interface Terminator {
  readonly value: string | MarkupValue;
  readonly length: number;
  readonly removesDots: boolean;
}

function truncation(mode: Mode, allowsMarkup: boolean): BuiltIn<string> {
  return stringCall(1, 3, (text, args, env, node) => {
    const maxLength = intArgument(args, 0, env, node);
    if (maxLength < 0)
      throw env.failure('invalid-argument', `?${node.name}(...) argument #1 can't be negative.`);
    const given = args[1];
    let value: string | MarkupValue | undefined;
    let length: number | undefined;
    if (args.length > 1) {
      value = allowsMarkup && given instanceof MarkupValue ? given : stringOf(given);
      if (value === undefined)
        throw badArgument(1, allowsMarkup ? 'a string or markup' : 'a string', env, node);
      length = args.length > 2 ? intArgument(args, 2, env, node) : undefined;
      if (length !== undefined && length < 0) {
        throw env.failure('invalid-argument', `?${node.name}(...) argument #3 can't be negative.`);
      }
    }
    if (text.length <= maxLength) return text;
    const terminator = terminatorOf(value, length, allowsMarkup);
    // Before 2.3.33 a blank was kept before an empty terminator too.
    const spaced = terminator.length !== 0 || env.context.parseSettings.version < 2_003_033;
    return truncate(text, maxLength, terminator, mode, spaced);
  });
}

function terminatorOf(
  value: string | MarkupValue | undefined,
  length: number | undefined,
  markup: boolean,
): Terminator {
  if (value === undefined) {
    return markup
      ? { value: DEFAULT_MARKUP_TERMINATOR, length: DEFAULT_MARKUP_LENGTH, removesDots: false }
      : { value: DEFAULT_TERMINATOR, length: DEFAULT_TERMINATOR.length, removesDots: false };
  }
  if (typeof value === 'string')
    return { value, length: length ?? value.length, removesDots: /^[.\u2026]/.test(value) };
  const isXmlLike = value.format === 'HTML' || value.format === 'XML' || value.format === 'XHTML';
  const text = markupOf(value);
  return {
    value,
    length: length ?? (isXmlLike ? visibleLength(text) : 3),
    removesDots: isXmlLike ? startsWithDot(text) : true,
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

function truncate(
  text: string,
  maxLength: number,
  terminator: Terminator,
  mode: Mode,
  spaced: boolean,
): Value {
  const kept = keptPart(text, maxLength, terminator, mode, spaced);
  const { value } = terminator;
  if (kept === '') return value;
  if (typeof value === 'string') return kept + value;
  return concatMarkup(fromPlainText(value.format, kept), value);
}

const isSpace = (c: string): boolean => isJavaWhitespace(c.charCodeAt(0));
const isDot = (c: string): boolean => c === '.' || c === '\u2026';

/** Whether no letter of the same word follows the index. */
function endsWord(text: string, index: number): boolean {
  return index + 1 >= text.length || isSpace(text.charAt(index + 1));
}

/** What stays of the text, a blank before the terminator included; empty when nothing can stay. */
function keptPart(
  text: string,
  maxLength: number,
  terminator: Terminator,
  mode: Mode,
  spaced: boolean,
): string {
  const firstGuess = maxLength - terminator.length - 1;
  let last = skipBack(text, firstGuess, isSpace);
  if (last < 0) return '';
  if (mode !== 'character') {
    const words = keptWords(text, maxLength, terminator, last, mode, spaced);
    if (words !== undefined || mode === 'word') return words ?? '';
  }
  if (last === firstGuess && spaced && endsWord(text, last)) last--;
  if (last < 0) return '';
  for (let again = true; again;) {
    again = false;
    last = skipBack(text, last, isSpace);
    if (last < 0) return '';
    if (isDot(text.charAt(last)) && !(spaced && endsWord(text, last)) && terminator.removesDots) {
      last = skipBack(text, last, isDot);
      if (last < 0) return '';
      again = true;
    }
  }
  return text.slice(0, last + 1) + (spaced && endsWord(text, last) ? ' ' : '');
}

function keptWords(
  text: string,
  maxLength: number,
  terminator: Terminator,
  end: number,
  mode: Mode,
  spaced: boolean,
): string | undefined {
  const length = terminator.length + (spaced ? 1 : 0);
  const least =
    mode === 'auto' ? Math.max(Math.ceil(maxLength * WORD_BOUNDARY_MIN_LENGTH) - length - 1, 0) : 0;
  for (let i = Math.min(maxLength - length - 1, end); i >= least; i--) {
    if (isSpace(text.charAt(i)) || !endsWord(text, i)) continue;
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
