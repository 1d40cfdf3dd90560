import type { TenantProfile } from '../../../contract/tenants/tenants.ts';
import type { ChangeContext } from './change-context.ts';

/** A item of a tenant, as a comparison of two tenants lists it. */
export interface ComparedItem {
  readonly id: string;
  /** What tells which one it is in another tenant, for identifiers mean nothing there: see `nameKey`. */
  readonly name: string;
  /** Tells those of one name apart: a template, an event type. Empty where that is not told. */
  readonly variant: string;
  /** Why it cannot be carried over; absent where it can. */
  readonly stays?: string;
  /** Who changed it last and when, where the list tells that: milliseconds since the epoch. */
  readonly changed?: { readonly by: string; readonly at: number | null };
}

/** What an event of a tenant names as what was changed. */
export interface EventSubject {
  readonly type: 'Application' | 'TenantConfig';
  /** Null for what a tenant has one of. */
  readonly id: string | null;
}

/** What there was when a tenant was read last. */
export interface CachedItems<Record> {
  /** Milliseconds since the epoch. */
  readonly readAt: number;
  readonly items: readonly ComparedItem[];
  /** Undefined where nothing is kept of it. */
  record(item: ComparedItem): Record | undefined;
}

/**
 * Where a comparison reads items from, their secrets hidden so that those of two tenants are equal where the secrets are. Kinds
 * that share a source are read together.
 */
export interface ComparedSource<Record> {
  /** True where the list tells items whole, so that reading one asks nothing more. */
  readonly isWhole?: true;
  /** All of a tenant. */
  list(context: ChangeContext): Promise<readonly ComparedItem[]>;
  /** Undefined for one that is gone. Things that are only in one tenant are not read. */
  read(item: ComparedItem, context: ChangeContext): Promise<Record | undefined>;
  /**
   * The same for a tenant that is compared with itself at another time: secrets are hidden with the key of the tenant, which its
   * vault keeps. Absent where no secret is in it.
   */
  readonly ofOne?: OneTenantSource<Record>;
  /** Undefined where nothing is kept of this tenant. Its secrets cannot be compared. */
  cached(tenant: TenantProfile): CachedItems<Record> | undefined;
}

/** Where a tenant is read from that is compared with itself. */
export interface OneTenantSource<Record> extends Pick<ComparedSource<Record>, 'list' | 'read'> {
  /** Names the key that secrets are hidden with, and tells nothing of it. Only secrets that were hidden with one key are compared. */
  keyId(tenantId: string): Promise<string>;
}

/**
 * One of the two tenants, the other one, and the one in whose words items are compared: the target. All three are one tenant
 * where it is compared with itself at another time.
 */
export interface ComparedIn {
  readonly tenant: TenantProfile;
  readonly other: TenantProfile;
  readonly as: TenantProfile;
}

/** True where a tenant is compared with itself: what differs between tenants by nature is a change like any other then. */
export const isOneTenant = ({ tenant, other }: ComparedIn): boolean => tenant.id === other.id;

/** Addresses on the tenant as addresses on the target: that they differ says nothing of what the items are. */
export function addressesAs(text: string, { tenant, as }: ComparedIn): string {
  const [own, others] = [new URL(tenant.baseUrl).host, new URL(as.baseUrl).host];
  return own === others ? text : text.replaceAll(`//${own}`, `//${others}`);
}

/** What would make the target have what the source has. */
export interface CarriedChange<State> {
  /** Null for what the target does not have. */
  readonly base: State | null;
  readonly wanted: State;
}

/** How what belongs to another item goes with it to a tenant that does not have that one yet. */
export interface Within<State> {
  /** The kind of that item. */
  readonly kind: string;
  /** What that item is called. */
  nameOf(state: State): string;
  /** The state of that item, as it is to be added, with this one in it; `id`: of this one where it comes from. */
  add(addition: unknown, id: string): unknown;
}

/** How items of a kind are compared between tenants. */
export interface Comparable<State, Record> {
  readonly source: ComparedSource<Record>;
  /** What the events of a tenant name where such a item was changed; absent where none does. */
  eventSubject?(id: string): EventSubject;
  /** As the target would have it: without what differs between tenants by nature. */
  stateOf(record: Record, where: ComparedIn): State;
  /** False where a record does not tell it, as one that was kept may not: then there is nothing to compare. */
  isReadable?(record: Record): boolean;
  /** True for what comes with another item of its source, so that of one that is not in both nothing is said. */
  readonly isOfBoth?: true;
  /** What belongs to a item that is added with it cannot be a change of its own: that has no identifier before. */
  readonly within?: Within<State>;
  /** The state of what is not there, where that is one: an application that is not published to a role. */
  absent?(state: State): State;
  /** Fits for the target what the source has (`from`); by default as it is. `base` is null where the target has none. */
  carry?(wanted: State, base: State | null, from: ComparedIn): State;
}
