import { describe, expect, it } from 'vitest';
import { jobLibrary } from '../../../contract/jobs/job-library.ts';
import type { LibraryArgument } from '../../../contract/procedures/library-argument.ts';
import { procedureLibrary } from '../../../contract/procedures/procedure-library.ts';
import { argumentsJson, readArgumentsJson } from './arguments-json.ts';

const accounts = procedureLibrary.find(({ id }) => id === 'accounts');
const access = jobLibrary.find(({ id }) => id === 'server-account-access');
if (accounts === undefined || access === undefined) throw new Error('The library has changed.');
const list: LibraryArgument = { name: 'ids', label: 'IDs', type: 'list', isRequired: false, description: '' };

describe('arguments as JSON', () => {
  it('contain the sent values with their types', () => {
    expect(JSON.parse(argumentsJson(accounts, { mode: 'Managed', localOnly: 'true' }))).toEqual({
      ...{ mode: 'Managed', localOnly: true },
    });
    expect(argumentsJson(accounts, {})).toBe('{}');
  });

  it('round-trip, including objects and times', () => {
    const entered = {
      ...{ 'time zone': 'Europe/Berlin', PVID: '7', AccessType: 'Login', Reason: '' },
      'RequestedOptions.AssignmentType': 'window',
      'RequestedOptions.StartTime': '2026-07-01T09:30',
      'RequestedOptions.EndTime': '2026-07-01T11:30',
    };
    const text = argumentsJson(access, entered);
    expect(JSON.parse(text)).toMatchObject({
      RequestedOptions: { StartTime: 'Wed, 01 Jul 2026 07:30:00 GMT' },
    });
    const { 'time zone': _zone, ...texts } = entered;
    expect(readArgumentsJson(access, entered, text)).toEqual({ ok: true, entered: texts });
    const parameters = [list];
    expect(readArgumentsJson({ parameters }, {}, '{"ids":["a",2]}')).toEqual({
      ...{ ok: true, entered: { ids: 'a\n2' } },
    });
  });

  it('keep invalid values as typed', () => {
    expect(JSON.parse(argumentsJson(access, { 'RequestedOptions.StartTime': 'soon' }))).toMatchObject({
      RequestedOptions: { StartTime: 'soon' },
    });
  });

  it.each([
    ['{', 'Invalid JSON'],
    ['[1]', 'an object'],
    ['null', 'an object'],
    ['{"nothing":1}', 'Unknown argument “nothing”'],
    ['{"mode":{"a":1}}', '“mode” can’t have'],
    ['{"mode":["a"]}', '“mode” can’t have'],
    ['{"__proto__":{"a":1}}', 'Unknown argument “__proto__.a”'],
  ])('are rejected: %s', (text, message) => {
    expect(readArgumentsJson(accounts, {}, text)).toMatchObject({
      ok: false,
      message: expect.stringContaining(message) as unknown,
    });
  });
});
