import { expect, it } from 'vitest';
import { onLinesOfTheirOwn } from './field-lines.ts';

const short = (path: string) => ({ path, type: 'text' }) as const;
const wide = (path: string) => ({ path, type: 'url' }) as const;

it('puts two short fields on one line, and gives a line to what is wide or alone', () => {
  const own = (...fields: Parameters<typeof onLinesOfTheirOwn>[0]) => [...onLinesOfTheirOwn(fields)].sort();
  expect(own(short('a'), short('b'))).toEqual([]);
  expect(own(short('a'), wide('b'), short('c'))).toEqual(['a', 'b', 'c']);
  expect(own(short('a'), short('b'), short('c'), wide('d'))).toEqual(['c', 'd']);
  expect(own({ ...short('a'), isRequired: true }, short('b'), short('c'))).toEqual(['a']);
});
