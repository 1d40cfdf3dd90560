import type { Diagnostic } from '../../../contract/diagnostics/diagnostics.ts';
import { failedCheck } from '../../diagnostics/check.ts';
import { folderChecks } from '../../diagnostics/folder-checks.ts';
import { findDamage } from '../../platform/storage/find-damage.ts';
import type { Context } from '../context.ts';
import { readTenants } from '../state/read-tenants.ts';
import { version } from '../version.ts';

export type CommandCheck = Omit<Diagnostic, 'check'> & { readonly check: string };

/** What only the services can say. */
const ofServices = ['services', 'keychain', 'policy', 'proxy', 'certificates'] as const;

/** Everything that commands depend on, from the outside in. Each check answers, whatever it meets. */
export async function runChecks({ folder, desk }: Context): Promise<readonly CommandCheck[]> {
  const own = [{ check: 'tdesk', status: 'ok', detail: version }, checkNode()] as const;
  // Before the services, which make a profile where there is none.
  const countTenants = (): number => readTenants(folder).length;
  const ofFolder = await folderChecks({ folder, countTenants, damage: findDamage });
  return [...own, ...ofFolder, ...(await checkServices(desk))];
}

/** In the window, if one has the profile open: what it depends on is what its requests use. */
async function checkServices(desk: Context['desk']): Promise<readonly CommandCheck[]> {
  const names: readonly string[] = ofServices;
  try {
    const { call } = await desk();
    return (await call('diagnostics.check', undefined)).filter(({ check }) => names.includes(check));
  } catch (error) {
    return ofServices.map((name) => failedCheck(name, error));
  }
}

function checkNode(): CommandCheck {
  const [major = 0] = process.versions.node.split('.').map(Number);
  const detail = `Node ${process.versions.node}, ${process.platform} ${process.arch}`;
  return major >= 24
    ? { check: 'Node', status: 'ok', detail }
    : { check: 'Node', status: 'failed', detail: `${detail}: Node 24 or newer is needed` };
}
