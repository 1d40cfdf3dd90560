import { describe, expect, it } from 'vitest';
import { TextSearch } from './text-search.ts';

/** Numbers from 0 below 1, the same in each run. Source: Numerical Recipes, chapter 7.1. */
function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const random = randomNumbers(7);
const below = (limit: number): number => Math.floor(random() * limit);
const letters = (count: number): string => Array.from({ length: count }, () => 'ab'[below(2)]).join('');

/** Long enough not to be left to the engine, and full of parts that look like others. */
function repetitiveText(): string {
  const parts = [letters(1 + below(40)), letters(1 + below(5))];
  let text = '';
  while (text.length < 40_000) text += below(20) === 0 ? letters(3) : (parts[below(2)] ?? '');
  return text;
}

const cases = Array.from({ length: 60 }, (_, index) => {
  const text = repetitiveText();
  const from = below(text.length - 600);
  const wanted = text.slice(from, from + 33 + below(500));
  return {
    index,
    text,
    wanted: index % 3 === 0 ? `${wanted.slice(1)}${index % 2 === 0 ? 'a' : 'b'}` : wanted,
  };
});

describe('the search for a text', () => {
  it.each(cases)('finds what the engine finds, in repetitive text $index', ({ text, wanted }) => {
    const search = new TextSearch(wanted);
    expect(search.first(text)).toBe(text.indexOf(wanted));
    expect(search.last(text)).toBe(text.lastIndexOf(wanted));
    expect(search.split(text)).toEqual(text.split(wanted));
    for (const from of [-5, 0, 1, below(text.length), below(text.length), text.length, text.length + 5]) {
      expect([from, search.first(text, from)]).toEqual([from, text.indexOf(wanted, from)]);
      expect([from, search.last(text, from)]).toEqual([from, text.lastIndexOf(wanted, from)]);
    }
  });

  it('finds nothing in a shorter text, and the empty text everywhere', () => {
    const long = new TextSearch('a'.repeat(100));
    expect([long.first('a'), long.last('a'), long.split('a')]).toEqual([-1, -1, ['a']]);
    const empty = new TextSearch('');
    expect([empty.first('abc', 2), empty.last('abc'), empty.split('abc')]).toEqual([2, 3, ['a', 'b', 'c']]);
  });

  it('finds a text of its own length, at its start and at its end', () => {
    const text = 'ab'.repeat(2_000);
    const whole = new TextSearch(text);
    expect([whole.first(text), whole.last(text), whole.split(text)]).toEqual([0, 0, ['', '']]);
    expect([whole.first(`${text}a`), whole.last(`a${text}`), whole.last(`b${text}`)]).toEqual([0, 1, 1]);
  });
});
