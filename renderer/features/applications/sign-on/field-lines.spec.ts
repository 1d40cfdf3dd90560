import { expect, it } from 'vitest';
import { fullWidthFields } from './field-lines.ts';

const short = (path: string) => ({ path, type: 'text' }) as const;
const wide = (path: string) => ({ path, type: 'urls' }) as const;

it('puts two single values on one line, and lists or lone values on their own', () => {
  const fullWidth = (...fields: Parameters<typeof fullWidthFields>[0]) => [...fullWidthFields(fields)].sort();
  expect(fullWidth(short('a'), short('b'))).toEqual([]);
  expect(fullWidth(short('a'), wide('b'), short('c'))).toEqual(['a', 'b', 'c']);
  expect(fullWidth(short('a'), short('b'), short('c'), wide('d'))).toEqual(['c', 'd']);
  expect(fullWidth({ path: 'a', type: 'url' }, short('b'))).toEqual([]);
});
