import { z } from 'zod';
import type { ApplicationTemplate } from '../../../contract/applications.ts';
import type { CallContext } from '../../../contract/methods.ts';
import type { TenantClient } from '../client/tenant-client.ts';

const text = z.string().nullish();
const entrySchema = z.looseObject({
  Row: z.looseObject({
    ID: z.string(),
    Name: text,
    DisplayName: text,
    Category: text,
    Description: text,
    AppTypeDisplayName: text,
    Icon: text,
  }),
});

/** The specification says a list; live tenants wrap it. Both are read. Source: compatibility notes. */
const catalogSchema = z.union([
  z.array(entrySchema),
  z
    .looseObject({ AppTemplates: z.looseObject({ Results: z.array(entrySchema) }) })
    .transform(({ AppTemplates }) => AppTemplates.Results),
]);

export async function readCatalog(
  client: TenantClient,
  tenantId: string,
  call: CallContext,
): Promise<ApplicationTemplate[]> {
  const entries = await client.manage(
    {
      tenantId,
      path: '/SaasManage/GetTemplatesAndCategories',
      result: catalogSchema,
      purpose: 'read the catalog of applications',
    },
    call,
  );
  return entries.map(({ Row }) => ({
    id: Row.ID,
    name: Row.Name ?? Row.ID,
    displayName: Row.DisplayName ?? Row.Name ?? Row.ID,
    category: Row.Category ?? '',
    description: Row.Description ?? '',
    type: Row.AppTypeDisplayName ?? '',
    icon: Row.Icon ?? '',
  }));
}
