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
export interface RolePublicationEntry {
  readonly Name: string;
  readonly ID: string;
  readonly RoleType: string;
  readonly Automatic: boolean;
  readonly Application: string;
  readonly Role: string;
}

/** To which roles an application is published with an update, and from which it is taken away. */
export interface AppRoles {
  readonly Publish: readonly RolePublicationEntry[];
  readonly UnPublish: readonly RolePublicationEntry[];
}

export interface ApplicationUpdate {
  readonly tenantId: string;
  readonly id: string;
  /** As it is now, with what changes of name, description, icon and script. */
  readonly members: ApplicationMembers;
  /** The settings that it shall have, secrets in clear; those of its record where absent. */
  readonly settings?: Settings;
  readonly appRoles?: AppRoles;
}

/**
 * Sends an application with some members changed and all others as they are: nothing says that the tenant keeps
 * what a request leaves out. Source: platform specification, UpdateApplicationDE; compatibility notes.
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
 * Adds an application to roles and sends nothing else of it. The platform documents that there is such a request, but neither
 * its payload nor its answer: `AppRoles` is that of UpdateApplicationDE, and any answer that is a success is taken.
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
    readonly roles: readonly RolePublicationEntry[];
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
 * Every settable member: as `settings` say, and otherwise as the record has it. What the settings no longer have is sent
 * empty, for what is left out may stay. A secret that the tenant masks is left out: dots are no secret.
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
    // It follows the name until somebody gives it another one.
    ...('DisplayName' in settings || record.DisplayName == null ? {} : { DisplayName: name }),
  };
  return mapSecrets(members, (value) => (isMasked(value) ? undefined : value));
}

function sendableOf(record: ApplicationRecord): Record<string, JsonValue> {
  const entries = Object.entries(record).filter(([name, value]) => value != null && !isDerivedMember(name));
  return Object.fromEntries(entries) as Record<string, JsonValue>;
}

/** The nested object as a whole: what it has and no setting shows, such as the client ID, stays. */
function mergedMembers(now: unknown, known: unknown, wanted: unknown): Record<string, JsonValue> | undefined {
  if (!isMembers(now)) return isMembers(wanted) ? wanted : undefined;
  if (!isMembers(wanted)) return now;
  return { ...now, ...emptied(isMembers(known) ? known : {}, wanted), ...wanted };
}

/** What goes, as nothing of its own type: text that is null says nothing to some tenants. */
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
