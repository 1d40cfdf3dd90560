import { describe, expect, it } from 'vitest';
import { sampleLimits } from '../../../../contract/webhooks/sample-limits.ts';
import { render } from '@tenant-desk/freemarker';
import { modelOf } from '../template/handle-template-request.ts';
import { readSample, readSampleFile, sampleText } from './sample-text.ts';

/** The marked texts, with their messages. */
function marked(text: string): readonly (readonly [string, string])[] {
  const read = readSample(text);
  return read.ok
    ? []
    : read.problems.map(({ from, to, message }) => [text.slice(from, to), message] as const);
}

describe('a file of samples', () => {
  it('preserves every digit of numbers beyond double precision', () => {
    expect(readSampleFile('a.json', '{"id":12345678901234567890}')).toMatchObject({
      samples: [{ columns: [{ name: 'id', value: { $number: '12345678901234567890' } }] }],
    });
  });
});

describe('the text of a sample', () => {
  it('parses back unchanged, with any column names and values', () => {
    const columns = [
      { name: 'user_name', value: 'Zoë "the admin"\n\u2028' },
      { name: '__proto__', value: 'own' },
      { name: 'failed_attempts', value: 3 },
      { name: 'is_new_device', value: false },
      { name: 'agent_id', value: null },
    ];
    expect(readSample(sampleText(columns))).toEqual({ ok: true, columns });
    expect(readSample(sampleText([]))).toEqual({ ok: true, columns: [] });
  });

  it("is marked where it isn't valid JSON", () => {
    expect(marked('{\n  "a": tru\n}')).toEqual([['t', expect.stringMatching(/value/)]]);
    expect(marked('{"a": 1')).toEqual([['', expect.stringMatching(/ends too early/)]]);
    expect(marked('')).toHaveLength(1);
  });

  it('is marked at each invalid column', () => {
    expect(marked('{"a": {"b": 1}, "c": [1], "d": "a"}')).toEqual([
      ['"a"', expect.stringMatching(/^a contains an object/)],
      ['"c"', expect.stringMatching(/^c contains a list/)],
    ]);
    expect(marked(`{"a": "${'x'.repeat(sampleLimits.value + 1)}"}`)).toEqual([
      ['"a"', expect.stringMatching(/^a has 20,001 characters/)],
    ]);
    expect(marked('{"a": 1e999}')).toEqual([['"a"', 'a is too large.']]);
    expect(marked('[1]')).toEqual([['[1]', expect.stringMatching(/^An event is an object/)]]);
  });

  it('is rejected if nested a hundred thousand levels deep', () => {
    const deep = `{"a": ${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    expect(marked(deep)).toEqual([['"a"', expect.stringMatching(/^a contains a list/)]]);
  });
});

describe('a file with samples', () => {
  it('contains one event or a list of events, named or not', () => {
    expect(readSampleFile('night.json', '{"user_name": "zoe"}')).toEqual({
      ok: true,
      samples: [{ name: 'night', columns: [{ name: 'user_name', value: 'zoe' }] }],
    });
    const list = '[{"name": "First", "columns": {"a": 1}}, {"name": "a column", "b": 2}]';
    expect(readSampleFile('night.json', list)).toMatchObject({
      samples: [
        { name: 'First', columns: [{ name: 'a', value: 1 }] },
        {
          name: 'night 2',
          columns: [
            { name: 'name', value: 'a column' },
            { name: 'b', value: 2 },
          ],
        },
      ],
    });
  });

  it('is imported completely or not at all, with the reason', () => {
    const problem = (text: string) => {
      const read = readSampleFile('a.json', text);
      return read.ok ? undefined : read.message;
    };
    expect(problem('[{"a": 1}, {"a": []}]')).toMatch(/^a.json, event 2: a contains a list/);
    expect(problem('[1]')).toMatch(/not an object/);
    expect(problem('[]')).toMatch(/no events/);
    expect(problem('{\n"a"')).toMatch(/Line 2/);
    expect(problem(JSON.stringify(Array.from({ length: 201 }, () => ({}))))).toMatch(/201 events/);
  });
});

describe('sample numbers beyond double precision', () => {
  const text =
    '{\n  "id": 12345678901234567890,\n  "ratio": 0.1000000000000000055,\n  "whole": 1.0,\n  "__proto__": 2\n}\n';

  it('are imported, edited and saved with all digits', () => {
    const read = readSample(text);
    if (!read.ok) throw new Error('It is a sample.');
    expect(sampleText(JSON.parse(JSON.stringify(read.columns)) as typeof read.columns)).toBe(text);
    const file = readSampleFile('events.json', `[${text}]`);
    expect(file.ok ? sampleText(file.samples[0]?.columns ?? []) : '').toBe(text);
  });

  it('are printed by a template with all digits', () => {
    const read = readSample(text);
    const columns = Object.fromEntries(read.ok ? read.columns.map(({ name, value }) => [name, value]) : []);
    expect(render('${id?c} ${event.id?c} ${(id + 1)?c} ${whole}', modelOf({ columns }))).toBe(
      '12345678901234567890 12345678901234567890 12345678901234567891 1',
    );
  });
});
