import type { ApplicationSummary } from '../../../contract/applications.ts';
import type { Desk } from '../../../contract/desk.ts';
import { LastShown } from './last-shown.ts';
import { readApplications } from './read-applications.ts';
import type { Resource } from './resource.svelte.ts';
import type { TenantActivity } from './tenant-resource.svelte.ts';
import { tenantResource } from './tenant-resource.svelte.ts';

const lastShown = new LastShown<readonly ApplicationSummary[]>();

/** The applications of a tenant, for every view that lists them. Call while a component initialises. */
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
