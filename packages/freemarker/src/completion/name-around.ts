/** A name and its position. Offsets are UTF-16 units from 0. */
export interface NameAround {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

/** The name that `offset` is in, or at an end of; undefined where there is none, and in a text that is one by chance. */
export function nameAround(source: string, offset: number): NameAround | undefined {
  const before = /[\p{L}\p{N}_$]*$/u.exec(source.slice(Math.max(0, offset - longest), offset))?.[0] ?? '';
  const after = /^[\p{L}\p{N}_$]*/u.exec(source.slice(offset, offset + longest))?.[0] ?? '';
  const [from, to] = [offset - before.length, offset + after.length];
  const quote = source.charAt(from - 1);
  const isQuoted = (quote === '"' || quote === "'") && source.charAt(to) === quote;
  return from === to || isQuoted ? undefined : { name: before + after, from, to };
}

/** Characters on either side: no variable has a longer name. */
const longest = 200;
