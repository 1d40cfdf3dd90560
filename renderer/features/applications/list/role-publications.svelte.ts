import type { Desk } from '../../../../contract/bridge/desk.ts';
import { RoleData } from '../../../tenant/role-data.svelte.ts';
import { rolesByApplication } from './roles-by-application.ts';
import type { PublishedRoles } from './roles-by-application.ts';

/** So many roles are read behind the list without being asked for: each takes a request the first time. */
const maxWithoutQuestion = 200;

/**
 * Which roles have which applications, from what the desk knows of the tenant and, for what it has not read yet, from the
 * tenant itself. Of use for searching and filtering, where an answer that is some minutes old does.
 */
export class RolePublications {
  readonly #desk: Desk;
  readonly #tenantId: string;
  readonly #data: RoleData;
  /** Made when all were read: the list is searched through it by the thousand. */
  #published = $state.raw<PublishedRoles | undefined>(undefined);

  constructor(desk: Desk, tenantId: string) {
    this.#desk = desk;
    this.#tenantId = tenantId;
    this.#data = new RoleData(desk, tenantId);
  }

  /** Undefined until all roles have been read, and where they are too many to be read unasked. */
  get published(): PublishedRoles | undefined {
    return this.#published;
  }

  /** Begins to read; the answer gives it up. */
  read(): () => void {
    const reading = new AbortController();
    void this.#readAll(reading.signal);
    return () => {
      reading.abort();
      this.#data.stop();
    };
  }

  /** What cannot be read is not offered as a filter: the list itself says what is wrong with the tenant. */
  async #readAll(signal: AbortSignal): Promise<void> {
    const asked = { tenantId: this.#tenantId, freshness: 'cache-first' } as const;
    const roles = await this.#desk.roles.list(asked, { signal }).then(
      ({ data }) => data,
      () => undefined,
    );
    if (roles === undefined || roles.length > maxWithoutQuestion || signal.aborted) return;
    if (!(await this.#data.loadCached(roles))) return;
    this.#published = rolesByApplication(
      roles.map(({ id, name }) => ({ id, name, applications: [...(this.#data.applicationsOf(id) ?? [])] })),
    );
  }
}
