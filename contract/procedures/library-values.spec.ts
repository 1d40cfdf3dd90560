import { describe, expect, it } from 'vitest';
import type { LibraryArgument } from './library-argument.ts';
import { jobArguments, readArguments, zoneEntry } from './library-values.ts';

const argument = (type: LibraryArgument['type'], more: Partial<LibraryArgument> = {}): LibraryArgument => ({
  ...{ name: 'x', label: 'X', isRequired: false, words: '' },
  type,
  ...more,
});
const read = (type: LibraryArgument['type'], typed: string) =>
  readArguments({ parameters: [argument(type)] }, { x: typed, [zoneEntry]: 'Europe/Berlin' });

describe('what is typed for an argument', () => {
  it.each([
    ['text', ' a ', 'a'],
    ['number', '10', 10],
    ['number', '-0.5', -0.5],
    ['boolean', 'true', true],
    ['boolean', 'false', false],
    ['date', '2026-02-28', '2026-02-28'],
    ['moment', '2026-07-01T09:30', 'Wed, 01 Jul 2026 07:30:00 GMT'],
    ['list', 'a\n\n b \n', ['a', 'b']],
  ] as const)('of %s: %j is sent', (type, typed, value) => {
    expect(read(type, typed)).toEqual({ ok: true, values: [['x', value]] });
  });

  it.each([
    ['text', '\ud800', 'half a character'],
    ['number', 'ten', 'Enter a number'],
    ['number', '1e5', 'Enter a number'],
    ['number', 'Infinity', 'Enter a number'],
    ['number', '9007199254740993', 'too large'],
    ['boolean', 'perhaps', 'yes or no'],
    ['date', '2026-02-29', 'Enter a day'],
    ['date', '28.02.2026', 'Enter a day'],
    ['moment', '2026-03-29T02:30', 'put forward'],
    ['moment', 'now', 'Enter a day and a time'],
  ] as const)('of %s: %j is refused', (type, typed, message) => {
    expect(read(type, typed)).toMatchObject({
      ok: false,
      problems: [{ name: 'x', message: expect.stringContaining(message) as unknown }],
    });
  });

  it('is not sent where it was left blank, and asked for where it is required', () => {
    expect(read('text', ' ')).toEqual({ ok: true, values: [] });
    const parameters = [
      argument('text', { name: 'a', label: 'A', isRequired: true }),
      argument('number', { name: 'b', label: 'B', isRequired: true }),
    ];
    expect(readArguments({ parameters }, { b: 'x' })).toMatchObject({
      ok: false,
      problems: [{ name: 'a', message: 'Enter a value for “A”.' }, { name: 'b' }],
    });
  });
});

describe('what only narrows the choice of another', () => {
  it('is not sent, neither behind a file nor as an object', () => {
    const parameters = [argument('text', { name: 'server', isHelper: true }), argument('text')];
    const entered = { server: '1', x: '2' };
    const values = readArguments({ parameters }, entered);
    expect(values).toEqual({ ok: true, values: [['x', '2']] });
    expect(values.ok && jobArguments({ parameters }, entered, values.values)).toEqual({ x: '2' });
  });
});

describe('a window', () => {
  const parameters = [
    argument('text', { name: 'O.Type', initial: 'window' }),
    argument('moment', { name: 'O.From', label: 'From', onlyWith: { name: 'O.Type', value: 'window' } }),
    argument('moment', {
      ...{ name: 'O.Until', label: 'Until', after: 'O.From' },
      onlyWith: { name: 'O.Type', value: 'window' },
    }),
    argument('long-text', { name: 'Reason' }),
  ];
  const from = '2026-10-25T02:10';

  it('that ends before it begins is refused at its end', () => {
    for (const until of [from, '2026-10-24T23:00']) {
      expect(readArguments({ parameters }, { 'O.From': from, 'O.Until': until })).toMatchObject({
        ok: false,
        problems: [{ name: 'O.Until', message: expect.stringContaining('“From”') as unknown }],
      });
    }
  });

  it('is sent in an object, what was left blank as null, and not asked for where there is none', () => {
    const entered = { 'O.From': from, 'O.Until': '2026-10-25T03:10', [zoneEntry]: 'UTC' };
    const values = readArguments({ parameters }, entered);
    expect(values.ok && jobArguments({ parameters }, entered, values.values)).toEqual({
      O: {
        ...{ Type: 'window', From: 'Sun, 25 Oct 2026 02:10:00 GMT' },
        Until: 'Sun, 25 Oct 2026 03:10:00 GMT',
      },
      Reason: null,
    });
    const permanent = { 'O.Type': 'permanent' };
    const none = readArguments({ parameters }, permanent);
    expect(none.ok && jobArguments({ parameters }, permanent, none.values)).toEqual({
      ...{ O: { Type: 'permanent' }, Reason: null },
    });
  });
});
