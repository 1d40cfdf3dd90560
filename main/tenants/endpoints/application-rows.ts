import type { ApplicationSummary } from '../../../contract/applications.ts';
import { applicationSummarySchema } from '../../../contract/applications.ts';
import type { CallContext } from '../../../contract/methods.ts';
import type { TenantClient } from '../client/tenant-client.ts';
import type { ListRead } from './list-read.ts';
import { readRows } from './list-read.ts';
import type { QueryRow } from './query-call.ts';
import { caching, queryAllRows, textOf } from './query-call.ts';

const applicationsQuery =
  'Select ID, Name, DisplayName, Description, AppTypeDisplayName, Category, State, Icon from Application ORDER BY Name COLLATE NOCASE';

/** All applications in one query. `isFresh` goes past the tenant's own cache. */
export async function readApplications(
  client: TenantClient,
  { tenantId, isFresh }: { readonly tenantId: string; readonly isFresh: boolean },
  call: CallContext,
): Promise<ListRead<ApplicationSummary>> {
  const rows = await queryAllRows(
    client,
    {
      tenantId,
      text: applicationsQuery,
      purpose: 'list the applications',
      ...(isFresh ? { caching: caching.uncached } : {}),
    },
    call,
  );
  return readRows(rows.map(readApplication), applicationSummarySchema, ({ id }) => id);
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
  };
}
