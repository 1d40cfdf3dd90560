import { z } from 'zod';
import type { ApplicationDetail } from '../../../contract/applications.ts';
import type { ApplicationScript } from '../../../contract/scripts.ts';
import type { CallContext } from '../../../contract/methods.ts';
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
  SamlAttributes: z.unknown().optional(),
});

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

export function describeApplication(
  id: string,
  record: ApplicationRecord,
  script: ApplicationScript,
): ApplicationDetail {
  return {
    id,
    name: record.Name ?? record.DisplayName ?? id,
    description: record.Description ?? '',
    type: record.AppTypeDisplayName ?? '',
    templateName: record.TemplateName ?? '',
    icon: record.Icon ?? '',
    ownScript: script.isModified ? script.script : null,
    record: withoutSecrets(record),
  };
}

const hidden = '••••';
const secretMember = /(secret|password|passphrase|privatekey)$/i;

/** Hides members such as `OAuthProfile.ClientSecret`: the record is shown raw and kept for offline reading. */
export function withoutSecrets(record: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [
      name,
      secretMember.test(name) && typeof value === 'string' && value !== '' ? hidden : hideWithin(value),
    ]),
  );
}

function hideWithin(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(hideWithin);
  if (typeof value === 'object' && value !== null) return withoutSecrets({ ...value });
  return value;
}
