import type { Activity, ActivitySpan } from '../../../contract/overview/overview.ts';
import { formatClock, formatDate, formatNumber, plural } from '../../../languages/text/intl.ts';

type SignIns = Activity['signIns'];

const day = { day: 'numeric', month: 'short' } as const;

/** `6 Nov`, or for a single day `14:00`: what stands below each bar. */
export function bucketNames(signIns: SignIns, days: ActivitySpan): string[] {
  return signIns.map(({ from }) => (days === 1 ? formatClock(from) : formatDate(from, day)));
}

/** Failed among all, in percent with one decimal; null where nobody tried. */
export function shareFailed({
  signedIn,
  failed,
}: Pick<SignIns[number], 'signedIn' | 'failed'>): number | null {
  const all = signedIn + failed;
  return all === 0 ? null : Math.round((failed / all) * 1000) / 10;
}

const percent = (share: number): string => `${formatNumber(share)} %`;
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** The plot in words: how many, and whether what fails has changed in the last one that is over. */
export function signInText(signIns: SignIns, days: ActivitySpan): string {
  const unit = plural(days, { one: 'hour', other: 'day' });
  const all = signIns.map(({ signedIn, failed }) => signedIn + failed);
  const total = sum(all);
  if (total === 0) return `No sign-in events.`;
  // The hour or the day that is under way is not comparable with those that are over.
  const over = signIns.slice(0, -1);
  const overAll = sum(over.map(({ signedIn, failed }) => signedIn + failed));
  const average = `${formatNumber(Math.round(overAll / Math.max(1, over.length)))} in an average ${unit}.`;
  const last = over.at(-1);
  const earlier = over.slice(0, -1);
  const before = shareFailed({
    signedIn: sum(earlier.map(({ signedIn }) => signedIn)),
    failed: sum(earlier.map(({ failed }) => failed)),
  });
  const after = last === undefined ? null : shareFailed(last);
  if (before === null || after === null) return `${formatNumber(total)} in all.`;
  const when = plural(days, { one: 'in the last full hour', other: 'yesterday' });
  if (Math.abs(after - before) < 1) return `${average} ${percent(before)} fail.`;
  return `${average} Failures ${after > before ? 'rose' : 'fell'} from ${percent(before)} to ${percent(after)} ${when}.`;
}

/** `97.1 % passed`; empty where there was none. */
export function mfaText(factors: Activity['factors']): string {
  const passed = sum(factors.map((one) => one.passed));
  const share = shareFailed({ signedIn: passed, failed: sum(factors.map((one) => one.failed)) });
  return share === null ? '' : `${percent(Math.round((100 - share) * 10) / 10)} passed`;
}

/** `Password,PhoneApp` as people read it; the tenant names factors in words of its own. */
export function factorName(factors: string): string {
  return factors === '' ? 'Not told' : factors.split(',').join(' + ');
}
