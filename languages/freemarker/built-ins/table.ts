/**
 * Every built-in, as data: the parser learns from it which exist and how they take arguments, completion and lint
 * what to offer and to warn about, the docs what to list. What they do is in the modules beside it, by kind.
 */

/** The kind of value a built-in works on. */
export type BuiltInKind =
  | 'string'
  | 'number'
  | 'date'
  | 'boolean'
  | 'sequence'
  | 'hash'
  | 'loop-variable'
  | 'markup'
  | 'callable'
  | 'any'
  | 'node'
  | 'expert';

/**
 * What the parser must know: `loop` needs a loop variable before the `?`; `lazy` and `lambda` take their arguments
 * while parsing; `legacy-escape` is refused under auto-escaping; `markup` needs a markup output format.
 */
export type BuiltInSyntax = 'plain' | 'loop' | 'lazy' | 'lambda' | 'legacy-escape' | 'markup';

export interface BuiltInRow {
  /** In snake_case. */
  readonly name: string;
  readonly kinds: readonly BuiltInKind[];
  /** Arguments as the manual writes them; empty for a built-in without arguments. */
  readonly signature: string;
  /** The first version that has it. */
  readonly since: string;
  readonly doc: string;
  /** What to use instead; undefined when the built-in is current. */
  readonly deprecated: string | undefined;
  readonly syntax: BuiltInSyntax;
}

interface RowOptions {
  readonly since?: string;
  readonly deprecated?: string;
  readonly syntax?: BuiltInSyntax;
}

function row(
  name: string,
  kinds: BuiltInKind | readonly BuiltInKind[],
  signature: string,
  doc: string,
  { since = '2.3.0', deprecated, syntax = 'plain' }: RowOptions = {},
): BuiltInRow {
  return {
    name,
    kinds: typeof kinds === 'string' ? [kinds] : kinds,
    signature,
    since,
    doc,
    deprecated,
    syntax,
  };
}

const ISO = { deprecated: 'string with an iso format, such as ?string.iso', since: '2.3.17' };
const XML = 'XML nodes are not part of the models here.';

export const BUILT_INS: readonly BuiltInRow[] = [
  row('abs', 'number', '', 'The absolute value.', { since: '2.3.20' }),
  row('absolute_template_name', 'string', '(base)', 'The template name made absolute.', { since: '2.3.22' }),
  row('ancestors', 'node', '', XML),
  row('api', 'expert', '', 'Access to the Java API of a value; refused here.', { since: '2.3.22' }),
  row('blank_to_null', 'string', '', 'Missing if the string is blank.', { since: '2.3.33' }),
  row('boolean', 'string', '', 'The string "true" or "false" as a boolean.', { since: '2.3.20' }),
  row('byte', 'number', '', 'The number cut to 8 bits.'),
  row('c', ['number', 'boolean', 'string'], '', 'For computers: 1234.5 whatever the locale, true or false.', {
    since: '2.3.3',
  }),
  row('cn', ['number', 'boolean', 'string'], '', 'Like ?c, but a missing value prints as null.', {
    since: '2.3.32',
  }),
  row('cap_first', 'string', '', 'The first letter in upper case.'),
  row('capitalize', 'string', '', 'The first letter of every word in upper case, the rest in lower case.'),
  row('ceiling', 'number', '', 'Rounded up to a whole number.', { since: '2.3.13' }),
  row('children', 'node', '', XML),
  row('chop_linebreak', 'string', '', 'Without the line break at the end.'),
  row('chunk', 'sequence', '(size, filler)', 'Cut into sequences of the given size.', { since: '2.3.3' }),
  row('contains', 'string', '(substring)', 'Whether the substring occurs.', { since: '2.3.1' }),
  row('counter', 'loop-variable', '', 'The position in the list, from 1.', {
    since: '2.3.23',
    syntax: 'loop',
  }),
  row('date', ['string', 'date'], '(format)', 'Read as a date without a time, or the date part.'),
  row('date_if_unknown', 'date', '', 'As a date if it is not known to be something else.', {
    since: '2.3.21',
  }),
  row('datetime', ['string', 'date'], '(format)', 'Read as a date-time.'),
  row('datetime_if_unknown', 'date', '', 'As a date-time if it is not known to be something else.', {
    since: '2.3.21',
  }),
  row('default', 'any', '(value, …)', 'The first value that is not missing.', {
    deprecated: 'the ! operator',
  }),
  row('double', 'number', '', 'The number as a double.'),
  row('drop_while', 'sequence', '(predicate)', 'Without the leading items that match.', {
    since: '2.3.29',
    syntax: 'lambda',
  }),
  row('empty_to_null', 'string', '', 'Missing if the string is empty.', { since: '2.3.33' }),
  row('ends_with', 'string', '(substring)', 'Whether the string ends so.'),
  row('ensure_ends_with', 'string', '(ending)', 'With the ending, added if it is not there.', {
    since: '2.3.21',
  }),
  row('ensure_starts_with', 'string', '(beginning)', 'With the beginning, added if it is not there.', {
    since: '2.3.21',
  }),
  row('esc', 'markup', '', 'Escaped for the current output format.', { since: '2.3.24', syntax: 'markup' }),
  row('eval', 'expert', '', 'The value of the string as an expression.'),
  row('eval_json', 'string', '', 'The value of the string as JSON.', { since: '2.3.31' }),
  row('exists', 'any', '', 'Whether the value is there.', { deprecated: 'the ?? operator' }),
  row('filter', 'sequence', '(predicate)', 'The items that match.', { since: '2.3.29', syntax: 'lambda' }),
  row('first', 'sequence', '', 'The first item.'),
  row('float', 'number', '', 'The number as a float.'),
  row('floor', 'number', '', 'Rounded down to a whole number.', { since: '2.3.13' }),
  row('groups', 'string', '', 'The capturing groups of a match.'),
  row('has_api', 'expert', '', 'Whether ?api would work; never here.', { since: '2.3.22' }),
  row('has_content', 'any', '', 'Whether the value is there and not empty.'),
  row('has_next', 'loop-variable', '', 'Whether another item follows.', { since: '2.3.23', syntax: 'loop' }),
  row('html', 'string', '', 'Escaped for HTML.', {
    syntax: 'legacy-escape',
    deprecated: 'auto-escaping or ?esc',
  }),
  row('if_exists', 'any', '', 'The value or an empty one.', { deprecated: 'the ! operator' }),
  row('index', 'loop-variable', '', 'The position in the list, from 0.', { since: '2.3.23', syntax: 'loop' }),
  row('index_of', 'string', '(substring, start)', 'Where the substring first occurs, or -1.'),
  row('int', 'number', '', 'The number cut to 32 bits.'),
  row('interpret', 'expert', '', 'The string as a template, to be called like a macro.'),
  row('is_boolean', 'any', '', 'Whether it is a boolean.'),
  row('is_collection', 'any', '', 'Whether it is a collection.'),
  row('is_collection_ex', 'any', '', 'Whether it is a collection that knows its size.', { since: '2.3.22' }),
  row('is_date', 'any', '', 'Whether it is a date, time or date-time.', { deprecated: '?is_date_like' }),
  row('is_date_like', 'any', '', 'Whether it is a date, time or date-time.', { since: '2.3.21' }),
  row('is_date_only', 'any', '', 'Whether it is a date without a time.', { since: '2.3.21' }),
  row('is_datetime', 'any', '', 'Whether it is a date-time.', { since: '2.3.21' }),
  row('is_directive', 'any', '', 'Whether it can be called as <@…>.'),
  row('is_enumerable', 'any', '', 'Whether #list can list it.'),
  row('is_even_item', 'loop-variable', '', 'Whether the position, from 1, is even.', {
    since: '2.3.23',
    syntax: 'loop',
  }),
  row('is_first', 'loop-variable', '', 'Whether this is the first item.', {
    since: '2.3.23',
    syntax: 'loop',
  }),
  row('is_hash', 'any', '', 'Whether it is a hash.'),
  row('is_hash_ex', 'any', '', 'Whether it is a hash that can be listed.'),
  row('is_indexable', 'any', '', 'Whether items can be read by index.'),
  row('is_infinite', 'number', '', 'Whether it is an infinity.', { since: '2.3.20' }),
  row('is_last', 'loop-variable', '', 'Whether this is the last item.', { since: '2.3.23', syntax: 'loop' }),
  row('is_macro', 'any', '', 'Whether it is a macro or function of a template.'),
  row('is_markup_output', 'any', '', 'Whether it is markup.', { since: '2.3.24' }),
  row('is_method', 'any', '', 'Whether it can be called as f(…).'),
  row('is_nan', 'number', '', 'Whether it is not a number.', { since: '2.3.20' }),
  row('is_node', 'any', '', 'Whether it is an XML node; never here.'),
  row('is_number', 'any', '', 'Whether it is a number.'),
  row('is_odd_item', 'loop-variable', '', 'Whether the position, from 1, is odd.', {
    since: '2.3.23',
    syntax: 'loop',
  }),
  row('is_sequence', 'any', '', 'Whether it is a sequence.'),
  row('is_string', 'any', '', 'Whether it is a string.'),
  row('is_time', 'any', '', 'Whether it is a time without a date.', { since: '2.3.21' }),
  row('is_transform', 'any', '', 'Whether it is a transform.'),
  row('is_unknown_date_like', 'any', '', 'Whether it is a date of unknown kind.', { since: '2.3.21' }),
  row('iso', 'date', '(timeZone)', 'In ISO 8601, in the given zone.', ISO),
  row('iso_h', 'date', '(timeZone)', 'In ISO 8601 to the hour.', ISO),
  row('iso_h_nz', 'date', '(timeZone)', 'In ISO 8601 to the hour, without the offset.', ISO),
  row('iso_local', 'date', '', 'In ISO 8601, in the current zone.', ISO),
  row('iso_local_h', 'date', '', 'In ISO 8601 to the hour, in the current zone.', ISO),
  row('iso_local_h_nz', 'date', '', 'In ISO 8601 to the hour, in the current zone, without the offset.', ISO),
  row('iso_local_m', 'date', '', 'In ISO 8601 to the minute, in the current zone.', ISO),
  row(
    'iso_local_m_nz',
    'date',
    '',
    'In ISO 8601 to the minute, in the current zone, without the offset.',
    ISO,
  ),
  row('iso_local_ms', 'date', '', 'In ISO 8601 with milliseconds, in the current zone.', ISO),
  row(
    'iso_local_ms_nz',
    'date',
    '',
    'In ISO 8601 with milliseconds, in the current zone, without the offset.',
    ISO,
  ),
  row('iso_local_nz', 'date', '', 'In ISO 8601, in the current zone, without the offset.', ISO),
  row('iso_m', 'date', '(timeZone)', 'In ISO 8601 to the minute.', ISO),
  row('iso_m_nz', 'date', '(timeZone)', 'In ISO 8601 to the minute, without the offset.', ISO),
  row('iso_ms', 'date', '(timeZone)', 'In ISO 8601 with milliseconds.', ISO),
  row('iso_ms_nz', 'date', '(timeZone)', 'In ISO 8601 with milliseconds, without the offset.', ISO),
  row('iso_nz', 'date', '(timeZone)', 'In ISO 8601, without the offset.', ISO),
  row('iso_utc', 'date', '', 'In ISO 8601, in UTC.', { since: '2.3.17' }),
  row('iso_utc_fz', 'date', '', 'In ISO 8601, in UTC, the offset forced.', { since: '2.3.17' }),
  row('iso_utc_h', 'date', '', 'In ISO 8601 to the hour, in UTC.', { since: '2.3.17' }),
  row('iso_utc_h_nz', 'date', '', 'In ISO 8601 to the hour, in UTC, without the offset.', {
    since: '2.3.17',
  }),
  row('iso_utc_m', 'date', '', 'In ISO 8601 to the minute, in UTC.', { since: '2.3.17' }),
  row('iso_utc_m_nz', 'date', '', 'In ISO 8601 to the minute, in UTC, without the offset.', {
    since: '2.3.17',
  }),
  row('iso_utc_ms', 'date', '', 'In ISO 8601 with milliseconds, in UTC.', { since: '2.3.17' }),
  row('iso_utc_ms_nz', 'date', '', 'In ISO 8601 with milliseconds, in UTC, without the offset.', {
    since: '2.3.17',
  }),
  row('iso_utc_nz', 'date', '', 'In ISO 8601, in UTC, without the offset.', { since: '2.3.17' }),
  row('item_cycle', 'loop-variable', '(value, …)', 'One of the values in turn.', {
    since: '2.3.23',
    syntax: 'loop',
  }),
  row('item_parity', 'loop-variable', '', '"odd" or "even".', { since: '2.3.23', syntax: 'loop' }),
  row('item_parity_cap', 'loop-variable', '', '"Odd" or "Even".', { since: '2.3.23', syntax: 'loop' }),
  row('j_string', 'string', '', 'Escaped for a Java string literal.'),
  row('join', 'sequence', '(separator, whenEmpty, ending)', 'The items as one string.', { since: '2.3.23' }),
  row('js_string', 'string', '', 'Escaped for a JavaScript string literal.'),
  row('json_string', 'string', '', 'Escaped for a JSON string literal.'),
  row('keep_after', 'string', '(separator, flags)', 'What follows the first separator.', { since: '2.3.21' }),
  row('keep_after_last', 'string', '(separator, flags)', 'What follows the last separator.', {
    since: '2.3.22',
  }),
  row('keep_before', 'string', '(separator, flags)', 'What precedes the first separator.', {
    since: '2.3.21',
  }),
  row('keep_before_last', 'string', '(separator, flags)', 'What precedes the last separator.', {
    since: '2.3.22',
  }),
  row('keys', 'hash', '', 'The keys, as a sequence.'),
  row('last', 'sequence', '', 'The last item.'),
  row('last_index_of', 'string', '(substring, start)', 'Where the substring last occurs, or -1.'),
  row('left_pad', 'string', '(length, filler)', 'Filled up on the left to the length.', { since: '2.3.1' }),
  row('length', 'string', '', 'The number of characters.'),
  row('long', ['number', 'date'], '', 'The number cut to 64 bits; for a date its epoch milliseconds.'),
  row('lower_abc', 'number', '', '1 is a, 2 is b, 27 is aa.', { since: '2.3.22' }),
  row('lower_case', 'string', '', 'In lower case.'),
  row('c_lower_case', 'string', '', 'In lower case, independent of the locale.', { since: '2.3.33' }),
  row('c_upper_case', 'string', '', 'In upper case, independent of the locale.', { since: '2.3.33' }),
  row('map', 'sequence', '(function)', 'The items put through the function.', {
    since: '2.3.29',
    syntax: 'lambda',
  }),
  row('markup_string', 'markup', '', 'The markup as a string.', { since: '2.3.24' }),
  row('matches', 'string', '(regex, flags)', 'Whether the whole string matches, and the matches in it.'),
  row('max', 'sequence', '', 'The greatest item.', { since: '2.3.27' }),
  row('min', 'sequence', '', 'The least item.', { since: '2.3.27' }),
  row('namespace', 'callable', '', 'The namespace of a macro.'),
  row('new', 'expert', '', 'An instance of a Java class; refused here.'),
  row('next_sibling', 'node', '', XML, { since: '2.3.26' }),
  row('no_esc', 'markup', '', 'As markup of the current output format, without escaping.', {
    since: '2.3.24',
    syntax: 'markup',
  }),
  row('node_name', 'node', '', XML),
  row('node_namespace', 'node', '', XML),
  row('node_type', 'node', '', XML),
  row('number', 'string', '', 'Read as a number.'),
  row('number_to_date', 'number', '', 'Epoch milliseconds as a date.', { since: '2.3.4' }),
  row('number_to_datetime', 'number', '', 'Epoch milliseconds as a date-time.', { since: '2.3.4' }),
  row('number_to_time', 'number', '', 'Epoch milliseconds as a time.', { since: '2.3.4' }),
  row('parent', 'node', '', XML),
  row('previous_sibling', 'node', '', XML, { since: '2.3.26' }),
  row('remove_beginning', 'string', '(beginning)', 'Without the beginning.', { since: '2.3.21' }),
  row('remove_ending', 'string', '(ending)', 'Without the ending.', { since: '2.3.21' }),
  row('replace', 'string', '(from, to, flags)', 'With all occurrences replaced.'),
  row('reverse', 'sequence', '', 'In reverse order.'),
  row('right_pad', 'string', '(length, filler)', 'Filled up on the right to the length.', { since: '2.3.1' }),
  row('root', 'node', '', XML),
  row('round', 'number', '', 'Rounded to the nearest whole number, halves up.', { since: '2.3.13' }),
  row('rtf', 'string', '', 'Escaped for RTF.', {
    syntax: 'legacy-escape',
    deprecated: 'auto-escaping or ?esc',
  }),
  row('seq_contains', 'sequence', '(value)', 'Whether an item equals the value.', { since: '2.3.1' }),
  row('seq_index_of', 'sequence', '(value, start)', 'Where an item first equals the value, or -1.', {
    since: '2.3.1',
  }),
  row('seq_last_index_of', 'sequence', '(value, start)', 'Where an item last equals the value, or -1.', {
    since: '2.3.1',
  }),
  row('sequence', 'sequence', '', 'As a sequence, with its items ready.', { since: '2.3.29' }),
  row('short', 'number', '', 'The number cut to 16 bits.'),
  row('size', ['sequence', 'hash'], '', 'How many items there are.'),
  row('sort', 'sequence', '', 'In ascending order.'),
  row('sort_by', 'sequence', '(key)', 'In ascending order of a key of the items.'),
  row('split', 'string', '(separator, flags)', 'Cut at the separators, as a sequence.'),
  row('starts_with', 'string', '(substring)', 'Whether the string starts so.'),
  row('string', ['number', 'date', 'boolean', 'string'], '(format)', 'As a string, in the given format.'),
  row('substring', 'string', '(from, to)', 'A part of the string.', {
    deprecated: 'a slice, such as s[from..<to]',
  }),
  row('switch', 'any', '(case1, result1, …, default)', 'The result that belongs to the equal case.', {
    since: '2.3.23',
    syntax: 'lazy',
  }),
  row('take_while', 'sequence', '(predicate)', 'The leading items that match.', {
    since: '2.3.29',
    syntax: 'lambda',
  }),
  row('then', 'boolean', '(whenTrue, whenFalse)', 'One of two values.', { since: '2.3.23', syntax: 'lazy' }),
  row('time', ['string', 'date'], '(format)', 'Read as a time, or the time part.'),
  row('time_if_unknown', 'date', '', 'As a time if it is not known to be something else.', {
    since: '2.3.21',
  }),
  row('trim', 'string', '', 'Without blanks at both ends.'),
  row('trim_to_null', 'string', '', 'Trimmed; missing if nothing is left.', { since: '2.3.33' }),
  row('truncate', 'string', '(length, terminator, terminatorLength)', 'Shortened, at a word if possible.', {
    since: '2.3.29',
  }),
  row('truncate_c', 'string', '(length, terminator, terminatorLength)', 'Shortened at any character.', {
    since: '2.3.29',
  }),
  row('truncate_c_m', 'string', '(length, terminator, terminatorLength)', 'Like truncate_c, with markup.', {
    since: '2.3.29',
  }),
  row('truncate_m', 'string', '(length, terminator, terminatorLength)', 'Like truncate, with markup.', {
    since: '2.3.29',
  }),
  row('truncate_w', 'string', '(length, terminator, terminatorLength)', 'Shortened at a word.', {
    since: '2.3.29',
  }),
  row('truncate_w_m', 'string', '(length, terminator, terminatorLength)', 'Like truncate_w, with markup.', {
    since: '2.3.29',
  }),
  row('uncap_first', 'string', '', 'The first letter in lower case.'),
  row('upper_abc', 'number', '', '1 is A, 2 is B, 27 is AA.', { since: '2.3.22' }),
  row('upper_case', 'string', '', 'In upper case.'),
  row('url', 'string', '(charset)', 'Escaped for a part of a URL.'),
  row('url_path', 'string', '(charset)', 'Escaped for a URL path; slashes stay.', { since: '2.3.21' }),
  row('values', 'hash', '', 'The values, as a sequence.'),
  row('web_safe', 'string', '', 'Escaped for HTML.', {
    syntax: 'legacy-escape',
    deprecated: '?html or auto-escaping',
  }),
  row('with_args', 'callable', '(arguments)', 'The macro or function with arguments filled in.', {
    since: '2.3.30',
  }),
  row('with_args_last', 'callable', '(arguments)', 'Like with_args, the filled in arguments last.', {
    since: '2.3.30',
  }),
  row('word_list', 'string', '', 'The words, as a sequence.'),
  row('xhtml', 'string', '', 'Escaped for XHTML.', {
    syntax: 'legacy-escape',
    deprecated: 'auto-escaping or ?esc',
  }),
  row('xml', 'string', '', 'Escaped for XML.', {
    syntax: 'legacy-escape',
    deprecated: 'auto-escaping or ?esc',
  }),
];

const BY_NAME: ReadonlyMap<string, BuiltInRow> = new Map(BUILT_INS.map((built) => [built.name, built]));

/** The row of a built-in by its snake_case name. */
export function builtInRow(name: string): BuiltInRow | undefined {
  return BY_NAME.get(name);
}
