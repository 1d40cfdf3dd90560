import type { DeskError } from '../../contract/errors/errors.ts';
import { needsSignIn } from '../../contract/errors/errors.ts';
import type { OfflineTenant } from './offline-store.ts';
import { ageOf } from '../platform/timing/steady-clock.ts';

export interface SinceLastRun {
  /** Why the last run did not complete. */
  readonly error: DeskError | undefined;
  /** Milliseconds since the epoch: when a run began, and when something was applied after that. */
  readonly triedAt: number;
  readonly appliedAt: number | undefined;
  readonly isSignedIn: boolean;
  readonly now: number;
}

/** Milliseconds after which everything is refreshed. */
export const refreshAfterMs = 30 * 60_000;
/** An unreachable tenant is tried again after so many milliseconds. */
export const tryAgainAfterMs = 60_000;
/** Several plans in a row lead to one sync. */
const debounceMs = 5_000;

/** What to read from a tenant now; undefined for nothing. */
export function isDue(
  { isOn, isStopped, begunAt, finishedAt }: OfflineTenant,
  { error, triedAt, appliedAt, isSignedIn, now }: SinceLastRun,
): 'all' | 'after-apply' | undefined {
  if (!isOn || !isSignedIn) return undefined;
  // Signed in again: there is nothing to wait for.
  const mayTry = (error !== undefined && needsSignIn(error.code)) || ageOf(triedAt, now) >= tryAgainAfterMs;
  const isUnfinished = begunAt !== null || finishedAt === null;
  if (isUnfinished && !isStopped) return mayTry ? 'all' : undefined;
  const isOld = [triedAt, finishedAt ?? 0, begunAt ?? 0].every((then) => ageOf(then, now) >= refreshAfterMs);
  if (isOld) return 'all';
  return appliedAt !== undefined && ageOf(appliedAt, now) >= debounceMs ? 'after-apply' : undefined;
}
