import type { Environment } from '../../runtime/environment.ts';
import { builtInFunction } from '../built-in.ts';
import { optional, printed } from '../parameters.ts';
import { strings } from '../targets.ts';
import { regexFlags, withRegex } from './regex-flags.ts';
import type { RegexFlags } from './regex-flags.ts';
import { TextSearch } from './text-search.ts';

/** Built-ins that replace and split, with plain text or regular expressions. */
export const stringReplacing = [
  builtInFunction({
    name: 'replace',
    doc: 'With all occurrences replaced.',
    example: { template: '${"a-b-c"?replace("-", "/")}', output: 'a/b/c' },
    on: strings,
    parameters: [printed('from'), printed('to'), optional(printed('flags'))],
    gives: 'string',
    json: { asValue: true },
    call: (text, [from, to, flagText = ''], env) => {
      const flags = regexFlags(flagText);
      const which = flags.firstOnly ? 'first' : 'all';
      const result = flags.isRegex
        ? withRegex(from, flags, env, (regex, meter) => regex.replace(text, to, which, meter))
        : replaceText(text, from, to, flags, env);
      return env.checkString(result);
    },
  }),
  builtInFunction({
    name: 'split',
    doc: 'Cut at the separators, as a sequence.',
    example: { template: '${"a, b, c"?split(", ")?join("|")}', output: 'a|b|c' },
    on: strings,
    parameters: [printed('separator'), optional(printed('flags'))],
    gives: 'sequence',
    call: (text, [separator, flagText = ''], env) => {
      const flags = regexFlags(flagText);
      if (flags.isRegex)
        return withRegex(separator, flags, env, (regex, meter) => withoutEmptyEnd(regex.split(text, meter)));
      if (separator === '') env.checkLength(text.length);
      if (!flags.ignoresCase) return new TextSearch(separator).split(text);
      return splitIgnoringCase(text, separator);
    },
  }),
];

/** Java's Pattern.split drops empty strings at the end, but a text without any match stays as it is. */
function withoutEmptyEnd(parts: readonly string[]): readonly string[] {
  let { length } = parts;
  if (length === 1) return parts;
  while (length > 0 && parts[length - 1] === '') length--;
  return parts.slice(0, length);
}

function splitIgnoringCase(text: string, separator: string): readonly string[] {
  if (separator === '') return text.split('');
  const haystack = text.toLowerCase();
  const search = new TextSearch(separator.toLowerCase());
  const parts: string[] = [];
  let from = 0;
  for (let at = search.first(haystack); at >= 0; at = search.first(haystack, from)) {
    parts.push(text.slice(from, at));
    from = at + separator.length;
  }
  parts.push(text.slice(from));
  return parts;
}

function replaceText(text: string, from: string, to: string, flags: RegexFlags, env: Environment): string {
  const haystack = flags.ignoresCase ? text.toLowerCase() : text;
  const needle = flags.ignoresCase ? from.toLowerCase() : from;
  if (needle === '') return replaceNothing(text, to, flags.firstOnly, env);
  if (!flags.ignoresCase && !flags.firstOnly) return replaceAll(text, from, to, env);
  const search = new TextSearch(needle);
  let result = '';
  let done = 0;
  for (let at = search.first(haystack); at >= 0; at = search.first(haystack, done)) {
    result += text.slice(done, at) + to;
    env.checkString(result);
    done = at + from.length;
    if (flags.firstOnly) break;
  }
  return result + text.slice(done);
}

/** Results up to this length are made without asking how long they become. */
const SHORT = 4_096;

/** Checks the length of the result before making it: each round of a loop may multiply it. */
function replaceAll(text: string, from: string, to: string, env: Environment): string {
  if (text.length * (to.length + 1) <= SHORT) return env.checkString(replaceInShort(text, from, to));
  const search = new TextSearch(from);
  let count = 0;
  for (let at = search.first(text); at >= 0; at = search.first(text, at + from.length)) count++;
  if (count === 0) return text;
  if (text.length + count * (to.length - from.length) > env.limits.stringLength) {
    throw env.failure('limit-string', `A string is longer than ${env.limits.stringLength} characters.`);
  }
  // Much faster than replaceAll on long texts.
  return search.split(text).join(to);
}

function replaceInShort(text: string, from: string, to: string): string {
  let result = '';
  let done = 0;
  for (let at = text.indexOf(from); at >= 0; at = text.indexOf(from, done)) {
    result += done === at ? to : text.slice(done, at) + to;
    done = at + from.length;
  }
  return done === 0 ? text : result + text.slice(done);
}

/** An empty search text matches between all characters. */
function replaceNothing(text: string, to: string, firstOnly: boolean, env: Environment): string {
  if (to === '') return text;
  if (firstOnly) return to + text;
  if (text.length * to.length > env.limits.stringLength) return env.checkString(to.repeat(text.length + 1));
  return (
    to +
    text
      .split('')
      .map((c) => c + to)
      .join('')
  );
}
