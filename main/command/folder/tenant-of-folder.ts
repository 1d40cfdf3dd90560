import type { TenantProfile } from '../../../contract/tenants/tenants.ts';
import type { Context } from '../context.ts';
import { definesTenant } from '../state/run-environment.ts';
import { readSettingsFile } from './settings-file.ts';

/**
 * The tenant that is meant: by `--tenant`, else by the environment, else the one that a plan was made for, else by the `tdesk.json` of the
 * folder.
 */
export async function tenantOfFolder(
  context: Context,
  folder: string,
  planned?: string,
): Promise<TenantProfile> {
  const { options, env } = context;
  if (options.tenant !== undefined || definesTenant(env)) return await context.tenant();
  return await context.tenant(planned ?? (await readSettingsFile(folder)).tenant);
}
