import { RegexReplacementError } from './regex-errors.ts';
import type { RegexMatch } from './java-regex.ts';

/** A piece of a replacement: text, or the number of a group. */
export type ReplacementPart = string | number;

interface Groups {
  readonly groupCount: number;
  readonly groupNames: ReadonlyMap<string, number>;
}

/**
 * Reads a replacement by the rules of java.util.regex.Matcher: `$1`, `${name}`, and a backslash before a character
 * that stands for itself.
 * @throws RegexReplacementError
 */
export function parseReplacement(source: string, groups: Groups): readonly ReplacementPart[] {
  const parts: ReplacementPart[] = [];
  let text = '';
  for (let at = 0; at < source.length; at++) {
    const ch = source.charAt(at);
    if (ch === '\\') {
      if (++at >= source.length) throw new RegexReplacementError('character to be escaped is missing');
      text += source.charAt(at);
    } else if (ch === '$') {
      const reference = readReference(source, at + 1, groups);
      parts.push(text, reference.group);
      text = '';
      at = reference.end - 1;
    } else text += ch;
  }
  parts.push(text);
  return parts;
}

function readReference(source: string, start: number, groups: Groups): { group: number; end: number } {
  if (start >= source.length)
    throw new RegexReplacementError('Illegal group reference: group index is missing');
  if (source.charAt(start) === '{') return readName(source, start + 1, groups);
  const first = source.charAt(start);
  if (!/[0-9]/.test(first)) throw new RegexReplacementError('Illegal group reference');
  let group = Number(first);
  if (group > groups.groupCount) throw new RegexReplacementError(`No group ${group}`);
  let end = start + 1;
  // More digits belong to the number as long as such a group exists.
  for (; /[0-9]/.test(source.charAt(end)); end++) {
    const longer = group * 10 + Number(source.charAt(end));
    if (longer > groups.groupCount) break;
    group = longer;
  }
  return { group, end };
}

function readName(source: string, start: number, groups: Groups): { group: number; end: number } {
  const name = /^[a-zA-Z0-9]*/.exec(source.slice(start))?.[0] ?? '';
  if (name === '') throw new RegexReplacementError("named capturing group is missing trailing '}'");
  if (source.charAt(start + name.length) !== '}') {
    throw new RegexReplacementError("named capturing group is missing trailing '}'");
  }
  if (/^[0-9]/.test(name)) {
    throw new RegexReplacementError(`capturing group name {${name}} starts with digit character`);
  }
  const group = groups.groupNames.get(name);
  if (group === undefined) throw new RegexReplacementError(`No group with name {${name}}`);
  return { group, end: start + name.length + 1 };
}

/** The text of a replacement for one match; a group that took no part leaves nothing. */
export function expandReplacement(parts: readonly ReplacementPart[], match: RegexMatch): string {
  let out = '';
  for (const part of parts) out += typeof part === 'string' ? part : (match.groups[part] ?? '');
  return out;
}
