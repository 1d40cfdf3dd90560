import { describe, expect, it } from 'vitest';
import { parameterNames, parameterValue } from './query-parameters.ts';

describe('parameters of a query', () => {
  it('are found in order, once, and never inside text or comments', () => {
    const text = `select ':no', ":no" from T -- :no
      /* :no */ where a = :since and b in (:users) or c > :since`;
    expect(parameterNames(text)).toEqual(['since', 'users']);
  });

  it('become values of their type, or nothing when what was typed is none', () => {
    expect(parameterValue('number', ' 4.5 ')).toBe(4.5);
    expect(parameterValue('number', 'four')).toBeUndefined();
    expect(parameterValue('list', 'a, b ,,c')).toEqual(['a', 'b', 'c']);
    expect(parameterValue('list', ' , ')).toBeUndefined();
    expect(parameterValue('null', 'ignored')).toBeNull();
    expect(parameterValue('text', '')).toBe('');
  });
});
