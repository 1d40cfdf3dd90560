import { missingValue } from '../../errors/runtime-errors.ts';
import { wrongType } from '../../runtime/type-errors.ts';
import { toPlainText } from '../../runtime/coercion.ts';
import type { Environment } from '../../runtime/environment.ts';
import type { IndexedSequence } from '../../values/sequences.ts';
import { MultiValue, RangeValue, stringOf } from '../../values/value.ts';
import type { Value } from '../../values/value.ts';
import { counted, optionalString, stringArgument, stringCall } from '../built-in.ts';
import type { BuiltIn } from '../built-in.ts';
import { refuseRegexOnlyFlags, regexFlags, withRegex } from './regex-flags.ts';
import type { RegexFlags } from './regex-flags.ts';

/** A match in a text: a string, with its groups for `?groups`. */
class RegexMatchValue extends MultiValue {
  readonly groups: readonly Value[];

  constructor(text: string, groups: readonly Value[]) {
    super({ string: text });
    this.groups = groups;
  }
}

/** What `?matches` gives: whether all of the text matches, and the matches in it. */
class RegexMatches extends MultiValue {
  readonly groups: IndexedSequence;

  constructor(matchesAll: boolean, groups: IndexedSequence, matches: () => readonly Value[]) {
    super({ boolean: matchesAll });
    this.groups = groups;
    let found: readonly Value[] | undefined;
    Object.defineProperty(this, 'sequence', { get: () => (found ??= matches()) });
  }
}

/** The groups of a text that does not match: there are so many, but none can be read. */
class UnmatchedGroups extends RangeValue {
  readonly #env: Environment;

  constructor(count: number, env: Environment) {
    super(0, 1, count, false, false);
    this.#env = env;
  }

  override at(): never {
    throw this.#env.failure('regex', 'Failed to read regular expression match group');
  }
}

/** A group that took no part is an empty string here, though a missing value in the single matches. */
function wholeGroups(groups: readonly (string | undefined)[]): readonly string[] {
  return groups.map((group) => group ?? '');
}

/** Built-ins that search, split and replace, with plain text or regular expressions. */
export const stringRegex = {
  matches: oldCall(1, 2, (text, args, env) => {
    const source = stringOf(args[0]) ?? '';
    const flags = regexFlags(stringOf(args[1]) ?? '');
    const whole = withRegex(source, flags, env, (regex, meter) => regex.matchWhole(text, meter));
    const groupCount = withRegex(source, flags, env, (regex) => regex.groupCount);
    const groups = whole === undefined ? new UnmatchedGroups(groupCount + 1, env) : wholeGroups(whole.groups);
    return new RegexMatches(whole !== undefined, groups, () => allMatches(text, source, flags, env));
  }),
  groups: {
    prepare: (value, _env, node) => {
      if (value == null) throw missingValue(node);
      return value;
    },
    evaluate: (value, _env, node) => {
      if (value instanceof RegexMatches || value instanceof RegexMatchValue) return value.groups;
      throw wrongType(node.target, value, 'regular expression matcher');
    },
  } satisfies BuiltIn<Value>,
  replace: oldCall(2, 3, (text, args, env) => {
    const [from, to] = [stringOf(args[0]) ?? '', stringOf(args[1]) ?? ''];
    const flags = regexFlags(stringOf(args[2]) ?? '');
    const which = flags.firstOnly ? 'first' : 'all';
    const result = flags.isRegex
      ? withRegex(from, flags, env, (regex, meter) => regex.replace(text, to, which, meter))
      : replaceText(text, from, to, flags, env);
    return env.checkString(result);
  }),
  split: oldCall(1, 2, (text, args, env) => {
    const separator = stringOf(args[0]) ?? '';
    const flags = regexFlags(stringOf(args[1]) ?? '');
    if (flags.isRegex)
      return withRegex(separator, flags, env, (regex, meter) => withoutEmptyEnd(regex.split(text, meter)));
    if (separator === '') env.checkLength(text.length);
    if (!flags.ignoresCase) return text.split(separator);
    return splitIgnoringCase(text, separator);
  }),
  keep_before: keep((text, at) => text.slice(0, at), 'first', 'start'),
  keep_before_last: keep((text, at) => text.slice(0, at), 'last', 'start'),
  keep_after: keep((text, at) => text.slice(at), 'first', 'end'),
  keep_after_last: keep((text, at) => text.slice(at), 'last', 'end'),
  ensure_starts_with: stringCall(1, 3, (text, args, env, node) => {
    const checked = stringArgument(args, 0, env, node);
    const added = optionalString(args, 1, env, node);
    if (added === undefined) return text.startsWith(checked) ? text : checked + text;
    const flagText = optionalString(args, 2, env, node);
    const flags = flagText === undefined ? { ...regexFlags('r') } : regexFlags(flagText);
    return startsWith(text, checked, flags, node.name, env) ? text : added + text;
  }),
};

/** A built-in whose arguments are converted to strings first. */
function oldCall(min: number, max: number, call: NonNullable<BuiltIn<string>['call']>): BuiltIn<string> {
  return {
    prepare: (value, env, node) => toPlainText(value, node.target, env),
    call: counted(min, max, call),
    stringArguments: true,
  };
}

function allMatches(text: string, source: string, flags: RegexFlags, env: Environment): readonly Value[] {
  return withRegex(source, flags, env, (regex, meter) => {
    const matches: Value[] = [];
    for (const match of regex.find(text, meter)) {
      matches.push(new RegexMatchValue(text.slice(match.start, match.end), match.groups));
    }
    return matches;
  });
}

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
  const needle = separator.toLowerCase();
  const parts: string[] = [];
  let from = 0;
  for (let at = haystack.indexOf(needle); at >= 0; at = haystack.indexOf(needle, from)) {
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
  let result = '';
  let done = 0;
  for (let at = haystack.indexOf(needle); at >= 0; at = haystack.indexOf(needle, done)) {
    result += text.slice(done, at) + to;
    env.checkString(result);
    done = at + from.length;
    if (flags.firstOnly) break;
  }
  return result + text.slice(done);
}

/** Checks the length of the result before making it: each round of a loop may multiply it. */
function replaceAll(text: string, from: string, to: string, env: Environment): string {
  let count = 0;
  for (let at = text.indexOf(from); at >= 0; at = text.indexOf(from, at + from.length)) count++;
  if (count === 0) return text;
  if (text.length + count * (to.length - from.length) > env.limits.stringLength) {
    throw env.failure('limit-string', `A string is longer than ${env.limits.stringLength} characters.`);
  }
  // Much faster than replaceAll on long texts.
  return text.split(from).join(to);
}

/** An empty text to look for stands between all characters. */
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

/** The four `?keep_…` built-ins: cut at the first or last separator, before or after it. */
function keep(
  cut: (text: string, at: number) => string,
  which: 'first' | 'last',
  edge: 'start' | 'end',
): BuiltIn<string> {
  return stringCall(1, 2, (text, args, env, node) => {
    const separator = stringArgument(args, 0, env, node);
    const flags = regexFlags(optionalString(args, 1, env, node) ?? '');
    if (!flags.isRegex) refuseRegexOnlyFlags(node.name, flags);
    const found = flags.isRegex
      ? findRegex(text, separator, flags, which, env)
      : findText(text, separator, flags, which);
    if (found === undefined) return edge === 'start' ? text : '';
    return cut(text, found[edge]);
  });
}

interface Span {
  readonly start: number;
  readonly end: number;
}

function findText(
  text: string,
  separator: string,
  flags: RegexFlags,
  which: 'first' | 'last',
): Span | undefined {
  const haystack = flags.ignoresCase ? text.toLowerCase() : text;
  const needle = flags.ignoresCase ? separator.toLowerCase() : separator;
  const start = which === 'first' ? haystack.indexOf(needle) : haystack.lastIndexOf(needle);
  return start < 0 ? undefined : { start, end: start + separator.length };
}

function findRegex(
  text: string,
  source: string,
  flags: RegexFlags,
  which: 'first' | 'last',
  env: Environment,
): Span | undefined {
  if (which === 'last' && source === '') return { start: text.length, end: text.length };
  return withRegex(source, flags, env, (regex, meter) => {
    let found: Span | undefined;
    if (which === 'first') {
      const { value } = regex.find(text, meter).next();
      return value === undefined ? undefined : { start: value.start, end: value.end };
    }
    // Matches may overlap here: each search begins one character after the start of the match before.
    for (let from = 0; from <= text.length;) {
      const { value: next } = regex.find(text, meter, from).next();
      if (next === undefined) return found;
      found = { start: next.start, end: next.end };
      from = next.start + 1;
    }
    return found;
  });
}

function startsWith(
  text: string,
  checked: string,
  flags: RegexFlags,
  name: string,
  env: Environment,
): boolean {
  if (flags.isRegex) {
    // The first place that is tried is the start, so a match there is the first one.
    return withRegex(
      checked,
      flags,
      env,
      (regex, meter) => regex.find(text, meter).next().value?.start === 0,
    );
  }
  refuseRegexOnlyFlags(name, flags);
  return flags.ignoresCase ? text.toLowerCase().startsWith(checked.toLowerCase()) : text.startsWith(checked);
}
