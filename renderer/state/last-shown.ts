import type { Snapshot } from '../../contract/schema/snapshot.ts';

/** Of how many tenants it is minded: whoever compares two goes to and fro between them. */
const maxTenants = 4;

interface Shown<Data> {
  readonly revision: number;
  readonly snapshot: Snapshot<Data>;
}

/**
 * What a view showed of a tenant when it was last open: opened again it shows that in its first frame, without asking
 * main for a list of ten thousand. Lives as long as the page.
 */
export class LastShown<Data> {
  readonly #byTenant = new Map<string, Shown<Data>>();

  /** Undefined where nothing was shown, or a change was applied to the tenant since. */
  of(tenantId: string, revision: number): Snapshot<Data> | undefined {
    const shown = this.#byTenant.get(tenantId);
    return shown?.revision === revision ? shown.snapshot : undefined;
  }

  keep(tenantId: string, revision: number, snapshot: Snapshot<Data>): void {
    // The newest is last, so that the first is the one to forget.
    this.#byTenant.delete(tenantId);
    this.#byTenant.set(tenantId, { revision, snapshot });
    const [oldest] = this.#byTenant.keys();
    if (this.#byTenant.size > maxTenants && oldest !== undefined) this.#byTenant.delete(oldest);
  }
}
