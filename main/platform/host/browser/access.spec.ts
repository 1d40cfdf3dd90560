import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { createAccess, tokenLifetime } from './access.ts';

function access() {
  const clock = { now: 0 };
  return { clock, ...createAccess({ now: () => clock.now, randomBytes }) };
}

it('has one valid link of a start at a time, beside those of tabs', () => {
  const { issueToken, redeemToken } = access();
  const first = issueToken();
  const tabs = [issueToken('tab'), issueToken('tab')];
  const second = issueToken();
  expect(redeemToken(first)).toBeUndefined();
  for (const token of [second, ...tabs]) {
    expect(redeemToken(token)).toBeDefined();
    expect(redeemToken(token)).toBeUndefined();
  }
});

it('ends the links of tabs after a minute, and those of starts after ten', () => {
  const { clock, issueToken, redeemToken } = access();
  const [start, tab] = [issueToken(), issueToken('tab')];
  clock.now = 60_000;
  expect(redeemToken(tab)).toBeUndefined();
  clock.now = tokenLifetime - 1;
  expect(redeemToken(start)).toBeDefined();
});

it('keeps only the newest links of tabs', () => {
  const { issueToken, redeemToken } = access();
  const [oldest, ...others] = Array.from({ length: 17 }, () => issueToken('tab'));
  expect(redeemToken(oldest ?? '')).toBeUndefined();
  expect(others.every((token) => redeemToken(token) !== undefined)).toBe(true);
});
