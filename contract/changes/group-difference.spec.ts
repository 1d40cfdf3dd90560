import { describe, expect, it } from 'vitest';
import { differenceLine } from './group-difference.ts';

describe('a part in which the items of a group differ', () => {
  it('lists the most frequent values', () => {
    const values = [
      { value: 'Identity', count: 1200 },
      { value: 'Platform', count: 1 },
    ];
    expect(differenceLine({ label: 'Description', distinct: 2, values })).toBe(
      'Description: 2 different values (“Identity” 1,200×, “Platform” 1×)',
    );
    expect(differenceLine({ label: 'Description', distinct: 9, values })).toBe(
      'Description: 9 different values (“Identity” 1,200×, “Platform” 1×, 7 more)',
    );
  });

  it('only counts values that are too long to list', () => {
    const values = [{ value: '', count: 3 }];
    expect(differenceLine({ label: 'Unchanged lines of Script', distinct: 40, values })).toBe(
      'Unchanged lines of Script: 40 different values',
    );
  });
});
