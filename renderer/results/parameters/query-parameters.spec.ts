import { describe, expect, it } from 'vitest';
import { enteredFor, parameterValue, parameterValues, problemsOf, withEntered } from './query-parameters.ts';

describe('parameters of a query', () => {
  it.each([
    ['text', 'x ', 'x '],
    ['text', '', undefined],
    ['empty', 'ignored', ''],
    ['number', ' 4.5 ', 4.5],
    ['number', 'four', undefined],
    ['number', '', undefined],
    ['number', 'Infinity', undefined],
    ['number', '0x10', undefined],
    ['number', '-1.5e3', -1500],
    ['number', '9007199254740991', 9007199254740991],
    ['number', '9007199254740993', undefined],
    ['date', '2026-02-28', '2026-02-28'],
    ['date', '2026-02-29', undefined],
    ['date', ' 2026-02-28 09:30 ', '2026-02-28 09:30:00'],
    ['date', '2026-02-28T09:30:15Z', '2026-02-28 09:30:15'],
    ['date', '2026-02-28 25:00', undefined],
    ['date', 'yesterday', undefined],
    ['boolean', 'true', true],
    ['boolean', 'false', false],
    ['boolean', '', undefined],
    ['list', 'a, b ,,c', ['a', 'b', 'c']],
    ['list', ' , ', undefined],
    ['list', '"Smith, Ada" ,  "a ""b"" c",d e', ['Smith, Ada', 'a "b" c', 'd e']],
    ['list', "O'Brien", ["O'Brien"]],
    ['list', '1, 2', ['1', '2']],
    ['numbers', '1, -2.5 ,, 3e2', [1, -2.5, 300]],
    ['numbers', '1, 0x10', undefined],
    ['numbers', '1, 9007199254740993', undefined],
    ['numbers', '1); DROP TABLE x--', undefined],
    ['numbers', ' , ', undefined],
    ['list', '"never closed, b', undefined],
    ['list', 'a"b', undefined],
    ['null', 'ignored', null],
  ] as const)('%s of %j', (type, typed, value) => {
    expect(parameterValue(type, typed)).toEqual(value);
  });

  it('have no value until something is entered, and say what to do', () => {
    const parameters = enteredFor(['since', 'name'], [{ name: 'since', type: 'date', text: 'x' }]);
    expect(problemsOf(parameters)).toEqual([
      { name: 'since', message: expect.stringContaining('2026-01-31') as unknown },
      { name: 'name', message: expect.stringContaining('empty text') as unknown },
    ]);
    expect(parameterValues(parameters)).toEqual({});
  });

  it('say what to do about a number that would be rounded', () => {
    const messageOf = (text: string) => problemsOf([{ name: 'n', type: 'number', text }])[0]?.message;
    expect(messageOf('90071992547409930')).toContain('Enter it as text');
    expect(messageOf('ninety')).toBe('Enter a number.');
    const ofList = (text: string) => problemsOf([{ name: 'n', type: 'numbers', text }])[0]?.message;
    expect(ofList('1, 90071992547409930')).toContain('Enter them as a list of texts');
    expect(ofList('1, ninety')).toBe('Enter comma-separated numbers.');
    expect(ofList(' , ')).toBe('Enter comma-separated numbers.');
  });

  it('keep entered values of removed names, and ignore names of the prototype', () => {
    const entered = withEntered([{ name: 'old', type: 'text', text: 'kept' }], {
      name: '__proto__',
      type: 'text',
      text: 'x',
    });
    expect(entered.map(({ name }) => name)).toEqual(['old', '__proto__']);
    const values = parameterValues(enteredFor(['__proto__', 'constructor'], entered));
    expect(Object.entries(values)).toEqual([['__proto__', 'x']]);
    expect(Object.hasOwn(values, 'constructor')).toBe(false);
  });
});
