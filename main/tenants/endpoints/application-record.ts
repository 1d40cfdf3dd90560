import { z } from 'zod';
import type { CallContext } from '../../../contract/bridge/methods.ts';
import type { TenantClient } from '../client/tenant-client.ts';

const text = z.string().nullish();

/** The members that the desk works with; a record has over 150, and unknown ones are kept. */
const recordSchema = z.looseObject({
  _RowKey: text,
  Name: text,
  DisplayName: text,
  Description: text,
  Icon: text,
  AppTypeDisplayName: text,
  TemplateName: text,
});

/** A record as the tenant has it, secrets in clear: never for the disk and never for a window. */
export type ApplicationRecord = z.infer<typeof recordSchema>;

/** Source: platform specification, GetApplication (which spells `_Rowkey` with a small k). */
export function readApplicationRecord(
  client: TenantClient,
  { tenantId, id }: { readonly tenantId: string; readonly id: string },
  call: CallContext,
): Promise<ApplicationRecord> {
  return client.manage(
    {
      tenantId,
      path: '/SaasManage/GetApplication',
      body: { _Rowkey: id },
      result: recordSchema,
      purpose: 'read the application',
    },
    call,
  );
}
