import { describe, expect, it } from 'vitest';
import { asLifetime, lifetimeText } from './lifetime.ts';

describe('a lifetime', () => {
  it.each([
    ['5:00:00', '5 hours'],
    ['365.00:00:00', '365 days'],
    ['1.12:00:01', '1 day 12 hours 1 second'],
    ['0:00:00', 'expires immediately'],
    ['five', undefined],
    ['5:60:00', undefined],
  ])('%s is %s', (text, readable) => {
    expect(lifetimeText(text)).toBe(readable);
  });

  it.each([
    ['5 h', '5:00:00'],
    ['90 min', '1:30:00'],
    ['30 days', '30.00:00:00'],
    ['36 hours', '1.12:00:00'],
    ['45s', '0:00:45'],
    ['5:00:00', '5:00:00'],
    ['soon', 'soon'],
    ['5 dogs', '5 dogs'],
  ])('entered as %s is stored as %s', (typed, written) => {
    expect(asLifetime(typed)).toBe(written);
  });
});
