import type { CallContext } from '../../../contract/bridge/methods.ts';
import { parseUtc } from '../../../contract/values/utc-time.ts';
import type { TenantClient } from '../client/tenant-client.ts';
import { caching, queryPage, textOf } from './query-call.ts';

/** Who changed what, as the events of a tenant tell it. */
export interface ChangeEvent {
  readonly subject: 'Application' | 'TenantConfig';
  /** Null for what a tenant has one of. */
  readonly id: string | null;
  readonly by: string;
  /** The ID of whoever did it; empty where the tenant does not tell it. */
  readonly byId: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** Newer ones say more than older ones. */
const maxEvents = 2000;

/**
 * Changes of applications and of the configuration since then, the newest first. A tenant whose events name nobody has none of
 * them. Types of events are those of public material, and of the embedded tenant.
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
      purpose: 'read who changed what',
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

/** `/Date(1700000000000)/` or text, which is UTC where it names no zone. */
function readTime(told: unknown): number | undefined {
  if (typeof told !== 'string') return undefined;
  const [, wire] = /^\/Date\((-?\d{1,15})\)\/$/.exec(told) ?? [];
  const time = wire === undefined ? parseUtc(told) : Number(wire);
  return Number.isFinite(time) && time > 0 ? time : undefined;
}
