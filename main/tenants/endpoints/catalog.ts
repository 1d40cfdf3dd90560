import { z } from 'zod';
import { flagIn } from '../../../contract/applications/setting-values.ts';
import { formatExact } from '../../../languages/json/format-exact.ts';
import type { ApplicationTemplate } from '../../../contract/applications/applications.ts';
import { mapInChunks } from '../../platform/timing/yielder.ts';
import type { CallContext } from '../../../contract/bridge/methods.ts';
import type { ListRead } from './list-read.ts';
import { readRows } from './list-read.ts';
import type { TenantClient } from '../client/tenant-client.ts';

const text = z.string().nullish();
/** Optional, because a missing required member would drop the whole entry. */
const anything = z.unknown().optional();
const entrySchema = z.looseObject({
  Row: z.looseObject({
    ID: z.string(),
    Name: text,
    DisplayName: text,
    Category: text,
    Description: text,
    AppTypeDisplayName: text,
    Icon: text,
    MobileAppType: anything,
    Featured: anything,
    OnPrem: anything,
    ProvSettingPreview: anything,
    ShadowAppLink: anything,
  }),
});

/** A list in the specification; live tenants wrap it. Source: compatibility notes. */
const catalogSchema = z.union([
  z.array(z.unknown()),
  z
    .looseObject({ AppTemplates: z.looseObject({ Results: z.array(z.unknown()) }) })
    .transform(({ AppTemplates }) => AppTemplates.Results),
]);

export async function readCatalog(
  client: TenantClient,
  tenantId: string,
  call: CallContext,
): Promise<ListRead<ApplicationTemplate>> {
  const entries = await client.manage(
    {
      tenantId,
      path: '/SaasManage/GetTemplatesAndCategories',
      result: catalogSchema,
      purpose: 'read the application catalog',
    },
    call,
  );
  const { rows, skipped } = await readRows(entries, entrySchema, ({ Row }) => Row.ID);
  return { rows: await mapInChunks(rows, readTemplate), skipped };
}

function readTemplate({ Row }: z.infer<typeof entrySchema>): ApplicationTemplate {
  return {
    id: Row.ID,
    name: Row.Name ?? Row.ID,
    displayName: Row.DisplayName ?? Row.Name ?? Row.ID,
    category: Row.Category ?? '',
    description: Row.Description ?? '',
    type: Row.AppTypeDisplayName ?? '',
    icon: Row.Icon ?? '',
    mobileType: textOf(Row.MobileAppType),
    isFeatured: flagIn(Row.Featured) ?? false,
    isOnPremises: flagIn(Row.OnPrem) ?? false,
    provisioning: textOf(Row.ProvSettingPreview),
    shadowAppLink: textOf(Row.ShadowAppLink),
  };
}

/** Text of members whose type isn't specified. */
function textOf(value: unknown): string {
  if (value == null) return '';
  return typeof value === 'string' ? value : formatExact(value);
}
