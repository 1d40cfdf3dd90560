import type { ScriptState } from '../../../contract/scripts/scripts.ts';
import type { ChangeContext } from '../../changes/kind/change-context.ts';
import type { ForeignChange, Retargeted } from '../../changes/kind/retarget.ts';
import { isSameName, onlyMatch } from '../../changes/kind/retarget.ts';
import type { TenantClient } from '../../tenants/client/tenant-client.ts';
import { readApplications } from '../../tenants/endpoints/application-rows.ts';

/** The same change for the script of the application with this name. */
export async function retargetScript(
  client: TenantClient,
  { base, wanted }: ForeignChange<ScriptState>,
  { tenant, call, reads }: ChangeContext,
): Promise<Retargeted<ScriptState>> {
  const name = (base ?? wanted)?.application ?? '';
  if (name === '') return { skipped: 'The file doesn’t name the application of this script.' };
  const { rows } = await reads.once('applications of scripts', () =>
    readApplications(client, { tenantId: tenant.id, isFresh: true }, call),
  );
  const called = rows.filter((row) => isSameName(row.name, name));
  const found = onlyMatch(called, `application “${name}”`, tenant.name);
  return 'skipped' in found ? found : { targetId: found.match.id, base, wanted, notes: [] };
}
