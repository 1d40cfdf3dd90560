import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { beforeAll, describe, expect, it } from 'vitest';
import { compile } from './index.ts';

let collectGarbage: () => void;
beforeAll(() => {
  setFlagsFromString('--expose-gc');
  collectGarbage = runInNewContext('gc') as () => void;
});

/** What is in the heap more than before, in bytes, while `make` holds what it has made. */
function heldBy<Result>(make: () => Result): { readonly bytes: number; readonly result: Result } {
  collectGarbage();
  const before = getHeapStatistics().used_heap_size;
  const result = make();
  collectGarbage();
  return { bytes: getHeapStatistics().used_heap_size - before, result };
}

describe('the memory of a rendering', () => {
  // As pieces that point to each other, two characters would take 32 bytes and more.
  it.each([
    [
      'a string that grows bit by bit',
      '<#assign s = ""><#list 1..400000 as i><#assign s += "ab"></#list>${s}',
    ],
    ['a sum of strings', '<#assign s = ""><#list 1..400000 as i><#assign s = s + "ab"></#list>${s}'],
    ['the output', '<#list 1..400000 as i>ab</#list>'],
  ])('is a few bytes for each character of %s', (_what, template) => {
    const render = compile(template, { limits: { milliseconds: 60_000 } });
    render();
    const { bytes, result } = heldBy(() => render());
    expect(result).toHaveLength(800_000);
    expect(bytes).toBeLessThan(4 * result.length);
  });

  it.each([
    ['date formats', '${0?number_to_datetime?string("yyyy\'" + i + "\'")}'],
    ['number formats', '${1?string("0\'" + i + "\'")}'],
    ['regular expressions', '${"a"?replace("x" + i, "", "r")}'],
    [
      'locales',
      '<#setting locale="en_" + i>${1.5}${0?number_to_datetime?string.medium}${["b", "a"]?sort?first}',
    ],
  ])('does not grow with the %s that a template makes up', (_what, printed) => {
    const render = (from: number): void => {
      const template = `<#list ${from}..${from + 4_999} as i>${printed}</#list>`;
      compile(template, { limits: { milliseconds: 60_000 } })();
    };
    render(10_000);
    const { bytes } = heldBy(() => {
      for (let round = 2; round < 6; round++) render(round * 10_000);
    });
    // Twenty thousand of them would take ten megabytes and more.
    expect(bytes).toBeLessThan(5_000_000);
  });
});
