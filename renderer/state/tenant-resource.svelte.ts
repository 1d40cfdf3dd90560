import { untrack } from 'svelte';
import type { LastShown } from './last-shown.ts';
import type { ReadSnapshot } from './resource.svelte.ts';
import { Resource } from './resource.svelte.ts';
import type { Workspace } from './workspace.svelte.ts';

/** The parts of the workspace that decide when the data of a tenant is reloaded. */
export type TenantActivity = Pick<Workspace, 'revisionOf' | 'isSignedIn'>;

/**
 * Runs `act` at once, and again whenever a change was applied to the tenant or its session began or ended; the
 * function that `act` returns runs before that and at the end. Nothing else triggers it: not another tenant, not a
 * renewed token. Call while a component initializes.
 */
export function onTenantChange(
  workspace: TenantActivity,
  tenantId: () => string,
  act: () => (() => void) | undefined,
): void {
  const activity = $derived(
    `${tenantId()} ${workspace.revisionOf(tenantId())} ${workspace.isSignedIn(tenantId())}`,
  );
  $effect(() => {
    void activity;
    return untrack(act);
  });
}

/**
 * Data of a tenant that stays current: read at once and on every change of the tenant, canceled when the view closes.
 * With `last` it starts with the last data read. Call while a component initializes.
 */
export function tenantResource<Data>(
  workspace: TenantActivity,
  tenantId: () => string,
  read: ReadSnapshot<Data>,
  last?: LastShown<Data>,
): Resource<Data> {
  const revision = (): number => workspace.revisionOf(tenantId());
  const minding: ReadSnapshot<Data> = async (freshness, signal) => {
    const snapshot = await read(freshness, signal);
    if (!signal.aborted) last?.keep(tenantId(), revision(), snapshot);
    return snapshot;
  };
  const resource = new Resource(
    minding,
    untrack(() => last?.of(tenantId(), revision())),
  );
  onTenantChange(workspace, tenantId, () => {
    void resource.load();
    return () => resource.stop();
  });
  return resource;
}
