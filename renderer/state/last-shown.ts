import type { Snapshot } from '../../contract/schema/snapshot.ts';

/** How many tenants are remembered: comparing two tenants switches between them. */
const maxTenants = 4;

interface Shown<Data> {
  readonly revision: number;
  readonly snapshot: Snapshot<Data>;
}

/**
 * What a view last showed of a tenant: reopened, it shows that in its first frame, without asking main for a list of
 * ten thousand. Lives as long as the page.
 */
export class LastShown<Data> {
  readonly #byTenant = new Map<string, Shown<Data>>();

  /** Undefined if nothing was shown, or a change was applied to the tenant since. */
  of(tenantId: string, revision: number): Snapshot<Data> | undefined {
    const shown = this.#byTenant.get(tenantId);
    return shown?.revision === revision ? shown.snapshot : undefined;
  }

  keep(tenantId: string, revision: number, snapshot: Snapshot<Data>): void {
    // The newest is last, so that the first is the one to drop.
    this.#byTenant.delete(tenantId);
    this.#byTenant.set(tenantId, { revision, snapshot });
    const [oldest] = this.#byTenant.keys();
    if (this.#byTenant.size > maxTenants && oldest !== undefined) this.#byTenant.delete(oldest);
  }
}
