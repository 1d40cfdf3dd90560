import type { ApplicationSummary } from '../../../contract/applications/application-summary.ts';
import { applicationSummarySchema } from '../../../contract/applications/application-summary.ts';
import { DeskFailure } from '../../../contract/errors/desk-failure.ts';
import type { CallContext } from '../../../contract/bridge/methods.ts';
import type { TenantClient } from '../client/tenant-client.ts';
import type { ListRead } from './list-read.ts';
import { readRows } from './list-read.ts';
import type { QueryRow } from './query-call.ts';
import { caching, queryAllRows, textOf } from './query-call.ts';

const columns = 'ID, Name, DisplayName, Description, AppTypeDisplayName, Category, State, Icon';
const queryOf = (selected: string): string =>
  `Select ${selected} from Application ORDER BY Name COLLATE NOCASE`;

/** `TemplateName` is a column of embedded tenants; others may reject a query with it. */
const wideQuery = queryOf(`${columns}, ServiceName, TemplateName`);
const narrowQuery = queryOf(columns);

/** Tenants that only support the narrow query, per client. */
const narrowTenants = new WeakMap<TenantClient, Set<string>>();

export interface ApplicationsRead {
  readonly tenantId: string;
  /** Bypasses the tenant's cache. */
  readonly isFresh: boolean;
}

/** All applications in one query. Falls back to fewer columns for a tenant that doesn't support all, and remembers that. */
export async function readApplications(
  client: TenantClient,
  read: ApplicationsRead,
  call: CallContext,
): Promise<ListRead<ApplicationSummary>> {
  const narrow = narrowTenants.get(client) ?? new Set();
  narrowTenants.set(client, narrow);
  if (narrow.has(read.tenantId)) return await readBy(narrowQuery, client, read, call);
  try {
    return await readBy(wideQuery, client, read, call);
  } catch (error) {
    if (!(error instanceof DeskFailure) || error.code !== 'refused-by-tenant') throw error;
    const list = await readBy(narrowQuery, client, read, call);
    narrow.add(read.tenantId);
    return list;
  }
}

async function readBy(
  text: string,
  client: TenantClient,
  { tenantId, isFresh }: ApplicationsRead,
  call: CallContext,
): Promise<ListRead<ApplicationSummary>> {
  const rows = await queryAllRows(
    client,
    {
      tenantId,
      text,
      purpose: 'list the applications',
      ...(isFresh ? { caching: caching.uncached } : {}),
    },
    call,
  );
  return await readRows(rows, applicationSummarySchema, ({ id }) => id, readApplication);
}

function readApplication(row: QueryRow): ApplicationSummary {
  const id = textOf(row, 'ID');
  return {
    id,
    name: textOf(row, 'Name') || textOf(row, 'DisplayName') || id,
    description: textOf(row, 'Description'),
    type: textOf(row, 'AppTypeDisplayName'),
    category: textOf(row, 'Category'),
    state: textOf(row, 'State'),
    icon: textOf(row, 'Icon'),
    templateName: textOf(row, 'TemplateName'),
    serviceName: textOf(row, 'ServiceName'),
  };
}
