import type { ApplicationUsage } from '../../contract/overview/overview.ts';
import { usageDays } from '../../contract/overview/overview.ts';
import { toLiteral } from '../../languages/sql/literal.ts';
import type { CallContext } from '../../contract/bridge/methods.ts';
import type { TenantClient } from '../tenants/client/tenant-client.ts';
import { caching, queryPage, textOf } from '../tenants/endpoints/query-call.ts';
import { bucketsOf, countOf, launchType } from './activity-query.ts';

interface UsageOf {
  readonly tenantId: string;
  /** Of the application. */
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** Two small results, however many events there are: launches by UTC hour, assigned to local days here, and users. */
export async function readApplicationUsage(
  client: TenantClient,
  { tenantId, id, now }: UsageOf,
  call: CallContext,
): Promise<ApplicationUsage> {
  const limit = (usageDays + 1) * 24;
  const ask = async (columns: string, after: string, days: number) => {
    const text = `SELECT ${columns} FROM Event WHERE EventType = '${launchType}' AND EntityID = ${toLiteral(id)} AND WhenOccurred > DateFunc('now', '-${days}')${after}`;
    const query = { tenantId, text, purpose: 'count launches', pageNumber: 1, pageSize: limit, limit };
    return (await queryPage(client, { ...query, caching: caching.uncached }, call)).rows;
  };
  const [hours, users] = await Promise.all([
    // One more day than is shown: the first local day may begin before that of the tenant.
    ask(
      `strftime('%Y-%m-%d %H', WhenOccurred) AS Hour, COUNT(*) AS Total`,
      ' GROUP BY Hour ORDER BY Hour',
      usageDays + 1,
    ),
    ask('COUNT(DISTINCT UserGuid) AS Total', '', usageDays),
  ]);
  const days = bucketsOf(usageDays, now).map((from) => ({ from, launches: 0 }));
  for (const row of hours) {
    const at = Date.parse(`${textOf(row, 'Hour').replace(' ', 'T')}:00:00Z`);
    const day = at > now ? undefined : days.findLast(({ from }) => from <= at);
    if (day !== undefined) day.launches += countOf(row);
  }
  return { users: users.reduce((sum, row) => sum + countOf(row), 0), days };
}
