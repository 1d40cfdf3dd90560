import { z } from 'zod';
import { toDeskError } from '../../../contract/desk-failure.ts';
import { isRefusal } from '../../../contract/errors.ts';
import type { ApplicationDetail } from '../../../contract/applications.ts';
import type { CallContext } from '../../../contract/methods.ts';
import type { TenantClient } from '../client/tenant-client.ts';
import { isApplicationThere } from './application-lifecycle.ts';
import { describeApplication, readApplicationRecord } from './application-record.ts';
import { readScript } from './script-read.ts';

/** What UpdateApplicationDE can set and the desk therefore has to send and to read back, whatever changes. */
export const applicationMembersSchema = z.object({
  name: z.string(),
  description: z.string(),
  icon: z.string(),
  script: z.string(),
  /** False: the script is the template's. Sending it would make it the application's own. */
  hasOwnScript: z.boolean(),
  templateName: z.string(),
  samlAttributes: z.unknown(),
});

export type ApplicationMembers = z.infer<typeof applicationMembersSchema>;

export interface ApplicationRead {
  readonly members: ApplicationMembers;
  readonly detail: ApplicationDetail;
}

interface OneApplication {
  readonly tenantId: string;
  readonly id: string;
}

/** For showing: an application whose script the tenant does not give is shown all the same, as one without its own. */
export async function readApplicationDetail(
  client: TenantClient,
  { tenantId, id }: OneApplication,
  call: CallContext,
): Promise<ApplicationDetail> {
  const [record, script] = await Promise.all([
    readApplicationRecord(client, { tenantId, id }, call),
    readScript(client, { tenantId, applicationId: id }, call).catch((error: unknown) => {
      if (isRefusal(toDeskError(error).code)) return { script: '', isModified: false };
      throw error;
    }),
  ]);
  return describeApplication(id, record, script);
}

/** The application as it is now, with all that an edit has to send: its record and its script, two requests at once. */
async function readApplicationMembers(
  client: TenantClient,
  { tenantId, id }: OneApplication,
  call: CallContext,
): Promise<ApplicationRead> {
  const [record, script] = await Promise.all([
    readApplicationRecord(client, { tenantId, id }, call),
    readScript(client, { tenantId, applicationId: id }, call),
  ]);
  const detail = describeApplication(id, record, script);
  const { name, description, icon, templateName } = detail;
  const members = {
    name,
    description,
    icon,
    script: script.script,
    hasOwnScript: script.isModified,
    templateName,
    samlAttributes: record.SamlAttributes ?? null,
  };
  return { members, detail };
}

/**
 * As `readApplicationMembers`, and undefined where there is no such application. What a tenant answers for one that is
 * gone is not specified, and a refusal may have other reasons: only then is its row looked for.
 */
export async function findApplicationMembers(
  client: TenantClient,
  one: OneApplication,
  call: CallContext,
): Promise<ApplicationRead | undefined> {
  try {
    return await readApplicationMembers(client, one, call);
  } catch (error) {
    if (isRefusal(toDeskError(error).code) && !(await isApplicationThere(client, one, call)))
      return undefined;
    throw error;
  }
}

const updateResultSchema = z.looseObject({ State: z.number().nullish() }).nullish();

/** What names the record of an application, which its members, its script and its publications are written into. */
export const applicationLane = (applicationId: string): string => `application-record:${applicationId}`;

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

/**
 * Sends an application with some members changed and all others as they are: nothing says that the tenant keeps
 * what a request leaves out. Source: platform specification, UpdateApplicationDE; compatibility notes.
 */
export async function updateApplication(
  client: TenantClient,
  {
    tenantId,
    id,
    members,
    appRoles,
  }: OneApplication & { readonly members: ApplicationMembers; readonly appRoles?: AppRoles },
  call: CallContext,
): Promise<void> {
  await client.manage(
    {
      tenantId,
      path: '/SaasManage/UpdateApplicationDE',
      body: {
        _RowKey: id,
        Name: members.name,
        Description: members.description,
        ...(members.icon === '' ? {} : { IconUri: members.icon }),
        ...(members.hasOwnScript ? { Script: members.script } : {}),
        ...(members.samlAttributes == null ? {} : { SamlAttributes: members.samlAttributes }),
        ...(appRoles === undefined ? {} : { AppRoles: appRoles }),
      },
      result: updateResultSchema,
      purpose: `change the application ${members.name}`,
    },
    call,
  );
}
