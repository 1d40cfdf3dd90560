import { describe, expect, it } from 'vitest';
import { render } from '../../engine.ts';
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

  it('finds the whole text, and parts at its start and at its end', () => {
    const text = 'ab'.repeat(2_000);
    const whole = new TextSearch(text);
    expect([whole.first(text), whole.last(text), whole.split(text)]).toEqual([0, 0, ['', '']]);
    expect([whole.first(`${text}a`), whole.last(`a${text}`), whole.last(`b${text}`)]).toEqual([0, 1, 1]);
  });
});

describe('a built-in that searches', () => {
  const half = 'a'.repeat(75_000);
  const model = { h: half, n: `${half}b${half}`, s: 'a'.repeat(300_000) };

  it.each([
    ['contains', '${s?contains(n)?c}', 5],
    ['index_of', '${s?index_of(n)?c}', 2],
    ['index_of from somewhere', '${s?index_of(n, 10)?c}', 2],
    ['last_index_of', '${s?last_index_of(n)?c}', 2],
    ['last_index_of from somewhere', '${s?last_index_of(n, 290000)?c}', 2],
    ['last_index_of of an ending', '${s?last_index_of(h + h + "b")?c}', 2],
    ['replace', '${s?replace(n, "")?length?c}', 6],
    ['replace once', '${s?replace(n, "", "f")?length?c}', 6],
    ['replace in any case', '${s?replace(n, "", "i")?length?c}', 6],
    ['split', '${s?split(n)?size}', 1],
    ['split in any case', '${s?split(n, "i")?size}', 1],
    ['keep_before', '${s?keep_before(n)?length?c}', 6],
    ['keep_after', '[${s?keep_after(n)}]', 2],
    ['keep_before_last', '${s?keep_before_last(n)?length?c}', 6],
    ['keep_after_last', '[${s?keep_after_last(n, "i")}]', 2],
    ['starts_with', '${s?starts_with(n)?c}', 5],
    ['ends_with', '${s?ends_with(n)?c}', 5],
    ['remove_beginning', '${s?remove_beginning(n)?length?c}', 6],
    ['remove_ending', '${s?remove_ending(n)?length?c}', 6],
    ['ensure_starts_with', '${s?ensure_starts_with(n, "x", "i")?length?c}', 6],
  ])('goes over a long text once, whatever it looks for: ?%s', (_name, use, length) => {
    const before = process.cpuUsage();
    expect(render(use, model)).toHaveLength(length);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(1_000);
  });
});
