import type { Random } from './random.ts';

/** What the expressions below read. */
export const MODEL = {
  s: 'Some "text"',
  mk: `<i>&'"`,
  empty: '',
  digits: '12.5',
  n: 7,
  d: 2.5,
  neg: -3,
  big: 12345678,
  b: true,
  l: ['x', 'Y', 'z'],
  nums: [3, 1, 2.5],
  h: { a: 1, b: 'two', c: { d: 'deep' } },
  rows: [
    { id: 1, tag: 'one' },
    { id: 2, tag: 'two' },
  ],
  dt: { $type: 'datetime', value: 1_700_000_000_123 },
  day: { $type: 'date', value: 1_700_000_000_123 },
  dbl: { $type: 'double', value: 0.125 },
  nul: null,
} as const;

const ESCAPES: Readonly<Record<string, readonly [string, ...string[]]>> = {
  '\n': ['\\n', '\\xA', '\n'],
  '\t': ['\\t', '\t'],
  '\\': ['\\\\', '\\x5C'],
  '<': ['<', '\\l', '\\x3C'],
  '>': ['>', '\\g'],
  '&': ['&', '\\a'],
  '{': ['{', '{', '{', '\\{'],
  A: ['A', '\\x41', '\\x041'],
};

/** A string literal with the content, each of whose characters is written as it is or escaped. */
export function literalOf(content: string, r: Random): string {
  if (r.chance(0.05) && !content.includes("'")) return `r'${content}'`;
  const quote = r.pick(['"', "'"]);
  const escapes = r.chance(0.6);
  const written = Array.from(content, (c) => {
    if (c === quote || (c === '"' && escapes && r.chance(0.2))) return r.pick([`\\${c}`, `\\${c}`, hex(c)]);
    const ways = ESCAPES[c];
    if (c === '\\') return '\\\\';
    return ways === undefined || !escapes ? c : r.pick(ways);
  });
  return quote + written.join('') + quote;
}

const hex = (c: string): string => `\\x${c.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;

const FORMATS = ['m2', 'M2', 'm1M3', 'M3m1', 'm0', 'M0', 'm0M0', 'm2M2', 'M10'] as const;
const BAD_FORMATS = ['m', 'M', 'm3M1', 'x2', 'm60', 'M51', 'm2x', 'M1m1M1', 'm99'] as const;

/** `#{…}`, mostly with a format. */
export function numericInterpolation(r: Random): string {
  const value = r.pick<() => string>([() => number(r), () => number(r), () => any(r, 1)])();
  const format = r.chance(0.75) ? `; ${r.chance(0.06) ? r.pick(BAD_FORMATS) : r.pick(FORMATS)}` : '';
  return `#{${value}${format}}`;
}

/** The content of a literal: text and interpolations, which hold literals in turn. */
export function content(r: Random, depth: number): string {
  const part = (): string =>
    r.pick<() => string>([
      () => r.pick(['text', 'A', ' ', '\n', '\t', '\\', '<b>', '&', 'ä😀', '"', "'", '{', '}', '$', '#', '']),
      () => r.pick(['line\n', 'a\\b', 'A\tB']),
      () => `\${${any(r, depth - 1)}}`,
      () => `\${${string(r, depth - 1)}}`,
      () => numericInterpolation(r),
    ])();
  return r.several(1, 4, part).join('');
}

export function string(r: Random, depth: number): string {
  if (depth <= 0)
    return r.pick(['s', 'mk', 'empty', 'h.b', 'l[1]', '"lit"', 'digits', "nope!'none'", 'h.c.d']);
  return r.pick<() => string>([
    () => literalOf(content(r, depth), r),
    () => literalOf(content(r, depth), r),
    () => literalOf(content(r, depth), r),
    () =>
      `${string(r, depth - 1)}${r.pick(['?upper_case', '?trim', '?html', '?json_string', '?cap_first', '?j_string'])}`,
    () => `(${string(r, depth - 1)} + ${string(r, depth - 1)})`,
    () => `b?then(${string(r, depth - 1)}, ${string(r, depth - 1)})`,
    () => `nope!${string(r, depth - 1)}`,
    () => `(nope.x)!${string(r, depth - 1)}`,
    () => `[${string(r, depth - 1)}, "z"][${r.pick(['0', '1'])}]`,
    () => `{"k": ${string(r, depth - 1)}}.k`,
    () => `(${literalOf(string(r, depth - 1), r)})?eval`,
  ])();
}

export function number(r: Random): string {
  return r.pick([
    'n',
    'd',
    'neg',
    'big',
    'dbl',
    '7',
    '1.5',
    '0',
    'nums[0]',
    'h.a',
    'l?size',
    'n / 3',
    'digits?number',
    '0.005',
    '-n',
    '2.675',
    '1e3'.slice(0, 1),
  ]);
}

export function list(r: Random): string {
  return r.pick([
    'l',
    'nums',
    'rows',
    '1..3',
    '[]',
    '["q", "r"]',
    'l + nums',
    'rows?map(x -> x.tag)',
    'h?keys',
    '3..1',
    'nums?sort',
    'l[0..1]',
  ]);
}

/** Something that fails when it is evaluated, or when it is printed. */
export function failing(r: Random): string {
  return r.pick([
    'nope',
    'h.nope',
    's?number',
    'n.x',
    'l',
    's.x.y',
    '1 / 0',
    'b',
    'l[9]',
    'h',
    's + nope',
    's?date("yyyy")',
    's * 2',
    'n?upper_case.x',
    'nope.x',
    'nul',
    's?substring(99)',
    'n()',
    'f?c',
    'n gt s',
    'rows?sort_by("nope")',
    '"a"?eval',
    '"1 +"?eval',
  ]);
}

export function any(r: Random, depth: number): string {
  if (r.chance(0.05)) return failing(r);
  return r.pick<() => string>([
    () => string(r, depth),
    () => string(r, depth),
    () => number(r),
    () => `${list(r)}?join(${string(r, Math.min(depth - 1, 1))})`,
    () => `(${condition(r)})?c`,
    () => `dt?string(${literalOf(r.pick(['yyyy', 'HH:mm', "yyyy-MM-dd'T'HH", 'd MMM']), r)})`,
  ])();
}

export function condition(r: Random): string {
  return r.pick([
    'b',
    '!b',
    'n gt 3',
    'nope??',
    's == "x"',
    'l?size == 3',
    'd lt n',
    '(h.c.d)??',
    'n % 2 == 1',
    'empty?has_content',
    'b && n gte 7',
    'nope?? || b',
  ]);
}
