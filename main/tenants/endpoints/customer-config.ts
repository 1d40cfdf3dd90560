import { z } from 'zod';
import type { CallContext } from '../../../contract/bridge/methods.ts';
import type { TenantClient } from '../client/tenant-client.ts';

/** What SetCustomerConfig takes beside the origins. Source: platform specification, "Tenant configuration endpoints". */
const settableNames = [
  'IsPasswordPersistanceEnabled',
  'ForgotUsernameAllowed',
  'SendPasswordChangeConfirmation',
  'MfaAttributeMapping',
  'Domain',
] as const;

export type SettableName = (typeof settableNames)[number];

/**
 * They are sent as they were read, whatever they are, for nothing says that the tenant keeps what a request leaves out; absent
 * where the tenant told none.
 */
export const otherSettingsSchema = z.partialRecord(z.enum(settableNames), z.unknown());
export type OtherSettings = Readonly<z.infer<typeof otherSettingsSchema>>;

export interface CustomerConfig {
  readonly origins: readonly string[];
  readonly others: OtherSettings;
}

export interface CustomerConfigRead extends CustomerConfig {
  /** Entries of the list that are no text: they cannot be shown, nor sent again. */
  readonly leftOut: number;
}

const ofOrigins = z.looseObject({ AllowCors: z.array(z.unknown()).nullish() });
const wholeRecord = z.record(z.string(), z.unknown());

/** Everything that the tenant tells of itself. */
export async function readWholeConfig(
  client: TenantClient,
  tenantId: string,
  call: CallContext,
): Promise<Readonly<Record<string, unknown>>> {
  return await readAs(wholeRecord, 'read the configuration', client, tenantId, call);
}

export async function readCustomerConfig(
  client: TenantClient,
  tenantId: string,
  call: CallContext,
): Promise<CustomerConfigRead> {
  const record = await readAs(ofOrigins, 'read the trusted origins', client, tenantId, call);
  const entries = record.AllowCors ?? [];
  const origins = entries.filter((entry) => typeof entry === 'string');
  return { origins, others: settableOf(record), leftOut: entries.length - origins.length };
}

async function readAs<Result extends z.ZodType>(
  result: Result,
  purpose: string,
  client: TenantClient,
  tenantId: string,
  call: CallContext,
): Promise<z.output<Result>> {
  return await client.manage({ tenantId, path: '/TenantConfig/GetCustomerConfig', result, purpose }, call);
}

/** What of a record is sent back with each change of any of it. */
export function settableOf(record: Readonly<Record<string, unknown>>): OtherSettings {
  return Object.fromEntries(
    settableNames.filter((name) => name in record).map((name) => [name, record[name]]),
  );
}

export interface SentConfig {
  /** Whatever the tenant told of them, where they are not what is changed. */
  readonly origins: unknown;
  readonly others: OtherSettings;
  /** What is being done, for messages. */
  readonly purpose: string;
}

export async function writeCustomerConfig(
  client: TenantClient,
  tenantId: string,
  { origins, others, purpose }: SentConfig,
  call: CallContext,
): Promise<void> {
  await client.manage(
    {
      tenantId,
      path: '/TenantConfig/SetCustomerConfig',
      body: {
        ...others,
        MfaAttributeMapping: others.MfaAttributeMapping ?? {},
        Domain: others.Domain ?? '',
        AllowCors: origins ?? [],
      },
      result: z.unknown(),
      purpose,
    },
    call,
  );
}

const labels: Readonly<Record<SettableName, string>> = {
  IsPasswordPersistanceEnabled: 'password persistence',
  ForgotUsernameAllowed: 'forgotten user names',
  SendPasswordChangeConfirmation: 'confirmation of password changes',
  MfaAttributeMapping: 'mapping of authentication attributes',
  Domain: 'domain',
};

/** Names of the settings that differ, of which a change of others must leave alone. */
export function changedSettings(before: OtherSettings, now: OtherSettings): string[] {
  const meaning = (settings: OtherSettings, key: SettableName): string =>
    JSON.stringify(settings[key] ?? (key === 'MfaAttributeMapping' ? {} : key === 'Domain' ? '' : null));
  return settableNames.filter((key) => meaning(before, key) !== meaning(now, key)).map((key) => labels[key]);
}
