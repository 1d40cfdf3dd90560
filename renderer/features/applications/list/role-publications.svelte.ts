import type { Desk } from '../../../../contract/desk.ts';
import { rolesByApplication } from './roles-by-application.ts';
import type { PublishedRoles, RoleOfApplications } from './roles-by-application.ts';

/** So many roles are read behind the list without being asked for: each takes a request the first time. */
const mostUnasked = 200;
const readsAtOnce = 4;

/**
 * Which roles have which applications, from what the desk knows of the tenant and, for what it has not read yet, from the
 * tenant itself. Of use for searching and filtering, where an answer that is some minutes old does.
 */
export class RolePublications {
  readonly #desk: Desk;
  readonly #tenantId: string;
  #published = $state.raw<PublishedRoles | undefined>(undefined);
  #reading: AbortController | undefined;

  constructor(desk: Desk, tenantId: string) {
    this.#desk = desk;
    this.#tenantId = tenantId;
  }

  /** Undefined until all roles have been read, and where they are too many to be read unasked. */
  get published(): PublishedRoles | undefined {
    return this.#published;
  }

  /** Begins to read; the answer gives it up. */
  read(): () => void {
    this.#reading?.abort();
    const reading = new AbortController();
    this.#reading = reading;
    void this.#readAll(reading.signal);
    return () => reading.abort();
  }

  /** What cannot be read is not offered as a filter: the list itself says what is wrong with the tenant. */
  async #readAll(signal: AbortSignal): Promise<void> {
    const tenantId = this.#tenantId;
    const freshness = 'cache-first';
    try {
      const { data: roles } = await this.#desk.roles.list({ tenantId, freshness }, { signal });
      if (roles.length > mostUnasked) return;
      const read: RoleOfApplications[] = [];
      const rest = [...roles];
      const next = async (): Promise<void> => {
        for (let role = rest.shift(); role !== undefined; role = rest.shift()) {
          const asked = { tenantId, roleId: role.id, freshness } as const;
          const { data } = await this.#desk.roles.publications(asked, { signal });
          read.push({ id: role.id, name: role.name, applications: data.map(({ id }) => id) });
        }
      };
      await Promise.all(Array.from({ length: readsAtOnce }, next));
      if (!signal.aborted) this.#published = rolesByApplication(read);
    } catch {
      return;
    }
  }
}
