import type { CallContext } from '../../../contract/bridge/methods.ts';
import { parseUtc } from '../../../contract/values/utc-time.ts';
import type { TenantClient } from '../client/tenant-client.ts';
import { caching, queryPage, textOf } from './query-call.ts';

/** A change according to a tenant's events. */
export interface ChangeEvent {
  readonly subject: 'Application' | 'TenantConfig';
  /** Null for singletons. */
  readonly id: string | null;
  readonly by: string;
  /** User ID; empty if the tenant doesn't report it. */
  readonly byId: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** The newest events are read. */
const maxEvents = 2000;

/**
 * Changes to applications and the configuration since a time, newest first. Empty for a tenant whose events name no users. Event
 * types are from public material, and from the embedded tenant.
 */
export async function readChangeEvents(
  client: TenantClient,
  { tenantId, since }: { readonly tenantId: string; readonly since: number },
  call: CallContext,
): Promise<ChangeEvent[]> {
  const from = new Date(since).toISOString().slice(0, 19).replace('T', ' ');
  const { rows } = await queryPage(
    client,
    {
      tenantId,
      text: `SELECT ID, WhenOccurred, NormalizedUser, UserGuid, EntityType, EntityID FROM Event WHERE WhenOccurred >= '${from}' AND (EventType LIKE 'Cloud.Saas.Application.App%' OR EventType LIKE 'Cloud.Core.TenantConfig.%') AND EventType <> 'Cloud.Saas.Application.AppLaunch' ORDER BY WhenOccurred DESC`,
      ...{ pageNumber: 1, pageSize: maxEvents, limit: maxEvents, caching: caching.uncached },
      purpose: 'read recent changes',
    },
    call,
  );
  return rows.flatMap((row) => {
    const subject = textOf(row, 'EntityType');
    const at = readTime(row['WhenOccurred']);
    if ((subject !== 'Application' && subject !== 'TenantConfig') || at === undefined) return [];
    const id = textOf(row, 'EntityID');
    return [
      {
        ...{ subject, id: id === '' ? null : id, at },
        by: textOf(row, 'NormalizedUser'),
        byId: textOf(row, 'UserGuid'),
      },
    ];
  });
}

/** `/Date(1700000000000)/` or text, which is UTC if it has no zone. */
function readTime(value: unknown): number | undefined {
  if (typeof value !== 'string') return undefined;
  const [, wire] = /^\/Date\((-?\d{1,15})\)\/$/.exec(value) ?? [];
  const time = wire === undefined ? parseUtc(value) : Number(wire);
  return Number.isFinite(time) && time > 0 ? time : undefined;
}
