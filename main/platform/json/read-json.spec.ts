import { describe, expect, it } from 'vitest';
import { readJson } from './read-json.ts';

const { signal } = new AbortController();
const bytesOf = (text: string) => Buffer.from(text);
const padding = JSON.stringify(
  Array.from({ length: 60_000 }, (_, index) => ({ index, text: `row ${index}` })),
);

describe('JSON of any size', () => {
  it.each([
    ['small', '{"a": [1, 2, {"b": null}]}'],
    ['large', `{"rows": ${padding}, "name": "ä€😀", "none": null}`],
    ['large and part of another buffer', `${padding}`],
  ])('is parsed like JSON.parse if it is %s', async (_size, text) => {
    const within = Buffer.concat([bytesOf('[[[['), bytesOf(text), bytesOf(']]]]')]);
    const bytes = within.subarray(4, within.length - 4);
    expect(await readJson(bytes, signal)).toEqual({ ok: true, value: JSON.parse(text) });
  });

  it.each([
    ['incomplete', `${padding.slice(0, -1)}`, 'not-json', /^It is incomplete/],
    ['incomplete within a string', '{"a": "some te', 'not-json', /^It is incomplete/],
    ['empty', '', 'not-json', /^It is empty\.$/],
    ['blank', ' \n', 'not-json', /^It is empty\.$/],
    ['wrong in the middle', '{"a": 1,\n "b": 01}', 'not-json', /^Line 2, column 8\.$/],
    ['more than one value', '{} {}', 'not-json', /^Line 1, column 4\.$/],
    ['not JSON', `<html>${padding}</html>`, 'not-json', /syntax error/],
    ['nested endlessly', '['.repeat(400_000), 'too-much', /nested more than 100 levels deep/],
    ['too much', `[${'1,'.repeat(5_000_000)}1]`, 'too-much', /more than 5,000,000 values/],
    ['an object like a list', `{${'"a":1,'.repeat(50_000)}"b":1}`, 'too-much', /more than 20,000 members/],
  ])('that is %s is reported without quoting its text', async (_what, text, type, detail) => {
    const read = await readJson(bytesOf(text), signal);
    expect(read).toMatchObject({ ok: false, problem: { type, detail: expect.stringMatching(detail) } });
  });

  it.each([0, 400_000])('that is not text is reported as such (%d bytes more)', async (more) => {
    const bytes = Buffer.concat([Uint8Array.of(0x22, 0xff, 0x22), Buffer.alloc(more, ' ')]);
    const detail = 'The bytes are not UTF-8 text.';
    expect(await readJson(bytes, signal)).toEqual({ ok: false, problem: { type: 'not-json', detail } });
  });

  it.each(['utf16le', 'utf-16be'] as const)('in %s is reported as UTF-16, with advice', async (form) => {
    const little = Buffer.from('\ufeff{"a": 1}', 'utf16le');
    const bytes = form === 'utf16le' ? little : Buffer.from(little).swap16();
    expect(await readJson(bytes, signal)).toMatchObject({
      problem: { type: 'not-json', detail: expect.stringMatching(/UTF-16\. Save it as UTF-8/) },
    });
  });

  it('is read sequentially and concurrently, independent of earlier texts', async () => {
    const large = (name: string): Buffer => bytesOf(`{"rows": ${padding}, "name": "${name}"}`);
    const nameOf = async (name: string): Promise<unknown> => {
      const read = await readJson(large(name), signal);
      return read.ok ? (read.value as { readonly name: string }).name : read.problem;
    };
    expect(await nameOf('first')).toBe('first');
    expect(await readJson(bytesOf(padding.slice(0, -1)), signal)).toMatchObject({ ok: false });
    const given = AbortSignal.abort(new Error('not wanted'));
    const canceled = new AbortController();
    const reading = readJson(large('canceled'), canceled.signal);
    canceled.abort(new Error('not wanted'));
    await expect(readJson(large('given up'), given)).rejects.toThrow('not wanted');
    await expect(reading).rejects.toThrow('not wanted');
    expect(await Promise.all([nameOf('second'), nameOf('third')])).toEqual(['second', 'third']);
    expect(await nameOf('fourth')).toBe('fourth');
  });

  it('stops when it is aborted', async () => {
    const controller = new AbortController();
    const reading = readJson(bytesOf(padding), controller.signal);
    controller.abort(new Error('not wanted'));
    await expect(reading).rejects.toThrow('not wanted');
  });
});
