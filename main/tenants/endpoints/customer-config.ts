import { z } from 'zod';
import type { CallContext } from '../../../contract/bridge/methods.ts';
import type { TenantClient } from '../client/tenant-client.ts';

/** Members of SetCustomerConfig besides the origins. Source: platform specification, "Tenant configuration endpoints". */
const settableNames = [
  'IsPasswordPersistanceEnabled',
  'ForgotUsernameAllowed',
  'SendPasswordChangeConfirmation',
  'MfaAttributeMapping',
  'Domain',
] as const;

export type SettableName = (typeof settableNames)[number];

/**
 * Sent back as read, with any value, because nothing guarantees that the tenant keeps omitted members; absent if the tenant didn't
 * report them.
 */
export const otherSettingsSchema = z.partialRecord(z.enum(settableNames), z.unknown());
export type OtherSettings = Readonly<z.infer<typeof otherSettingsSchema>>;

export interface CustomerConfig {
  readonly origins: readonly string[];
  readonly others: OtherSettings;
}

export interface CustomerConfigRead extends CustomerConfig {
  /** Number of entries that aren't strings: they can't be shown or sent back. */
  readonly skipped: number;
}

const ofOrigins = z.looseObject({ AllowCors: z.array(z.unknown()).nullish() });
const wholeRecord = z.record(z.string(), z.unknown());

/** The complete tenant configuration. */
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
  return { origins, others: settableOf(record), skipped: entries.length - origins.length };
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

/** The settable members, all of which are sent with each change. */
export function settableOf(record: Readonly<Record<string, unknown>>): OtherSettings {
  return Object.fromEntries(
    settableNames.filter((name) => name in record).map((name) => [name, record[name]]),
  );
}

export interface SentConfig {
  /** As read from the tenant, if they aren't changed. */
  readonly origins: unknown;
  readonly others: OtherSettings;
  /** The operation, for messages. */
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
  ForgotUsernameAllowed: 'forgotten usernames',
  SendPasswordChangeConfirmation: 'confirmation of password changes',
  MfaAttributeMapping: 'MFA attribute mapping',
  Domain: 'domain',
};

/** Labels of the settings that differ; a change to other settings must leave them alone. */
export function changedSettings(before: OtherSettings, now: OtherSettings): string[] {
  const normalized = (settings: OtherSettings, key: SettableName): string =>
    JSON.stringify(settings[key] ?? (key === 'MfaAttributeMapping' ? {} : key === 'Domain' ? '' : null));
  return settableNames
    .filter((key) => normalized(before, key) !== normalized(now, key))
    .map((key) => labels[key]);
}
