import { intArgument, onString, stringArgument, stringCall } from '../built-in.ts';
import type { BuiltIn } from '../built-in.ts';

/** Built-ins that look for parts of strings, take them or cut them off. */
export const stringParts = {
  length: onString((text) => text.length),
  trim: onString((text) => trim(text)),
  trim_to_null: onString((text) => trim(text) || undefined),
  blank_to_null: onString((text) => (trim(text) === '' ? undefined : text)),
  empty_to_null: onString((text) => (text === '' ? undefined : text)),
  chop_linebreak: onString((text) => text.replace(/(?:\r\n|\r|\n)$/, '')),
  word_list: onString((text) => text.split(/[ \t\n\r\f]+/).filter((word) => word !== '')),
  contains: stringCall(1, 1, (text, args, env, node) => text.includes(stringArgument(args, 0, env, node))),
  starts_with: stringCall(1, 1, (text, args, env, node) =>
    text.startsWith(stringArgument(args, 0, env, node)),
  ),
  ends_with: stringCall(1, 1, (text, args, env, node) => text.endsWith(stringArgument(args, 0, env, node))),
  index_of: indexOf((text, part, from) => text.indexOf(part, from ?? 0)),
  last_index_of: indexOf((text, part, from) =>
    from !== undefined && from < 0 ? -1 : text.lastIndexOf(part, from ?? Infinity),
  ),
  ensure_ends_with: stringCall(1, 1, (text, args, env, node) => {
    const ending = stringArgument(args, 0, env, node);
    return text.endsWith(ending) ? text : text + ending;
  }),
  remove_beginning: stringCall(1, 1, (text, args, env, node) => {
    const beginning = stringArgument(args, 0, env, node);
    return text.startsWith(beginning) ? text.slice(beginning.length) : text;
  }),
  remove_ending: stringCall(1, 1, (text, args, env, node) => {
    const ending = stringArgument(args, 0, env, node);
    return text.endsWith(ending) ? text.slice(0, text.length - ending.length) : text;
  }),
  substring: stringCall(1, 2, (text, args, env, node) => {
    const from = intArgument(args, 0, env, node);
    const to = args.length > 1 ? intArgument(args, 1, env, node) : text.length;
    if (from < 0 || to < 0) throw env.failure('invalid-argument', 'The index must be at least 0.');
    if (from > text.length || to > text.length) {
      throw env.failure(
        'invalid-argument',
        `The index mustn't be greater than the length of the string, ${text.length}.`,
      );
    }
    if (from > to) {
      throw env.failure(
        'invalid-argument',
        `The begin index, ${from}, shouldn't be greater than the end index, ${to}.`,
      );
    }
    return text.slice(from, to);
  }),
};

/** Java's trim: everything up to the blank (U+0020) at both ends. */
export function trim(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && text.charCodeAt(start) <= 32) start++;
  while (start < end && text.charCodeAt(end - 1) <= 32) end--;
  return text.slice(start, end);
}

function indexOf(find: (text: string, part: string, from: number | undefined) => number): BuiltIn<string> {
  return stringCall(1, 2, (text, args, env, node) => {
    const part = stringArgument(args, 0, env, node);
    return find(text, part, args.length > 1 ? intArgument(args, 1, env, node) : undefined);
  });
}
