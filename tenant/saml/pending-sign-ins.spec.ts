import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createPendingSignIns } from './pending-sign-ins.ts';

const HOUR_MS = 3_600_000;
const request = {
  acsUrl: 'https://payroll.example/acs',
  relayState: undefined,
  inResponseTo: '_1',
  forceAuthn: false,
  isPassive: false,
  nameIdFormat: undefined,
  authnContext: undefined,
};

describe('a pending sign-in', () => {
  it('can be taken once, within an hour', () => {
    let now = 0;
    const pending = createPendingSignIns({ steadyNow: () => now, randomBytes });
    const [first, late] = ['a', 'b'].map((applicationId) => pending.add({ applicationId, request }));
    expect(pending.take('unknown')).toBeUndefined();
    expect(pending.take(first?.key ?? '')).toMatchObject({ applicationId: 'a', nonce: first?.nonce });
    expect(pending.take(first?.key ?? '')).toBeUndefined();
    now = HOUR_MS;
    expect(pending.take(late?.key ?? '')).toBeUndefined();
  });

  it('is dropped for newer ones, so that memory is bounded', () => {
    const pending = createPendingSignIns({ steadyNow: () => 0, randomBytes });
    const keys = Array.from({ length: 2001 }, () => pending.add({ applicationId: 'a', request }).key);
    expect(pending.take(keys[0] ?? '')).toBeUndefined();
    expect(pending.take(keys.at(-1) ?? '')).toBeDefined();
  });

  it('has a request that is answered once, until it expires anyway', () => {
    let now = 0;
    const pending = createPendingSignIns({ steadyNow: () => now, randomBytes });
    expect(pending.markAnswered('a', '_1')).toBe(true);
    expect(pending.markAnswered('b', '_1')).toBe(true);
    expect(pending.markAnswered('a', '_1')).toBe(false);
    now = 2 * HOUR_MS;
    expect(pending.markAnswered('a', '_1')).toBe(true);
  });
});
