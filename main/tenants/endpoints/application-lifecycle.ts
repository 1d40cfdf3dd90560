import { z } from 'zod';
import type { CallContext } from '../../../contract/bridge/methods.ts';
import { bindParameters } from '../../../languages/sql/parameters.ts';
import { failure } from '../../platform/errors/failure.ts';
import type { TenantClient } from '../client/tenant-client.ts';
import { caching, queryAllRows } from './query-call.ts';

const addedSchema = z.array(z.looseObject({ success: z.boolean(), _RowKey: z.string().nullish() }));

/**
 * Adds an application from a catalog template and returns its ID. Throws `refused-by-tenant` if the tenant rejects it without a
 * reason. Source: platform specification, ImportAppFromTemplate.
 */
export async function addFromTemplate(
  client: TenantClient,
  {
    tenantId,
    templateId,
    name,
  }: { readonly tenantId: string; readonly templateId: string; readonly name: string },
  call: CallContext,
): Promise<string> {
  const results = await client.manage(
    {
      tenantId,
      path: '/SaasManage/ImportAppFromTemplate',
      body: { ID: templateId },
      result: addedSchema,
      purpose: `add the application ${name}`,
    },
    call,
  );
  const added = results.find(({ success }) => success);
  if (added === undefined) {
    throw failure('refused-by-tenant', `The tenant didn’t add ${name} and gave no reason.`);
  }
  if (added._RowKey != null && added._RowKey !== '') return added._RowKey;
  throw failure('unexpected-response', `The tenant added ${name} but returned no ID.`);
}

const deletedSchema = z.array(z.looseObject({ success: z.boolean(), _RowKey: z.string().nullish() }));

/** Throws `refused-by-tenant` if the tenant rejects it without a reason. Source: platform specification, DeleteApplication. */
export async function deleteApplication(
  client: TenantClient,
  { tenantId, id, name }: { readonly tenantId: string; readonly id: string; readonly name: string },
  call: CallContext,
): Promise<void> {
  const results = await client.manage(
    {
      tenantId,
      path: '/SaasManage/DeleteApplication',
      body: { _RowKey: [id] },
      result: deletedSchema,
      purpose: `delete the application ${name}`,
    },
    call,
  );
  if (results.some(({ success }) => !success)) {
    throw failure('refused-by-tenant', `The tenant didn’t delete ${name} and gave no reason.`);
  }
}

/** Queries one row, bypassing the tenant's cache: a rejected read doesn't show whether the application exists. */
export async function isApplicationThere(
  client: TenantClient,
  { tenantId, id }: { readonly tenantId: string; readonly id: string },
  call: CallContext,
): Promise<boolean> {
  const bound = bindParameters('Select ID from Application where ID = :id', { id });
  if (!bound.ok) return false;
  const rows = await queryAllRows(
    client,
    { tenantId, text: bound.text, purpose: 'find the application', caching: caching.uncached },
    call,
  );
  return rows.length > 0;
}
