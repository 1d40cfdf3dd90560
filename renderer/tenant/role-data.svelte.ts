/* eslint-disable svelte/prefer-svelte-reactivity -- maps and sets are read in hot loops: `#version` signals
   changes */
import type { Desk } from '../../contract/bridge/desk.ts';
import { toDeskError } from '../../contract/errors/desk-failure.ts';
import type { DeskError } from '../../contract/errors/errors.ts';
import type { Role, RoleMembers } from '../../contract/roles/roles.ts';
import type { Snapshot } from '../../contract/schema/snapshot.ts';

/** Maximum of concurrent requests while the roles are read. */
const atOnce = 4;

/** The applications of one role that were read so far. */
interface RoleRead {
  readonly granted: ReadonlySet<string>;
  /** Of those, the ones assigned by a rule of the tenant. */
  readonly automatic: ReadonlySet<string>;
  readonly fetchedAt: number;
  /** Why it isn't current. */
  readonly staleReason: DeskError | undefined;
}

interface RoleReading {
  readonly done: number;
  readonly total: number;
}

/**
 * Which applications each role of a tenant has: cached data at once, then the tenant's answer role by role. Lookups
 * are constant-time.
 */
export class RoleData {
  readonly #desk: Desk;
  readonly #tenantId: string;
  readonly #roles = new Map<string, RoleRead>();
  /** Number of roles per application; absent for none. */
  readonly #roleCounts = new Map<string, number>();
  readonly #failures = new Map<string, DeskError>();
  readonly #members = new Map<string, ReadonlySet<string> | undefined>();
  readonly #membersAsked = new Set<string>();
  /** The maps are plain, since they are read thousands of times: this signals that they changed. */
  #version = $state(0);
  #reading = $state.raw<RoleReading | undefined>(undefined);
  #work: AbortController | undefined;

  constructor(desk: Desk, tenantId: string) {
    this.#desk = desk;
    this.#tenantId = tenantId;
  }

  /** Progress of reading from the tenant. */
  get reading(): RoleReading | undefined {
    return this.#reading;
  }

  /** Counts changes of the data. */
  get version(): number {
    return this.#version;
  }

  isKnown(roleId: string): boolean {
    void this.#version;
    return this.#roles.has(roleId);
  }

  isGranted(applicationId: string, roleId: string): boolean {
    void this.#version;
    return this.#roles.get(roleId)?.granted.has(applicationId) === true;
  }

  isAutomatic(applicationId: string, roleId: string): boolean {
    void this.#version;
    return this.#roles.get(roleId)?.automatic.has(applicationId) === true;
  }

  /** Applications of a role; undefined before it was read. */
  applicationsOf(roleId: string): ReadonlySet<string> | undefined {
    void this.#version;
    return this.#roles.get(roleId)?.granted;
  }

  /** The number of roles that have an application. */
  roleCount(applicationId: string): number {
    void this.#version;
    return this.#roleCounts.get(applicationId) ?? 0;
  }

  rolesOf(applicationId: string): string[] {
    void this.#version;
    if (!this.#roleCounts.has(applicationId)) return [];
    return [...this.#roles].filter(([, { granted }]) => granted.has(applicationId)).map(([id]) => id);
  }

  /** Why roles could not be read, by role. */
  get failures(): ReadonlyMap<string, DeskError> {
    void this.#version;
    return this.#failures;
  }

  /** The oldest cached data shown instead of the tenant's, and why. */
  get stale(): { readonly fetchedAt: number; readonly reason: DeskError } | undefined {
    void this.#version;
    let oldest: { readonly fetchedAt: number; readonly reason: DeskError } | undefined;
    for (const { fetchedAt, staleReason } of this.#roles.values()) {
      if (staleReason === undefined || (oldest !== undefined && oldest.fetchedAt <= fetchedAt)) continue;
      oldest = { fetchedAt, reason: staleReason };
    }
    return oldest;
  }

  /** Reads all of these roles, in order. Never rejects; a new read cancels the previous one. */
  async load(roles: readonly Pick<Role, 'id'>[]): Promise<void> {
    const work = this.#begin(roles);
    try {
      const unknown = roles.filter(({ id }) => !this.#roles.has(id));
      const fresh = await this.#readAll(unknown, 'cache-first', work.signal);
      const old = roles.filter(({ id }) => !fresh.has(id));
      await this.#readAll(old, 'tenant-first', work.signal);
    } finally {
      if (this.#work === work) this.#reading = undefined;
    }
  }

  /**
   * Reads cached roles, and asks the tenant only for the others. Returns false if some could not be read, or another
   * read began since. Never rejects.
   */
  async loadCached(roles: readonly Pick<Role, 'id'>[]): Promise<boolean> {
    const work = this.#begin(roles);
    await this.#readAll(roles, 'cache-first', work.signal);
    if (this.#work === work) this.#reading = undefined;
    return !work.signal.aborted && roles.every(({ id }) => this.#roles.has(id));
  }

  #begin(roles: readonly Pick<Role, 'id'>[]): AbortController {
    this.stop();
    const work = new AbortController();
    this.#work = work;
    const ids = new Set(roles.map(({ id }) => id));
    for (const id of this.#roles.keys()) if (!ids.has(id)) this.#forget(id);
    for (const id of this.#failures.keys()) if (!ids.has(id)) this.#failures.delete(id);
    return work;
  }

  stop(): void {
    this.#work?.abort();
    this.#work = undefined;
    this.#reading = undefined;
  }

  /** Members of a role; undefined until they are known, or if the tenant doesn't provide them. Requests them once. */
  members(roleId: string): ReadonlySet<string> | undefined {
    void this.#version;
    return this.#members.get(roleId);
  }

  /** Requests the members of these roles that were not requested yet. */
  async askMembers(roleIds: readonly string[]): Promise<void> {
    const requests = roleIds.filter((id) => !this.#membersAsked.has(id));
    for (const id of requests) this.#membersAsked.add(id);
    await Promise.all(
      requests.map(async (roleId) => {
        try {
          const input = { tenantId: this.#tenantId, roleId, freshness: 'cache-first' } as const;
          this.#members.set(roleId, peopleOf(await this.#desk.roles.members(input)));
          this.#version += 1;
        } catch {
          // Without them the numbers are shown as bounds; the next view tries again.
          this.#membersAsked.delete(roleId);
        }
      }),
    );
  }

  /** Returns those that the tenant itself answered. */
  async #readAll(
    roles: readonly Pick<Role, 'id'>[],
    freshness: 'cache-first' | 'tenant-first',
    signal: AbortSignal,
  ): Promise<ReadonlySet<string>> {
    const left = [...roles];
    const fresh = new Set<string>();
    let done = 0;
    const isGivenUp = (): boolean => signal.aborted;
    const next = async (): Promise<void> => {
      for (let role = left.shift(); role !== undefined && !isGivenUp(); role = left.shift()) {
        if (await this.#readOne(role.id, freshness, signal)) fresh.add(role.id);
        done += 1;
        if (!isGivenUp()) this.#reading = { done, total: roles.length };
      }
    };
    await Promise.all(Array.from({ length: Math.min(atOnce, roles.length) }, next));
    return fresh;
  }

  async #readOne(
    roleId: string,
    freshness: 'cache-first' | 'tenant-first',
    signal: AbortSignal,
  ): Promise<boolean> {
    try {
      const input = { tenantId: this.#tenantId, roleId, freshness };
      const { data, fetchedAt, source, error } = await this.#desk.roles.publications(input, { signal });
      if (signal.aborted) return false;
      this.#forget(roleId);
      const granted = new Set(data.map(({ id }) => id));
      const automatic = new Set(data.filter(({ isAutomatic }) => isAutomatic).map(({ id }) => id));
      const staleReason = source === 'cache' ? error : undefined;
      this.#roles.set(roleId, { granted, automatic, fetchedAt, staleReason });
      for (const id of granted) this.#roleCounts.set(id, (this.#roleCounts.get(id) ?? 0) + 1);
      this.#failures.delete(roleId);
      this.#version += 1;
      return source === 'tenant';
    } catch (thrown) {
      if (signal.aborted) return false;
      const error = toDeskError(thrown);
      if (error.code === 'not-found') this.#forget(roleId);
      this.#failures.set(roleId, error);
      this.#version += 1;
      return true;
    }
  }

  #forget(roleId: string): void {
    for (const id of this.#roles.get(roleId)?.granted ?? []) {
      const count = (this.#roleCounts.get(id) ?? 1) - 1;
      if (count === 0) this.#roleCounts.delete(id);
      else this.#roleCounts.set(id, count);
    }
    this.#roles.delete(roleId);
  }
}

function peopleOf({ data }: Snapshot<RoleMembers>): ReadonlySet<string> | undefined {
  return data.isKnown ? new Set(data.members.map(({ id }) => id)) : undefined;
}
