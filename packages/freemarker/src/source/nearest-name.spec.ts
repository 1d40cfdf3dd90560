import { describe, expect, it } from 'vitest';
import { editDistance, nearestName } from './nearest-name.ts';

/** By its definition: the table of all beginnings of both texts. */
function plainDistance(a: string, b: string): number {
  const table: number[][] = [];
  const at = (i: number, j: number): number => table[i]?.[j] ?? Infinity;
  for (let i = 0; i <= a.length; i++) {
    const row: number[] = [];
    table.push(row);
    for (let j = 0; j <= b.length; j++) {
      const replaced = at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = isSwap ? at(i - 2, j - 2) + 1 : Infinity;
      row.push(i + j === 0 ? 0 : Math.min(at(i - 1, j) + 1, (row[j - 1] ?? Infinity) + 1, replaced, swapped));
    }
  }
  return at(a.length, b.length);
}

/** All texts of so many letters of two. */
function texts(length: number): readonly string[] {
  return length === 0 ? [''] : texts(length - 1).flatMap((text) => [`${text}a`, `${text}b`]);
}

describe('the distance of two names', () => {
  const all = [0, 1, 2, 3, 4, 5].flatMap(texts);

  it('is what the definition says, for all short texts', () => {
    for (const a of all) for (const b of all) expect(editDistance(a, b)).toBe(plainDistance(a, b));
  });

  it('is counted up to a limit', () => {
    for (const a of all) {
      for (const b of all) {
        const distance = plainDistance(a, b);
        for (const limit of [1, 2, 3]) {
          const found = editDistance(a, b, limit);
          if (distance < limit) expect(found).toBe(distance);
          else expect(found).toBeGreaterThanOrEqual(limit);
        }
      }
    }
  });
});

describe('the name that was meant', () => {
  it('is the nearest, whatever its case, if it is near enough', () => {
    expect(nearestName('uper_case', ['lower_case', 'upper_case', 'uncap_first'])).toBe('upper_case');
    expect(nearestName('Sieze', ['sizes', 'seize'])).toBe('seize');
    expect(nearestName('abc', ['xyz'])).toBeUndefined();
  });
});
