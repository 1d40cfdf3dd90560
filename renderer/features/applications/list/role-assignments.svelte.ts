import type { Desk } from '../../../../contract/bridge/desk.ts';
import { RoleData } from '../../../tenant/role-data.svelte.ts';
import { rolesByApplication } from './roles-by-application.ts';
import type { PublishedRoles } from './roles-by-application.ts';

/** Up to this many roles are loaded in the background; each takes one request the first time. */
const maxBackgroundRoles = 200;

/**
 * Role assignments for search and filters, from the cache or, if not cached, from the tenant. Data that is a
 * few minutes old is sufficient.
 */
export class RoleAssignments {
  readonly #desk: Desk;
  readonly #tenantId: string;
  readonly #data: RoleData;
  /** Built once when all roles are loaded, because searches look up thousands of applications. */
  #published = $state.raw<PublishedRoles | undefined>(undefined);

  constructor(desk: Desk, tenantId: string) {
    this.#desk = desk;
    this.#tenantId = tenantId;
    this.#data = new RoleData(desk, tenantId);
  }

  /** Undefined until all roles are loaded, or if there are more than `maxBackgroundRoles`. */
  get published(): PublishedRoles | undefined {
    return this.#published;
  }

  /** Starts loading; the returned function cancels. */
  read(): () => void {
    const reading = new AbortController();
    void this.#readAll(reading.signal);
    return () => {
      reading.abort();
      this.#data.stop();
    };
  }

  /** On failure the role filter isn't offered; the list itself shows connection errors. */
  async #readAll(signal: AbortSignal): Promise<void> {
    const request = { tenantId: this.#tenantId, freshness: 'cache-first' } as const;
    const roles = await this.#desk.roles.list(request, { signal }).then(
      ({ data }) => data,
      () => undefined,
    );
    if (roles === undefined || roles.length > maxBackgroundRoles || signal.aborted) return;
    if (!(await this.#data.loadCached(roles))) return;
    this.#published = rolesByApplication(
      roles.map(({ id, name }) => ({ id, name, applications: [...(this.#data.applicationsOf(id) ?? [])] })),
    );
  }
}
