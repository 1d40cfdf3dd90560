import { z } from 'zod';
import type { CallContext } from '../../../contract/bridge/methods.ts';
import type { TenantClient } from '../client/tenant-client.ts';

const text = z.string().nullish();

/** The members that Tenant Desk uses; a record has over 150, and unknown ones are preserved. */
const recordSchema = z.looseObject({
  _RowKey: text,
  Name: text,
  DisplayName: text,
  Description: text,
  Icon: text,
  AppTypeDisplayName: text,
  TemplateName: text,
});

/** A record with secrets in clear text: never stored on disk, never sent to a window. */
export type ApplicationRecord = z.infer<typeof recordSchema>;

/** Source: platform specification, GetApplication (which spells `_Rowkey` with a small k). */
export function readApplicationRecord(
  client: TenantClient,
  { tenantId, id }: { readonly tenantId: string; readonly id: string },
  call: CallContext,
): Promise<ApplicationRecord> {
  const read = (): Promise<ApplicationRecord> =>
    client.manage(
      {
        tenantId,
        path: '/SaasManage/GetApplication',
        body: { _Rowkey: id },
        result: recordSchema,
        purpose: 'read the application',
      },
      call,
    );
  return call.reading?.once(`application-record:${tenantId}:${id}`, read) ?? read();
}
