import { expect, it } from 'vitest';
import { foundParts } from './found-parts.ts';

const marked = (text: string, wanted: string) =>
  foundParts(text, wanted)
    .map((part) => (part.isMatch ? `[${part.text}]` : part.text))
    .join('');

it('marks every match, ignoring case, and takes special characters literally', () => {
  expect(marked('One, one, ONE', 'one')).toBe('[One], [one], [ONE]');
  expect(marked('a.b (a*b) a\\b [x] a-b', '.')).toBe('a[.]b (a*b) a\\b [x] a-b');
  expect(marked('a.b (a*b)', '(a*b)')).toBe('a.b [(a*b)]');
  expect(marked('a-b/c', '-')).toBe('a[-]b/c');
  expect(marked('a-b/c', 'b/')).toBe('a-[b/]c');
  expect(marked('İstanbul ist', 'ist')).toBe('İstanbul [ist]');
  expect(marked('text', '')).toBe('text');
  expect(marked('', 'x')).toBe('');
});

it('keeps the whole text, even where it stops marking', () => {
  const text = 'ab'.repeat(3000);
  const parts = foundParts(text, 'a');
  expect(parts.map((part) => part.text).join('')).toBe(text);
  expect(parts.filter(({ isMatch }) => isMatch)).toHaveLength(2000);
});
