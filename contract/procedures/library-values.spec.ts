import { describe, expect, it } from 'vitest';
import type { LibraryArgument } from './library-argument.ts';
import { jobArguments, readArguments, zoneEntry } from './library-values.ts';

const argument = (type: LibraryArgument['type'], more: Partial<LibraryArgument> = {}): LibraryArgument => ({
  ...{ name: 'x', label: 'X', isRequired: false, description: '' },
  type,
  ...more,
});
const read = (type: LibraryArgument['type'], typed: string) =>
  readArguments({ parameters: [argument(type)] }, { x: typed, [zoneEntry]: 'Europe/Berlin' });

describe('an entered argument', () => {
  it.each([
    ['text', ' a ', 'a'],
    ['number', '10', 10],
    ['number', '-0.5', -0.5],
    ['boolean', 'true', true],
    ['boolean', 'false', false],
    ['date', '2026-02-28', '2026-02-28'],
    ['moment', '2026-07-01T09:30', 'Wed, 01 Jul 2026 07:30:00 GMT'],
    ['list', 'a\n\n b \n', ['a', 'b']],
  ] as const)('of type %s sends %j', (type, typed, value) => {
    expect(read(type, typed)).toEqual({ ok: true, values: [['x', value]] });
  });

  it.each([
    ['text', '\ud800', 'invalid character'],
    ['number', 'ten', 'Enter a number'],
    ['number', '1e5', 'Enter a number'],
    ['number', 'Infinity', 'Enter a number'],
    ['number', '9007199254740993', 'too large'],
    ['boolean', 'perhaps', 'yes or no'],
    ['date', '2026-02-29', 'Enter a date'],
    ['date', '28.02.2026', 'Enter a date'],
    ['moment', '2026-03-29T02:30', 'skipped in'],
    ['moment', 'now', 'Enter a date and time'],
  ] as const)('of type %s rejects %j', (type, typed, message) => {
    expect(read(type, typed)).toMatchObject({
      ok: false,
      problems: [{ name: 'x', message: expect.stringContaining(message) as unknown }],
    });
  });

  it('is omitted if empty, and reported if required', () => {
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

describe('a helper argument', () => {
  it('is not sent, neither in a call nor as an object', () => {
    const parameters = [argument('text', { name: 'server', isHelper: true }), argument('text')];
    const entered = { server: '1', x: '2' };
    const values = readArguments({ parameters }, entered);
    expect(values).toEqual({ ok: true, values: [['x', '2']] });
    expect(values.ok && jobArguments({ parameters }, entered, values.values)).toEqual({ x: '2' });
  });
});

describe('an access window', () => {
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

  it('is rejected at its end time if it ends before it starts', () => {
    for (const until of [from, '2026-10-24T23:00']) {
      expect(readArguments({ parameters }, { 'O.From': from, 'O.Until': until })).toMatchObject({
        ok: false,
        problems: [{ name: 'O.Until', message: expect.stringContaining('“From”') as unknown }],
      });
    }
  });

  it('is sent as an object with null for empty values, and omitted if there is none', () => {
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
