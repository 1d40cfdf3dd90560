import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { decodeBody } from './decode-body.ts';

const text = 'accepted: 12 of 12';

describe('a response body', () => {
  it.each([
    ['gzip', gzipSync(text)],
    ['GZIP', gzipSync(text)],
    ['deflate', deflateSync(text)],
    ['deflate', deflateRawSync(text)],
    ['br', brotliCompressSync(text)],
    ['zstd', zstdCompressSync(text)],
    ['gzip, br', brotliCompressSync(gzipSync(text))],
    ['identity, deflate ,gzip', gzipSync(deflateSync(text))],
    [undefined, Buffer.from(text)],
    ['identity', Buffer.from(text)],
  ])('encoded as %s is decoded', async (encoding, raw) => {
    const { bytes, isCut } = await decodeBody(raw, encoding, 64);
    expect([bytes.toString(), isCut]).toEqual([text, false]);
  });

  it('is decoded up to where it was cut off', async () => {
    const whole = gzipSync(Array.from({ length: 4000 }, (_, index) => index * 7919).join(' '));
    const { bytes } = await decodeBody(whole.subarray(0, whole.length / 2), 'gzip', 100_000);
    expect(bytes.toString()).toMatch(/^0 7919 15838 /);
    expect(bytes.length).toBeGreaterThan(1000);
  });

  it('is shown unchanged if it does not match its encoding', async () => {
    const { bytes } = await decodeBody(Buffer.from(text), 'gzip', 64);
    expect(bytes.toString()).toBe(text);
  });

  it.each([
    ['unknown', Buffer.from(text)],
    ['gzip, unknown', gzipSync(text)],
    ['constructor', Buffer.from(text)],
    ['br, gzip', Buffer.from(text)],
    ['gzip, br', brotliCompressSync(text)],
    ['gzip, gzip, gzip, gzip, gzip', gzipSync(text)],
  ])("is shown unchanged if %s can't be decoded", async (encoding, raw) => {
    const { bytes, isCut } = await decodeBody(raw, encoding, 1000);
    expect([bytes.equals(raw), isCut]).toEqual([true, false]);
  });

  it('ends at the limit, even if a few bytes expand enormously', async () => {
    const { bytes, isCut } = await decodeBody(gzipSync(Buffer.alloc(50_000_000, 'a')), 'gzip', 1000);
    expect([bytes.length, isCut]).toEqual([1000, true]);
    const twice = gzipSync(gzipSync(Buffer.alloc(50_000_000, 'a')));
    expect((await decodeBody(twice, 'gzip, gzip', 1000)).bytes.length).toBe(1000);
  });
});
