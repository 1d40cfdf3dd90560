import type { TenantProfile } from '../../../contract/tenants/tenants.ts';
import type { ChangeContext } from './change-context.ts';

/** An item of a tenant, as a comparison of two tenants lists it. */
export interface ComparedItem {
  readonly id: string;
  /** Identifies it in another tenant, because IDs differ between tenants: see `nameKey`. */
  readonly name: string;
  /** Distinguishes items with the same name: a template, an event type. Empty if unknown. */
  readonly variant: string;
  /** Why it can't be applied to another tenant; absent if it can. */
  readonly stays?: string;
  /** Who changed it last and when, if the list includes that: milliseconds since the epoch. */
  readonly changed?: { readonly by: string; readonly at: number | null };
}

/** What an event of a tenant names as changed. */
export interface EventSubject {
  readonly type: 'Application' | 'TenantConfig';
  /** Null for what exists once per tenant. */
  readonly id: string | null;
}

/** The cached items of a tenant. */
export interface CachedItems<Record> {
  /** Milliseconds since the epoch. */
  readonly readAt: number;
  readonly items: readonly ComparedItem[];
  /** Undefined if it isn't cached. */
  record(item: ComparedItem): Record | undefined;
}

/**
 * Where a comparison reads items from. Secrets are hidden so that those of two tenants are equal if the secrets are. Kinds
 * that share a source are read together.
 */
export interface ComparedSource<Record> {
  /** True if the list contains whole items, so that reading one needs no request. */
  readonly isWhole?: true;
  /** All of a tenant. */
  list(context: ChangeContext): Promise<readonly ComparedItem[]>;
  /** Undefined for a deleted item. Items that exist in only one tenant aren't read. */
  read(item: ComparedItem, context: ChangeContext): Promise<Record | undefined>;
  /**
   * The same for a tenant that is compared with itself at another time: secrets are hidden with the tenant's key, which is stored
   * in its vault. Absent if it has no secrets.
   */
  readonly ofOne?: OneTenantSource<Record>;
  /** Undefined if this tenant isn't cached. Cached secrets can't be compared. */
  cached(tenant: TenantProfile): CachedItems<Record> | undefined;
}

/** Where a tenant that is compared with itself is read from. */
export interface OneTenantSource<Record> extends Pick<ComparedSource<Record>, 'list' | 'read'> {
  /** Identifies the key that secrets are hidden with, without revealing it. Only secrets hidden with the same key are compared. */
  keyId(tenantId: string): Promise<string>;
}

/**
 * One of the two tenants, the other one, and the one whose terms items are compared in: the target. All three are the same
 * tenant if it is compared with itself at another time.
 */
export interface ComparedIn {
  readonly tenant: TenantProfile;
  readonly other: TenantProfile;
  readonly as: TenantProfile;
}

/** True if a tenant is compared with itself: what differs between tenants by nature is then a change like any other. */
export const isOneTenant = ({ tenant, other }: ComparedIn): boolean => tenant.id === other.id;

/** Replaces URLs on the tenant with URLs on the target, because a different host doesn't make items different. */
export function addressesAs(text: string, { tenant, as }: ComparedIn): string {
  const [own, others] = [new URL(tenant.baseUrl).host, new URL(as.baseUrl).host];
  return own === others ? text : text.replaceAll(`//${own}`, `//${others}`);
}

/** The change that gives the target what the source has. */
export interface TransferredChange<State> {
  /** Null if the target doesn't have it. */
  readonly base: State | null;
  readonly wanted: State;
}

/** How an item that belongs to another item is added together with it to a tenant that has neither yet. */
export interface Within<State> {
  /** The kind of the other item. */
  readonly kind: string;
  /** The name of the other item. */
  nameOf(state: State): string;
  /** Adds this item to the state of the other item that will be added; `id` is the ID of this one in the source. */
  add(addition: unknown, id: string): unknown;
}

/** How items of a kind are compared between tenants. */
export interface Comparable<State, Record> {
  readonly source: ComparedSource<Record>;
  /** What events of a tenant name when such an item was changed; absent if none does. */
  eventSubject?(id: string): EventSubject;
  /** As the target would have it: without what differs between tenants by nature. */
  stateOf(record: Record, where: ComparedIn): State;
  /** False if the record doesn't contain it, as a cached one may not: then there is nothing to compare. */
  isReadable?(record: Record): boolean;
  /** True for items that come with another item of their source, so that nothing is reported for one that isn't in both. */
  readonly isOfBoth?: true;
  /** An item that is added with another one can't be a separate change: it has no ID before. */
  readonly within?: Within<State>;
  /** The state of an item that doesn't exist, if there is one: an application that isn't assigned to a role. */
  absent?(state: State): State;
  /** Adapts what the source has (`from`) for the target; unchanged by default. `base` is null if the target has none. */
  carry?(wanted: State, base: State | null, from: ComparedIn): State;
}
