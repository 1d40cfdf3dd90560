import { z } from 'zod';
import type { ApplicationScript } from '../../../contract/scripts.ts';
import { isSameText } from '../../changes/three-way-merge.ts';
import type { ChangeContext } from '../../changes/change-kind.ts';
import type { TenantClient } from '../client/tenant-client.ts';
import { readScript } from './script-read.ts';
import { readApplicationRecord } from './application-record.ts';

/** What UpdateApplicationDE can set and the desk therefore has to send and to read back, whatever changes. */
export const applicationStateSchema = z.object({
  name: z.string(),
  description: z.string(),
  icon: z.string(),
  script: z.string(),
  /** False: the script is the template's. Sending it would make it the application's own. */
  hasOwnScript: z.boolean(),
  templateName: z.string(),
  samlAttributes: z.unknown(),
});

export type ApplicationState = z.infer<typeof applicationStateSchema>;

/** The application as it is now: its record and its script, two requests. */
export function readApplicationState(
  client: TenantClient,
  id: string,
  { tenant, call, reads }: ChangeContext,
): Promise<ApplicationState> {
  return reads.once(`application:${id}`, async () => {
    const record = await readApplicationRecord(client, { tenantId: tenant.id, id }, call);
    const script: ApplicationScript = await readScript(
      client,
      { tenantId: tenant.id, applicationId: id },
      call,
    );
    return {
      name: record.Name ?? record.DisplayName ?? id,
      description: record.Description ?? '',
      icon: record.Icon ?? '',
      script: script.script,
      hasOwnScript: script.isModified,
      templateName: record.TemplateName ?? '',
      samlAttributes: record.SamlAttributes ?? null,
    };
  });
}

const updateResultSchema = z.looseObject({ State: z.number().nullish() }).nullish();

/**
 * Sends an application with some members changed and all others as they are: nothing says that the tenant keeps
 * what a request leaves out. Source: platform specification, UpdateApplicationDE; compatibility notes.
 */
export async function updateApplication(
  client: TenantClient,
  { id, wanted }: { readonly id: string; readonly wanted: ApplicationState },
  { tenant, call }: ChangeContext,
): Promise<void> {
  await client.manage(
    {
      tenantId: tenant.id,
      path: '/SaasManage/UpdateApplicationDE',
      body: {
        _RowKey: id,
        Name: wanted.name,
        Description: wanted.description,
        ...(wanted.icon === '' ? {} : { IconUri: wanted.icon }),
        ...(wanted.hasOwnScript ? { Script: wanted.script } : {}),
        ...(wanted.samlAttributes == null ? {} : { SamlAttributes: wanted.samlAttributes }),
      },
      result: updateResultSchema,
      purpose: `change the application ${wanted.name}`,
    },
    call,
  );
}

/** The members in which an application differs from what it should be, in plain words. */
export function differingMembers(wanted: ApplicationState, now: ApplicationState): string[] {
  return [
    ...(wanted.name === now.name ? [] : ['name']),
    ...(isSameText(wanted.description, now.description) ? [] : ['description']),
    ...(wanted.icon === now.icon ? [] : ['icon']),
    ...(isSameText(wanted.script, now.script) ? [] : ['script']),
    ...(JSON.stringify(wanted.samlAttributes) === JSON.stringify(now.samlAttributes)
      ? []
      : ['SAML attributes']),
  ];
}
