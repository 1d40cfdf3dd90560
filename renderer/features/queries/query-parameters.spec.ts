import { describe, expect, it } from 'vitest';
import { parameterValue } from './query-parameters.ts';

describe('parameters of a query', () => {
  it('become values of their type, or nothing when what was typed is none', () => {
    expect(parameterValue('number', ' 4.5 ')).toBe(4.5);
    expect(parameterValue('number', 'four')).toBeUndefined();
    expect(parameterValue('list', 'a, b ,,c')).toEqual(['a', 'b', 'c']);
    expect(parameterValue('list', ' , ')).toBeUndefined();
    expect(parameterValue('null', 'ignored')).toBeNull();
    expect(parameterValue('text', '')).toBe('');
  });
});
