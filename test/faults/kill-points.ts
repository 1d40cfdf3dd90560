import fc from 'fast-check';

/** When the app is killed, each from 0 to 1: which request or save, before or after it, and how much later. */
export interface KillPoint {
  readonly at: number;
  readonly side: number;
  readonly later: number;
  /** Below a half, open plans are resumed; otherwise they are rolled back. */
  readonly ending: number;
}

const share = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true, noDefaultInfinity: true });
const killPoint: fc.Arbitrary<KillPoint> = fc.record({
  at: fc.nat({ max: 999 }).map((thousandth) => thousandth / 1000),
  side: fc.nat({ max: 999 }).map((thousandth) => thousandth / 1000),
  later: share,
  ending: fc.nat({ max: 999 }).map((thousandth) => thousandth / 1000),
});

/** Random kill points, reproducible by seed. */
export function createKillPoints(seed: number): { next(): KillPoint } {
  const killPoints = fc.sample(killPoint, { seed, numRuns: 10_000 });
  let index = 0;
  return {
    next() {
      const next = killPoints[index % killPoints.length];
      index += 1;
      if (next === undefined) throw new Error('There are no moments.');
      return next;
    },
  };
}
