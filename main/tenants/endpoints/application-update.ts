import { z } from 'zod';
import type { JsonValue, Settings } from '../../../contract/applications/application-settings.ts';
import { isDerivedMember, settingsOf } from '../../../contract/applications/application-settings.ts';
import type { CallContext } from '../../../contract/bridge/methods.ts';
import type { TenantClient } from '../client/tenant-client.ts';
import type { ApplicationMembers } from './application-members.ts';
import type { ApplicationRecord } from './application-record.ts';
import { isMasked, mapSecrets } from './record-secrets.ts';

const updateResultSchema = z.looseObject({ State: z.number().nullish() }).nullish();

/** Source: platform specification, "Role publication entry". */
export interface RoleAssignmentEntry {
  readonly Name: string;
  readonly ID: string;
  readonly RoleType: string;
  readonly Automatic: boolean;
  readonly Application: string;
  readonly Role: string;
}

/** Roles to assign and unassign with an update. */
export interface AppRoles {
  readonly Publish: readonly RoleAssignmentEntry[];
  readonly UnPublish: readonly RoleAssignmentEntry[];
}

export interface ApplicationUpdate {
  readonly tenantId: string;
  readonly id: string;
  /** The current state, with changes of name, description, icon and script. */
  readonly members: ApplicationMembers;
  /** The new settings, with secrets in clear text; default: those of its record. */
  readonly settings?: Settings;
  readonly appRoles?: AppRoles;
}

/**
 * Sends all members of an application, including unchanged ones: nothing guarantees that the tenant keeps omitted members. Source:
 * platform specification, UpdateApplicationDE; compatibility notes.
 */
export async function updateApplication(
  client: TenantClient,
  { tenantId, id, members, settings, appRoles }: ApplicationUpdate,
  call: CallContext,
): Promise<void> {
  await client.manage(
    {
      tenantId,
      path: '/SaasManage/UpdateApplicationDE',
      body: {
        ...membersToSend(members, settings ?? settingsOf(members.record)),
        _RowKey: id,
        Name: members.name,
        Description: members.description,
        ...(members.icon === '' ? {} : { IconUri: members.icon }),
        ...(members.hasOwnScript ? { Script: members.script } : {}),
        ...(appRoles === undefined ? {} : { AppRoles: appRoles }),
      },
      result: updateResultSchema,
      purpose: `change the application ${members.name}`,
    },
    call,
  );
}

/**
 * Assigns an application to roles without sending its other members. The platform documents this request, but neither its payload
 * nor its response: uses the `AppRoles` of UpdateApplicationDE, and accepts any successful response.
 */
export async function publishApplication(
  client: TenantClient,
  {
    tenantId,
    id,
    name,
    roles,
  }: {
    readonly tenantId: string;
    readonly id: string;
    readonly name: string;
    readonly roles: readonly RoleAssignmentEntry[];
  },
  call: CallContext,
): Promise<void> {
  const appRoles: AppRoles = { Publish: roles, UnPublish: [] };
  await client.manage(
    {
      tenantId,
      path: '/SaasManage/PublishApplication',
      body: { _RowKey: id, AppRoles: appRoles },
      result: z.unknown(),
      purpose: `assign the application ${name} to a role`,
    },
    call,
  );
}

/**
 * All settable members, from `settings` or else from the record. Removed settings are sent empty, because omitted members may stay
 * unchanged. Secrets masked by the tenant are omitted.
 */
function membersToSend(
  { record, name }: Pick<ApplicationMembers, 'record' | 'name'>,
  settings: Settings,
): Record<string, JsonValue> {
  const now = sendableOf(record);
  const known = settingsOf(record);
  const profile = mergedMembers(now['OAuthProfile'], known['OAuthProfile'], settings['OAuthProfile']);
  const members = {
    ...now,
    ...emptied(known, settings),
    ...settings,
    ...(profile === undefined ? {} : { OAuthProfile: profile }),
    // It equals the name until someone changes it.
    ...('DisplayName' in settings || record.DisplayName == null ? {} : { DisplayName: name }),
  };
  return mapSecrets(members, (value) => (isMasked(value) ? undefined : value));
}

function sendableOf(record: ApplicationRecord): Record<string, JsonValue> {
  const entries = Object.entries(record).filter(([name, value]) => value != null && !isDerivedMember(name));
  return Object.fromEntries(entries) as Record<string, JsonValue>;
}

/** The nested object: preserves members that aren't settings, such as the client ID. */
function mergedMembers(now: unknown, known: unknown, wanted: unknown): Record<string, JsonValue> | undefined {
  if (!isMembers(now)) return isMembers(wanted) ? wanted : undefined;
  if (!isMembers(wanted)) return now;
  return { ...now, ...emptied(isMembers(known) ? known : {}, wanted), ...wanted };
}

/** Empty values of the same type for removed members: some tenants ignore null for text. */
function emptied(known: Settings, wanted: Settings): Record<string, JsonValue> {
  return Object.fromEntries(
    Object.entries(known).flatMap(([name, value]): (readonly [string, JsonValue])[] =>
      name in wanted ? [] : [[name, emptyLike(value)]],
    ),
  );
}

function emptyLike(value: JsonValue): JsonValue {
  if (typeof value === 'string') return '';
  return Array.isArray(value) ? [] : null;
}

function isMembers(value: unknown): value is Record<string, JsonValue> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
