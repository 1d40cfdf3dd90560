import { expect, it } from 'vitest';
import { randomIdentifier, timedIdentifier } from './identifier.ts';

const ones = (size: number): Uint8Array => new Uint8Array(size).fill(0xff);

it('creates version 4 IDs with all but six random bits', () => {
  expect(randomIdentifier(ones)).toBe('ffffffff-ffff-4fff-bfff-ffffffffffff');
});

it('does not modify the given bytes', () => {
  const bytes = ones(16);
  randomIdentifier(() => bytes);
  expect([...bytes]).toEqual([...ones(16)]);
});

// Source: RFC 9562, appendix A.6.
it('starts version 7 IDs with the time', () => {
  const bytes = Uint8Array.from(Buffer.from('0cc318c4dc0c0c07398f', 'hex'));
  expect(timedIdentifier(0x017f22e279b0, () => bytes)).toBe('017f22e2-79b0-7cc3-98c4-dc0c0c07398f');
});

it('sorts by time', () => {
  const none = (size: number): Uint8Array => new Uint8Array(size);
  expect(timedIdentifier(1, none) > timedIdentifier(0, ones)).toBe(true);
});
