/** A set of code points, as a tree that can be tested and written as a JavaScript class. */
export type CharacterSet =
  | { readonly kind: 'ranges'; readonly ranges: readonly CodeRange[] }
  /** `source` is a Unicode property escape that JavaScript knows, such as `\p{Lu}`. */
  | { readonly kind: 'property'; readonly source: string }
  | { readonly kind: 'not'; readonly set: CharacterSet }
  | { readonly kind: 'or'; readonly sets: readonly CharacterSet[] }
  | { readonly kind: 'and'; readonly sets: readonly CharacterSet[] };

export type CodeRange = readonly [first: number, last: number];

/** `ranges('az', '_', '09')`: a pair of characters is a range. */
export function ranges(...items: readonly string[]): CharacterSet {
  return {
    kind: 'ranges',
    ranges: items.map((item) => [item.charCodeAt(0), item.charCodeAt(item.length - 1)] as const),
  };
}

export const single = (code: number): CharacterSet => ({ kind: 'ranges', ranges: [[code, code]] });
export const range = (first: number, last: number): CharacterSet => ({
  kind: 'ranges',
  ranges: [[first, last]],
});
export const property = (name: string): CharacterSet => ({ kind: 'property', source: `\\p{${name}}` });
export const not = (set: CharacterSet): CharacterSet => ({ kind: 'not', set });
export const or = (...sets: readonly CharacterSet[]): CharacterSet => ({ kind: 'or', sets });
export const and = (...sets: readonly CharacterSet[]): CharacterSet => ({ kind: 'and', sets });

export type CodeTest = (code: number) => boolean;

/** A fast test for membership; ASCII is answered from a table. */
export function codeTest(set: CharacterSet): CodeTest {
  const slow = treeTest(set);
  const ascii = new Uint8Array(128);
  for (let code = 0; code < 128; code++) ascii[code] = slow(code) ? 1 : 0;
  return (code) => (code < 128 ? ascii[code] === 1 : slow(code));
}

function treeTest(set: CharacterSet): CodeTest {
  switch (set.kind) {
    case 'ranges': {
      const { ranges: all } = set;
      return (code) => all.some(([first, last]) => code >= first && code <= last);
    }
    case 'property': {
      const regex = new RegExp(set.source, 'u');
      return (code) => regex.test(String.fromCodePoint(code));
    }
    case 'not': {
      const inner = treeTest(set.set);
      return (code) => !inner(code);
    }
    case 'or': {
      const tests = set.sets.map(treeTest);
      return (code) => tests.some((test) => test(code));
    }
    case 'and': {
      const tests = set.sets.map(treeTest);
      return (code) => tests.every((test) => test(code));
    }
  }
}

/** The set as a class of a JavaScript regular expression with the flag `v`. */
export function classSource(set: CharacterSet): string {
  switch (set.kind) {
    case 'ranges':
      return `[${set.ranges.map(([first, last]) => (first === last ? code(first) : `${code(first)}-${code(last)}`)).join('')}]`;
    case 'property':
      return set.source;
    case 'not':
      return `[^${classSource(set.set)}]`;
    case 'or':
      return `[${set.sets.map(classSource).join('')}]`;
    case 'and':
      return `[${set.sets.map(classSource).join('&&')}]`;
  }
}

const code = (value: number): string => `\\u{${value.toString(16)}}`;

export const isAsciiLetter = (value: number): boolean =>
  (value >= 65 && value <= 90) || (value >= 97 && value <= 122);

/** The other cases of a character: its ASCII counterpart, or every single-character case mapping of Unicode. */
export function caseVariants(value: number, fold: 'ascii' | 'unicode'): readonly number[] {
  if (fold === 'ascii') return isAsciiLetter(value) ? [value, value ^ 32] : [value];
  const text = String.fromCodePoint(value);
  const upper = singleCode(text.toUpperCase()) ?? value;
  const lower = singleCode(String.fromCodePoint(upper).toLowerCase()) ?? value;
  return [...new Set([value, upper, lower, singleCode(text.toLowerCase()) ?? value])];
}

function singleCode(text: string): number | undefined {
  const value = text.codePointAt(0);
  return value !== undefined && text.length === (value > 0xffff ? 2 : 1) ? value : undefined;
}

/** A range that also holds what differs from its members only in case. */
export function foldedRange(first: number, last: number, fold: 'none' | 'ascii' | 'unicode'): CharacterSet {
  const plain = range(first, last);
  if (fold === 'none') return plain;
  const all: CodeRange[] = [[first, last]];
  // Letters that exist in two cases are all below this code; beyond lie scripts without case.
  const highest = fold === 'ascii' ? 127 : 0x1e943;
  for (let value = first; value <= Math.min(last, highest); value++) {
    for (const variant of caseVariants(value, fold))
      if (variant < first || variant > last) all.push([variant, variant]);
  }
  return { kind: 'ranges', ranges: all };
}
