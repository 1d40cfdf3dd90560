import { z } from 'zod';
import type { CallContext } from '../../../contract/bridge/methods.ts';
import { sampleLimits } from '../../../contract/webhooks/sample-limits.ts';
import type { EventSpan, PastEvents } from '../../../contract/webhooks/samples.ts';
import type { TenantClient } from '../../tenants/client/tenant-client.ts';
import { caching, queryPage } from '../../tenants/endpoints/query-call.ts';
import type { CutCount, NamedEvent } from './event-rows.ts';
import { eventOfRecord, eventOfRow, pastEvents } from './event-rows.ts';

const raisedSchema = z.looseObject({
  events: z.array(
    z.looseObject({
      id: z.string(),
      event_type: z.string(),
      risk_level: z.string().nullable(),
      occurred_at: z.number(),
      columns: z.record(z.string(), z.unknown()),
    }),
  ),
  next: z.number().nullish(),
});

const dayMs = 86_400_000;
/** The maximum that the embedded tenant returns at once. */
const raisedPageSize = 200;
/** Pages of sandbox test events: only benchmarks send more. */
const maxRaisedPages = 10;

export interface PastEventsQuery {
  readonly tenantId: string;
  readonly days: EventSpan;
  /** A sandbox lists its test events with every column. */
  readonly isSandbox: boolean;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/**
 * The events of the last days. The platform can't list the events that webhooks were invoked for: the closest is the Event
 * table, which every tenant can query. Source: platform specification, "Query and job endpoints"; compatibility notes,
 * "tables seen".
 */
export async function readPastEvents(
  client: TenantClient,
  query: PastEventsQuery,
  call: CallContext,
): Promise<PastEvents> {
  const { tenantId, days } = query;
  const cut: CutCount = { count: 0 };
  const raised = query.isSandbox ? await readRaised(client, query, cut, call) : [];
  const page = await queryPage(
    client,
    {
      tenantId,
      text: `Select * from Event where WhenOccurred > DateFunc('now', '-${days}') ORDER BY WhenOccurred DESC`,
      pageNumber: 1,
      pageSize: sampleLimits.events,
      limit: sampleLimits.events,
      caching: caching.uncached,
      purpose: 'load the tenant’s events',
    },
    call,
  );
  const events = [...raised, ...page.rows.map((row) => eventOfRow(row, cut))];
  return pastEvents(events, { days, total: raised.length + page.fullCount, cut });
}

async function readRaised(
  client: TenantClient,
  { tenantId, days, now }: PastEventsQuery,
  cut: CutCount,
  call: CallContext,
): Promise<NamedEvent[]> {
  const events: NamedEvent[] = [];
  let before = '';
  for (let page = 0; page < maxRaisedPages; page += 1) {
    const response = await client.sandbox(
      {
        tenantId,
        method: 'GET',
        path: `/sandbox/events?limit=${raisedPageSize}${before}`,
        response: raisedSchema,
        purpose: 'load the test events',
      },
      call,
    );
    events.push(...response.events.map((record) => eventOfRecord(record, cut)));
    if (response.next == null) break;
    before = `&before=${response.next}`;
  }
  return events.filter(({ at }) => at === null || at > now - days * dayMs);
}
