import { expect, it } from 'vitest';
import { linesOf } from './pasted-lines.ts';

it('splits pasted lines into entries, also from a list in code', () => {
  expect(linesOf('https://a.example/cb\r\n\n  https://b.example/cb  ')).toEqual([
    'https://a.example/cb',
    'https://b.example/cb',
  ]);
  expect(linesOf('[\n "https://a.example/cb",\n "https://b.example/cb"\n]')).toEqual([
    'https://a.example/cb',
    'https://b.example/cb',
  ]);
  expect(linesOf('https://a.example/cb')).toEqual(['https://a.example/cb']);
});
