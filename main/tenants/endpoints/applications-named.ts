import type { CallContext } from '../../../contract/bridge/methods.ts';
import { bindParameters } from '../../../languages/sql/parameters.ts';
import type { TenantClient } from '../client/tenant-client.ts';
import { readApplications } from './application-rows.ts';
import { caching, queryAllRows, textOf } from './query-call.ts';

export interface NamedApplication {
  readonly id: string;
  readonly name: string;
}

/**
 * The applications with these names, bypassing the tenant's cache. If a name can't be used in a query (a NUL character), the full
 * list is read. Source: platform specification, select statements.
 */
export async function readApplicationsNamed(
  client: TenantClient,
  { tenantId, names }: { readonly tenantId: string; readonly names: readonly string[] },
  call: CallContext,
): Promise<readonly NamedApplication[]> {
  const wanted = new Set(names.map((name) => name.trim()));
  const values = Object.fromEntries([...wanted].map((name, index) => [`name${index}`, name]));
  const conditions = Object.keys(values).map((parameter) => `Name = :${parameter}`);
  const bound = bindParameters(`Select ID, Name from Application where ${conditions.join(' or ')}`, values);
  if (!bound.ok) {
    const { rows } = await readApplications(client, { tenantId, isFresh: true }, call);
    return rows.filter(({ name }) => wanted.has(name.trim()));
  }
  const purpose = 'find applications with this name';
  const query = { tenantId, text: bound.text, purpose, caching: caching.uncached };
  const rows = await queryAllRows(client, query, call);
  return rows.map((row) => ({ id: textOf(row, 'ID'), name: textOf(row, 'Name') }));
}
