import { expect, it } from 'vitest';
import { fullWidthFields } from './field-lines.ts';

const short = (path: string) => ({ path, type: 'text' }) as const;
const wide = (path: string) => ({ path, type: 'url' }) as const;

it('puts two short fields on one line, and wide or single ones on their own', () => {
  const fullWidth = (...fields: Parameters<typeof fullWidthFields>[0]) => [...fullWidthFields(fields)].sort();
  expect(fullWidth(short('a'), short('b'))).toEqual([]);
  expect(fullWidth(short('a'), wide('b'), short('c'))).toEqual(['a', 'b', 'c']);
  expect(fullWidth(short('a'), short('b'), short('c'), wide('d'))).toEqual(['c', 'd']);
  expect(fullWidth({ ...short('a'), isRequired: true }, short('b'), short('c'))).toEqual(['a']);
});
