import type { Activity, ActivitySpan } from '../../../contract/overview/overview.ts';
import { formatClock, formatDate, formatNumber, plural } from '../../../languages/text/intl.ts';

type SignIns = Activity['signIns'];

const day = { day: 'numeric', month: 'short' } as const;

/** `6 Nov`, or for a single day `14:00`: the label below each bar. */
export function bucketNames(signIns: SignIns, days: ActivitySpan): string[] {
  return signIns.map(({ from }) => (days === 1 ? formatClock(from) : formatDate(from, day)));
}

/** Failed among all, in percent with one decimal; null without sign-ins. */
export function shareFailed({
  signedIn,
  failed,
}: Pick<SignIns[number], 'signedIn' | 'failed'>): number | null {
  const all = signedIn + failed;
  return all === 0 ? null : Math.round((failed / all) * 1000) / 10;
}

const percent = (share: number): string => `${formatNumber(share)} %`;
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Summary of the chart: the average, and whether the failure rate changed in the last completed hour or day. */
export function signInText(signIns: SignIns, days: ActivitySpan): string {
  const unit = plural(days, { one: 'hour', other: 'day' });
  const all = signIns.map(({ signedIn, failed }) => signedIn + failed);
  const total = sum(all);
  if (total === 0) return `No sign-in events.`;
  // The current hour or day is incomplete and can't be compared.
  const completed = signIns.slice(0, -1);
  const completedTotal = sum(completed.map(({ signedIn, failed }) => signedIn + failed));
  const average = `${formatNumber(Math.round(completedTotal / Math.max(1, completed.length)))} per ${unit} on average.`;
  const last = completed.at(-1);
  const earlier = completed.slice(0, -1);
  const before = shareFailed({
    signedIn: sum(earlier.map(({ signedIn }) => signedIn)),
    failed: sum(earlier.map(({ failed }) => failed)),
  });
  const after = last === undefined ? null : shareFailed(last);
  if (before === null || after === null) return `${formatNumber(total)} total.`;
  const when = days > 1 ? 'yesterday' : 'in the last full hour';
  if (Math.abs(after - before) < 1) return `${average} ${percent(before)} failed.`;
  return `${average} Failures ${after > before ? 'rose' : 'fell'} from ${percent(before)} to ${percent(after)} ${when}.`;
}

/** `97.1 % passed`; empty without challenges. */
export function mfaText(factors: Activity['factors']): string {
  const passed = sum(factors.map((one) => one.passed));
  const share = shareFailed({ signedIn: passed, failed: sum(factors.map((one) => one.failed)) });
  return share === null ? '' : `${percent(Math.round((100 - share) * 10) / 10)} passed`;
}

/** `Password,PhoneApp` as `Password + PhoneApp`; the names are the tenant's. */
export function factorName(factors: string): string {
  return factors === '' ? 'Unknown' : factors.split(',').join(' + ');
}
