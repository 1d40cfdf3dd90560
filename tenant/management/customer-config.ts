import type { Settings } from '../store/settings.ts';
import { drawIcon } from '../catalog/icons.ts';
import type { RecordChange } from './change-events.ts';
import { OperationFailure } from '../requests/envelope.ts';
import type { Operation } from '../http/operation.ts';
import { isRecord } from '../requests/request-members.ts';

const SETTING = 'customerConfig';

/**
 * The initial configuration of a tenant. Members: platform specification, "Tenant customer configuration".
 */
export function initialCustomerConfig(
  tenantName: string,
  uuid: string,
  directoryUuid: string,
): Record<string, unknown> {
  return {
    AllowCors: ['portal.acme.example', 'intranet.acme.example'],
    EmailImage: null,
    SendPasswordChangeConfirmation: true,
    IsPasswordPersistanceEnabled: false,
    SmsSystemEnabled: true,
    DirectoryServiceInfo: [
      {
        ServiceName: 'CDS',
        Config: { Uuid: directoryUuid, tenant: uuid },
        Name: 'Cloud Directory',
        InEverybody: true,
        Uuid: directoryUuid,
      },
    ],
    Brand: 'acme',
    Icon: `data:image/svg+xml;base64,${Buffer.from(drawIcon(tenantName)).toString('base64')}`,
    DefaultNumberOfTimeChunksInDashboard: 24,
    Name: tenantName,
    UserSettings: {
      uisection: { quickStartWizardKey: 'done', navigationCollapsed: false, navigationPinned: true },
      doNotShowQuickstart: true,
      defaultdash: 'overview',
    },
    MobileLocationHistoryTrackingEnabled: false,
    PhoneCallsEnabled: true,
    MfaAttributeMapping: { mobile: 'mobile', homephone: 'homephone' },
    InternetGatewayAllowed: false,
    BackgroundColor: '#f5f6fa',
    ForgotUsernameAllowed: true,
    Uuid: uuid,
    EnableTenantsTabForPeopleWithTaskCheck: false,
    EnableUmc: true,
    Domain: '',
  };
}

export interface CustomerConfig {
  read(): Readonly<Record<string, unknown>>;
  allowedOrigins(): readonly string[];
  write(config: Readonly<Record<string, unknown>>): void;
  /** Clears the cache after the setting was changed in other ways. */
  clearCache(): void;
}

/** Also cached in memory, because every cross-origin request needs the origins. */
export function createCustomerConfig(settings: Settings): CustomerConfig {
  let current: Record<string, unknown> | undefined;
  const read = (): Record<string, unknown> => {
    const stored = current ?? settings.read(SETTING);
    current = isRecord(stored) ? stored : {};
    return current;
  };
  return {
    read,
    allowedOrigins() {
      const list = read()['AllowCors'];
      return Array.isArray(list) ? list.filter((item) => typeof item === 'string') : [];
    },
    write(config) {
      settings.write(SETTING, config);
      current = { ...config };
    },
    clearCache() {
      current = undefined;
    },
  };
}

/** Platform specification, "Tenant configuration endpoints". */
export function customerConfigOperations(config: CustomerConfig, recordChange: RecordChange): Operation[] {
  return [
    { path: '/TenantConfig/GetCustomerConfig', membersOptional: true, run: () => config.read() },
    {
      path: '/TenantConfig/SetCustomerConfig',
      rights: ['/lib/rights/tenantman.json'],
      run: ({ members, caller }) => {
        const changes: Record<string, unknown> = {};
        for (const name of [
          'IsPasswordPersistanceEnabled',
          'ForgotUsernameAllowed',
          'SendPasswordChangeConfirmation',
        ]) {
          const value = members.flag(name);
          if (value !== undefined) changes[name] = value;
        }
        const mapping = members.object('MfaAttributeMapping');
        if (mapping !== undefined) changes['MfaAttributeMapping'] = checkMapping(mapping);
        const domain = members.text('Domain');
        if (domain !== undefined) changes['Domain'] = domain;
        if (members.raw('AllowCors') === null)
          throw new OperationFailure('InvalidParameter', 'AllowCors must be an array of strings.');
        const origins = members.textList('AllowCors');
        // The list is replaced as a whole; our decision: without the member it is unchanged.
        if (origins !== undefined) changes['AllowCors'] = origins.map(checkOrigin);
        config.write({ ...config.read(), ...changes });
        recordChange('Cloud.Core.TenantConfig.Modify', caller.subject, {
          type: 'TenantConfig',
          id: null,
          name: 'the tenant configuration',
        });
        return null;
      },
    },
  ];
}

/** Platform specification: an object mapping strings to strings. */
function checkMapping(mapping: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const strange = Object.entries(mapping).find(([, value]) => typeof value !== 'string');
  if (strange !== undefined)
    throw new OperationFailure('InvalidParameter', `MfaAttributeMapping.${strange[0]} must be a string.`);
  return mapping;
}

/**
 * A trusted origin is a host name with an optional port; a scheme is tolerated. Throws `InvalidOrigin` for
 * anything else.
 */
function checkOrigin(entry: string): string {
  const host = entry.trim().replace(/^https?:\/\//i, '');
  const isHost =
    /^(\[[0-9a-f:]+\]|[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*)(:\d{1,5})?$/i.test(
      host,
    ) && URL.parse(`http://${host}`) !== null;
  if (!isHost)
    throw new OperationFailure(
      'InvalidOrigin',
      `AllowCors: ${JSON.stringify(entry)} is not a host name. Omit the path, for example portal.example.`,
    );
  return entry.trim();
}
