import type { TenantProfile } from '../../../contract/tenants/tenants.ts';
import { DeskFailure } from '../../../contract/errors/desk-failure.ts';
import type { Context } from '../context.ts';

export interface LastChange {
  readonly subject: string;
  /** Empty for the configuration. */
  readonly id: string;
  readonly by: string;
  /** ISO 8601. */
  readonly at: string;
}

/** The newest events are read. */
const maxEvents = 2000;

const query = `SELECT EntityType, EntityID, NormalizedUser, WhenOccurred FROM Event WHERE (EventType LIKE 'Cloud.Saas.Application.App%' OR EventType LIKE 'Cloud.Core.TenantConfig.%') AND EventType <> 'Cloud.Saas.Application.AppLaunch' ORDER BY WhenOccurred DESC`;

/** Who changed what, newest first, according to the events of the tenant. Empty if it has none, or rejects the query. */
export async function readLastChanges(context: Context, { id }: TenantProfile): Promise<LastChange[]> {
  const { call } = await context.desk();
  try {
    const { columns, rows } = await call('queries.run', {
      ...{ tenantId: id, text: query, isNoted: false },
      arguments: { pageSize: maxEvents, limit: maxEvents, caching: -2 },
    });
    const at = (name: string): number => columns.findIndex((column) => column.name === name);
    const places = ['EntityType', 'EntityID', 'NormalizedUser', 'WhenOccurred'].map(at);
    return rows.map((row) => {
      const [subject = '', entity = '', by = '', when = ''] = places.map((place) => String(row[place] ?? ''));
      return { subject, id: entity, by, at: when };
    });
  } catch (error) {
    if (!(error instanceof DeskFailure) || context.signal.aborted) throw error;
    context.output.detail(`The events of the tenant couldn’t be read: ${error.message}`);
    return [];
  }
}
