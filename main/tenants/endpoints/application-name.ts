import type { CallContext } from '../../../contract/bridge/methods.ts';
import { bindParameters } from '../../../languages/sql/parameters.ts';
import type { TenantClient } from '../client/tenant-client.ts';
import { caching, queryAllRows, textOf } from './query-call.ts';

/** The name of an application, bypassing the tenant's cache; undefined if it doesn't exist. One small request. */
export async function readApplicationName(
  client: TenantClient,
  { tenantId, id }: { readonly tenantId: string; readonly id: string },
  call: CallContext,
): Promise<string | undefined> {
  const bound = bindParameters('Select ID, Name, DisplayName from Application where ID = :id', { id });
  if (!bound.ok) return undefined;
  const [row] = await queryAllRows(
    client,
    { tenantId, text: bound.text, purpose: 'find the application', caching: caching.uncached },
    call,
  );
  return row === undefined ? undefined : textOf(row, 'Name') || textOf(row, 'DisplayName') || id;
}
