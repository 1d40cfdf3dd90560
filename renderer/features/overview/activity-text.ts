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

/** Summary of the chart: the average, and how it compares with the previous period, or else the last completed hour or day with those before. */
export function signInText(signIns: SignIns, days: ActivitySpan, compared?: Activity['compared']): string {
  const unit = plural(days, { one: 'hour', other: 'day' });
  const all = signIns.map(({ signedIn, failed }) => signedIn + failed);
  const total = sum(all);
  if (total === 0) return `No sign-in events.`;
  // The current hour or day is incomplete and can't be compared.
  const completed = signIns.slice(0, -1);
  const completedTotal = sum(completed.map(({ signedIn, failed }) => signedIn + failed));
  const average = `${formatNumber(Math.round(completedTotal / Math.max(1, completed.length)))} per ${unit} on average.`;
  const comparison = comparedText(compared, days);
  if (comparison !== undefined) return `${average} ${comparison}`;
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

/**
 * The sign-ins compared with the previous period, such as `12 % more than in the previous 14 days. Failures fell from 21 %
 * to 11.8 %.`; undefined without one.
 */
export function comparedText(compared: Activity['compared'], days: ActivitySpan): string | undefined {
  if (compared === undefined) return undefined;
  const { latest, previous } = compared;
  const [now, before] = [latest, previous].map(({ signedIn, failed }) => signedIn + failed);
  if (now === undefined || before === undefined || before === 0) return undefined;
  const change = Math.round((100 * (now - before)) / before);
  const period = plural(days, { one: 'the 24 hours before', other: `the previous ${days} days` });
  const count =
    change === 0
      ? `As many as in ${period}.`
      : `${formatNumber(Math.abs(change))} % ${change > 0 ? 'more' : 'fewer'} than in ${period}.`;
  const [rate, rateBefore] = [shareFailed(latest), shareFailed(previous)];
  if (rate === null || rateBefore === null || Math.abs(rate - rateBefore) < 1) return count;
  return `${count} Failures ${rate > rateBefore ? 'rose' : 'fell'} from ${percent(rateBefore)} to ${percent(rate)}.`;
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
