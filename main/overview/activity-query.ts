import type { Activity, ActivitySpan } from '../../contract/overview/overview.ts';
import type { CallContext } from '../../contract/bridge/methods.ts';
import type { TenantClient } from '../tenants/client/tenant-client.ts';
import type { QueryRow } from '../tenants/endpoints/query-call.ts';
import { caching, queryPage, textOf } from '../tenants/endpoints/query-call.ts';

/** The events that are counted, by the names the platform gives them. */
const signInTypes = { signedIn: 'Cloud.Core.Login', failed: 'Cloud.Core.LoginFail' } as const;
const factorTypes = { passed: 'Cloud.Core.MfaSummary', failed: 'Cloud.Core.MfaSummaryFail' } as const;
export const launchType = 'Cloud.Saas.Application.AppLaunch';
const maxLaunched = 10;
/** Combinations of factors are few; hours of ninety days with two types of event are the most rows. */
const maxRows = 5000;

const hourMs = 3_600_000;

export interface ActivityOf {
  readonly tenantId: string;
  readonly days: ActivitySpan;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/**
 * User activity of the last days, counted by the tenant: a few small answers however many events there are. The tenant counts
 * by UTC hours, which are assigned to local days here, so that daylight saving time shifts nothing.
 */
export async function readActivity(
  client: TenantClient,
  { tenantId, days, now }: ActivityOf,
  call: CallContext,
): Promise<Activity> {
  const ask = async (text: string, purpose: string): Promise<readonly QueryRow[]> => {
    const query = { tenantId, text, purpose, pageNumber: 1, pageSize: maxRows, limit: maxRows };
    return (await queryPage(client, { ...query, caching: caching.uncached }, call)).rows;
  };
  // One more day than is shown: the first local day may begin before that of the tenant.
  const since = `WhenOccurred > DateFunc('now', '-${days + 1}')`;
  const before = `WhenOccurred > DateFunc('now', '-${2 * days}') AND WhenOccurred <= DateFunc('now', '-${days}')`;
  const [signIns, previous, factors, launches] = await Promise.all([
    ask(
      `SELECT strftime('%Y-%m-%d %H', WhenOccurred) AS Hour, EventType, COUNT(*) AS Total FROM Event WHERE ${since} AND EventType IN (${listed(signInTypes)}) GROUP BY Hour, EventType ORDER BY Hour`,
      'count sign-ins',
    ),
    ask(
      `SELECT EventType, COUNT(*) AS Total FROM Event WHERE ${before} AND EventType IN (${listed(signInTypes)}) GROUP BY EventType`,
      'count earlier sign-ins',
    ),
    ask(
      `SELECT Factors, EventType, COUNT(*) AS Total FROM Event WHERE WhenOccurred > DateFunc('now', '-${days}') AND EventType IN (${listed(factorTypes)}) GROUP BY Factors, EventType`,
      'count MFA challenges',
    ),
    ask(
      `SELECT EntityID, MAX(EntityName) AS Name, COUNT(*) AS Total FROM Event WHERE WhenOccurred > DateFunc('now', '-${days}') AND EventType = '${launchType}' AND EntityID IS NOT NULL GROUP BY EntityID ORDER BY Total DESC LIMIT ${maxLaunched}`,
      'count app launches',
    ),
  ]);
  return {
    signIns: inBuckets(signIns, bucketsOf(days, now), now),
    ...comparedWith(previous, inBuckets(signIns, [now - days * 24 * hourMs], now)),
    factors: byFactors(factors),
    launches: launches.map((row) => ({
      id: textOf(row, 'EntityID'),
      name: textOf(row, 'Name'),
      count: countOf(row),
    })),
  };
}

/** Nothing to compare with where no sign-in is known from before, as in a new tenant. */
export function comparedWith(
  rows: readonly QueryRow[],
  [latest]: Activity['signIns'],
): Pick<Activity, 'compared'> {
  const total = (type: string): number =>
    rows.filter((row) => textOf(row, 'EventType') === type).reduce((sum, row) => sum + countOf(row), 0);
  const previous = { signedIn: total(signInTypes.signedIn), failed: total(signInTypes.failed) };
  if (latest === undefined || previous.signedIn + previous.failed === 0) return {};
  return { compared: { latest: { signedIn: latest.signedIn, failed: latest.failed }, previous } };
}

const listed = (types: Readonly<Record<string, string>>): string =>
  Object.values(types)
    .map((type) => `'${type}'`)
    .join(', ');

/** The number of a row, as `Total`. */
export function countOf(row: QueryRow): number {
  const count = Number(row['Total']);
  return Number.isSafeInteger(count) && count > 0 ? count : 0;
}

/** The start of each hour or day of the range, in local time. */
export function bucketsOf(days: ActivitySpan, now: number): number[] {
  if (days === 1) {
    const hour = new Date(now).setMinutes(0, 0, 0);
    return Array.from({ length: 24 }, (_, index) => hour - (23 - index) * hourMs);
  }
  return Array.from({ length: days }, (_, index) => {
    const day = new Date(now);
    day.setHours(0, 0, 0, 0);
    // By the calendar: a day may have 23 hours.
    day.setDate(day.getDate() - (days - 1 - index));
    return day.getTime();
  });
}

/** Adds the hourly rows to their buckets; rows outside of all buckets are ignored. */
export function inBuckets(
  rows: readonly QueryRow[],
  buckets: readonly number[],
  now: number,
): Activity['signIns'] {
  const counted = buckets.map((from) => ({ from, signedIn: 0, failed: 0 }));
  for (const row of rows) {
    const at = Date.parse(`${textOf(row, 'Hour').replace(' ', 'T')}:00:00Z`);
    if (Number.isNaN(at) || at > now) continue;
    const bucket = counted.findLast(({ from }) => from <= at);
    if (bucket === undefined) continue;
    const type = textOf(row, 'EventType');
    if (type === signInTypes.signedIn) bucket.signedIn += countOf(row);
    else if (type === signInTypes.failed) bucket.failed += countOf(row);
  }
  return counted;
}

/** By requested factors, the most used first; a tenant that doesn't name the factors has one row for them. */
export function byFactors(rows: readonly QueryRow[]): Activity['factors'] {
  const counted = new Map<string, { factors: string; passed: number; failed: number }>();
  for (const row of rows) {
    const factors = textOf(row, 'Factors');
    const known = counted.get(factors) ?? { factors, passed: 0, failed: 0 };
    counted.set(factors, known);
    if (textOf(row, 'EventType') === factorTypes.passed) known.passed += countOf(row);
    else known.failed += countOf(row);
  }
  return [...counted.values()].sort((one, other) => other.passed + other.failed - (one.passed + one.failed));
}
