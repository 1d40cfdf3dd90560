import { builtIn, builtInFunction } from '../built-in.ts';
import { optional, text } from '../parameters.ts';
import { strings } from '../targets.ts';
import { rejectRegexOnlyFlags, regexFlags, withRegex } from './regex-flags.ts';

/** Built-ins that cut off the start or the end of a string, or make sure that it has one. */
export const stringEnds = [
  builtIn({
    name: 'trim',
    doc: 'Without whitespace at both ends.',
    example: { template: '[${"  a b "?trim}]', output: '[a b]' },
    on: strings,
    gives: 'string',
    json: { inString: 'keeps' },
    evaluate: (whole) => trim(whole),
  }),
  builtIn({
    name: 'trim_to_null',
    doc: 'Trimmed; missing if nothing is left.',
    example: { template: '${"  "?trim_to_null!"nothing"}', output: 'nothing' },
    since: '2.3.33',
    on: strings,
    gives: 'string',
    evaluate: (whole) => trim(whole) || undefined,
  }),
  builtIn({
    name: 'blank_to_null',
    doc: 'Missing if the string is blank.',
    example: { template: '${"  "?blank_to_null!"nothing"}', output: 'nothing' },
    since: '2.3.33',
    on: strings,
    gives: 'string',
    evaluate: (whole) => (trim(whole) === '' ? undefined : whole),
  }),
  builtIn({
    name: 'empty_to_null',
    doc: 'Missing if the string is empty.',
    example: { template: '${""?empty_to_null!"nothing"}', output: 'nothing' },
    since: '2.3.33',
    on: strings,
    gives: 'string',
    evaluate: (whole) => (whole === '' ? undefined : whole),
  }),
  builtIn({
    name: 'chop_linebreak',
    doc: 'Without the line break at the end.',
    example: { template: '[${"a\\n"?chop_linebreak}]', output: '[a]' },
    on: strings,
    gives: 'string',
    evaluate: (whole) => whole.replace(/(?:\r\n|\r|\n)$/, ''),
  }),
  builtInFunction({
    name: 'ensure_starts_with',
    doc: 'With the beginning, added if it is not there.',
    example: { template: '${"example.com"?ensure_starts_with("https://")}', output: 'https://example.com' },
    since: '2.3.21',
    on: strings,
    parameters: [text('beginning'), optional(text('added')), optional(text('flags'))],
    json: { inString: 'adds' },
    gives: 'string',
    call: (whole, [beginning, added, flagText], env, node) => {
      if (added === undefined) return whole.startsWith(beginning) ? whole : beginning + whole;
      const flags = regexFlags(flagText ?? 'r');
      if (!flags.isRegex) {
        rejectRegexOnlyFlags(node.name, flags);
        const starts = flags.ignoresCase
          ? whole.toLowerCase().startsWith(beginning.toLowerCase())
          : whole.startsWith(beginning);
        return starts ? whole : added + whole;
      }
      // The first place that is tried is the start, so a match there is the first one.
      const first = withRegex(beginning, flags, env, (regex, meter) => regex.first(whole, meter));
      return first?.start === 0 ? whole : added + whole;
    },
  }),
  builtInFunction({
    name: 'ensure_ends_with',
    doc: 'With the ending, added if it is not there.',
    example: { template: '${"/users"?ensure_ends_with("/")}', output: '/users/' },
    since: '2.3.21',
    on: strings,
    parameters: [text('ending')],
    json: { inString: 'adds' },
    gives: 'string',
    call: (whole, [ending]) => (whole.endsWith(ending) ? whole : whole + ending),
  }),
  builtInFunction({
    name: 'remove_beginning',
    doc: 'Without the beginning.',
    example: { template: '${"https://example.com"?remove_beginning("https://")}', output: 'example.com' },
    since: '2.3.21',
    on: strings,
    parameters: [text('beginning')],
    gives: 'string',
    call: (whole, [beginning]) => (whole.startsWith(beginning) ? whole.slice(beginning.length) : whole),
  }),
  builtInFunction({
    name: 'remove_ending',
    doc: 'Without the ending.',
    example: { template: '${"report.csv"?remove_ending(".csv")}', output: 'report' },
    since: '2.3.21',
    on: strings,
    parameters: [text('ending')],
    gives: 'string',
    call: (whole, [ending]) =>
      whole.endsWith(ending) ? whole.slice(0, whole.length - ending.length) : whole,
  }),
];

/** Java's trim: everything up to the space (U+0020) at both ends. */
function trim(whole: string): string {
  let start = 0;
  let end = whole.length;
  while (start < end && whole.charCodeAt(start) <= 32) start++;
  while (start < end && whole.charCodeAt(end - 1) <= 32) end--;
  return whole.slice(start, end);
}
