import type { ApplicationSummary } from '../../contract/applications/application-summary.ts';
import type { Desk } from '../../contract/bridge/desk.ts';
import { LastShown } from '../state/last-shown.ts';
import type { ReadAhead } from '../state/read-applications.ts';
import { readApplications, readApplicationsAhead } from '../state/read-applications.ts';
import type { Resource } from '../state/resource.svelte.ts';
import type { TenantActivity } from '../state/tenant-resource.svelte.ts';
import { tenantResource } from '../state/tenant-resource.svelte.ts';
import { whenIdle } from '../state/when-idle.ts';

const lastShown = new LastShown<readonly ApplicationSummary[]>();

/** The applications of a tenant, for every view that lists them. Call while a component initializes. */
export function applicationsResource(
  desk: Pick<Desk, 'applications'>,
  workspace: TenantActivity,
  tenantId: () => string,
): Resource<readonly ApplicationSummary[]> {
  return tenantResource<readonly ApplicationSummary[]>(
    workspace,
    tenantId,
    (freshness, signal) => readApplications(desk, { tenantId: tenantId(), freshness }, signal),
    lastShown,
  );
}

/**
 * Reads the list of a tenant once the window is idle, so that its first view has it at once, as a reopened one does.
 * The returned function cancels that. What cannot be read ahead is read on demand.
 */
export function readApplicationsWhenIdle(
  desk: Pick<Desk, 'applications'>,
  workspace: Pick<TenantActivity, 'revisionOf'>,
  tenantId: string,
): () => void {
  let ahead: ReadAhead | undefined;

  async function read(): Promise<void> {
    const revision = workspace.revisionOf(tenantId);
    ahead = readApplicationsAhead(desk, tenantId);
    const list = await ahead?.list.catch(() => undefined);
    if (list === undefined) return;
    // A later caller would get outdated data: the view treats it as cached and asks the tenant.
    ahead?.giveUp();
    lastShown.keep(tenantId, revision, list);
  }

  const cancel = whenIdle(() => void read());
  return () => {
    cancel();
    ahead?.giveUp();
  };
}
