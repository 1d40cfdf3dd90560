import { z } from 'zod';
import type { CallContext } from '../../../contract/methods.ts';
import type { TenantClient } from '../client/tenant-client.ts';

/**
 * What SetCustomerConfig takes beside the origins. They are sent as they were read, for nothing says that the
 * tenant keeps what a request leaves out. Source: platform specification, "Tenant configuration endpoints".
 */
const settableSchema = z.object({
  IsPasswordPersistanceEnabled: z.boolean().optional(),
  ForgotUsernameAllowed: z.boolean().optional(),
  SendPasswordChangeConfirmation: z.boolean().optional(),
  MfaAttributeMapping: z.record(z.string(), z.unknown()).nullish(),
  Domain: z.string().nullish(),
});

const customerConfigSchema = settableSchema.extend({ AllowCors: z.array(z.unknown()).nullish() });

export const otherSettingsSchema = settableSchema;
export type OtherSettings = z.infer<typeof settableSchema>;

export interface CustomerConfig {
  readonly origins: readonly string[];
  readonly others: OtherSettings;
}

export interface CustomerConfigRead extends CustomerConfig {
  /** Entries of the list that are no text: they cannot be shown, nor sent again. */
  readonly leftOut: number;
}

export async function readCustomerConfig(
  client: TenantClient,
  tenantId: string,
  call: CallContext,
): Promise<CustomerConfigRead> {
  const { AllowCors, ...others } = await client.manage(
    {
      tenantId,
      path: '/TenantConfig/GetCustomerConfig',
      result: customerConfigSchema,
      purpose: 'read the trusted origins',
    },
    call,
  );
  const entries = AllowCors ?? [];
  const origins = entries.filter((entry) => typeof entry === 'string');
  return { origins, others, leftOut: entries.length - origins.length };
}

export async function writeCustomerConfig(
  client: TenantClient,
  tenantId: string,
  { origins, others }: CustomerConfig,
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
        AllowCors: origins,
      },
      result: z.unknown(),
      purpose: 'set the trusted origins',
    },
    call,
  );
}

const labels: Readonly<Record<keyof OtherSettings, string>> = {
  IsPasswordPersistanceEnabled: 'password persistence',
  ForgotUsernameAllowed: 'forgotten user names',
  SendPasswordChangeConfirmation: 'confirmation of password changes',
  MfaAttributeMapping: 'mapping of authentication attributes',
  Domain: 'domain',
};

/** Names of the other settings that differ: a change of origins must leave them alone. */
export function changedSettings(before: OtherSettings, now: OtherSettings): string[] {
  const meaning = (settings: OtherSettings, key: keyof OtherSettings): string =>
    JSON.stringify(settings[key] ?? (key === 'MfaAttributeMapping' ? {} : key === 'Domain' ? '' : null));
  return otherSettingNames
    .filter((key) => meaning(before, key) !== meaning(now, key))
    .map((key) => labels[key]);
}

const otherSettingNames = settableSchema.keyof().options;
