import type { DeskError } from '../../contract/errors/errors.ts';
import { needsSignIn } from '../../contract/errors/errors.ts';
import type { OfflineTenant } from './offline-store.ts';
import { ageOf } from '../platform/timing/steady-clock.ts';

export interface SinceLastRun {
  /** Why the last run did not come to its end. */
  readonly error: DeskError | undefined;
  /** Milliseconds since the epoch: when a run was begun, and when something was applied after that. */
  readonly triedAt: number;
  readonly appliedAt: number | undefined;
  readonly isSignedIn: boolean;
  readonly now: number;
}

/** Everything is read again after so many milliseconds. */
export const refreshAfterMs = 30 * 60_000;
/** A tenant that could not be reached is asked again after so many. */
export const tryAgainAfterMs = 60_000;
/** Several plans one after the other are one reason to read. */
const settleMs = 5_000;

/** What is to be read of a tenant now; undefined where nothing is, or nobody could. */
export function isDue(
  { isOn, isStopped, begunAt, finishedAt }: OfflineTenant,
  { error, triedAt, appliedAt, isSignedIn, now }: SinceLastRun,
): 'all' | 'after-apply' | undefined {
  if (!isOn || !isSignedIn) return undefined;
  // Who was signed out meanwhile is back: there is nothing to wait for.
  const mayTry = (error !== undefined && needsSignIn(error.code)) || ageOf(triedAt, now) >= tryAgainAfterMs;
  const isUnfinished = begunAt !== null || finishedAt === null;
  if (isUnfinished && !isStopped) return mayTry ? 'all' : undefined;
  const isOld = [triedAt, finishedAt ?? 0, begunAt ?? 0].every((then) => ageOf(then, now) >= refreshAfterMs);
  if (isOld) return 'all';
  return appliedAt !== undefined && ageOf(appliedAt, now) >= settleMs ? 'after-apply' : undefined;
}
