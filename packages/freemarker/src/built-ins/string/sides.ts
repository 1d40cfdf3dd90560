import { UncheckedError } from '../../errors/runtime-errors.ts';
import type { Environment } from '../../runtime/environment.ts';
import { builtInFunction } from '../built-in.ts';
import type { BuiltIn, BuiltInFacts } from '../definition.ts';
import { optional, text } from '../parameters.ts';
import { strings } from '../targets.ts';
import { rejectRegexOnlyFlags, regexFlags, withRegex } from './regex-flags.ts';
import type { RegexFlags } from './regex-flags.ts';
import { TextSearch } from './text-search.ts';

/** Built-ins that return the part before or after a separator. */
export const stringSides = [
  keep('first', 'start', (whole, at) => whole.slice(0, at), {
    name: 'keep_before',
    doc: 'What precedes the first separator.',
    example: { template: '${"ann@example.com"?keep_before("@")}', output: 'ann' },
    since: '2.3.21',
  }),
  keep('last', 'start', (whole, at) => whole.slice(0, at), {
    name: 'keep_before_last',
    doc: 'What precedes the last separator.',
    example: { template: '${"a.b.c"?keep_before_last(".")}', output: 'a.b' },
    since: '2.3.22',
  }),
  keep('first', 'end', (whole, at) => whole.slice(at), {
    name: 'keep_after',
    doc: 'What follows the first separator.',
    example: { template: '${"ann@example.com"?keep_after("@")}', output: 'example.com' },
    since: '2.3.21',
  }),
  keep('last', 'end', (whole, at) => whole.slice(at), {
    name: 'keep_after_last',
    doc: 'What follows the last separator.',
    example: { template: '${"a.b.c"?keep_after_last(".")}', output: 'c' },
    since: '2.3.22',
  }),
];

/** Cuts at one edge of the first or last separator.  */
function keep(
  which: 'first' | 'last',
  edge: 'start' | 'end',
  cut: (whole: string, at: number) => string,
  facts: BuiltInFacts,
): BuiltIn {
  return builtInFunction({
    ...facts,
    on: strings,
    parameters: [text('separator'), optional(text('flags'))],
    gives: 'string',
    call: (whole, [separator, flagText = ''], env, node) => {
      const flags = regexFlags(flagText);
      if (!flags.isRegex) rejectRegexOnlyFlags(node.name, flags);
      const found = flags.isRegex
        ? findRegex(whole, separator, flags, which, env)
        : findText(whole, separator, flags, which);
      if (found === undefined) return edge === 'start' ? whole : '';
      return cut(whole, found[edge]);
    },
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
  const start = new TextSearch(needle)[which](haystack);
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
      const value = regex.first(text, meter);
      return value === undefined ? undefined : { start: value.start, end: value.end };
    }
    // Matches may overlap here: each search begins one character after the start of the match before.
    for (let from = 0; ;) {
      const next = regex.first(text, meter, from);
      if (next === undefined) return found;
      found = { start: next.start, end: next.end };
      from = next.start + 1;
      if (from > text.length) throw new UncheckedError('regex', 'An empty match at the end has no next one.');
    }
  });
}
