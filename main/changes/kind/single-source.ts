import type { TenantProfile } from '../../../contract/tenants/tenants.ts';
import type { ChangeContext } from './change-context.ts';
import type { ComparedSource, ComparedItem } from './compared.ts';

interface SingleItem<State> extends ComparedItem {
  readonly state: State;
}

export interface SingleParts<State> {
  readonly id: string;
  readonly name: string;
  read(context: ChangeContext): Promise<State>;
  /** Undefined where nothing is cached of this tenant. */
  cached(tenant: TenantProfile): { readonly state: State; readonly readAt: number } | undefined;
}

/** Where two tenants are compared in a item of which each has one. */
export function singleSource<State>({ id, name, read, cached }: SingleParts<State>): ComparedSource<State> {
  const listed = (state: State): SingleItem<State> => ({ id, name, variant: '', state });
  // Of its own list: nothing else is asked for.
  const recordOf = (item: ComparedItem): State | undefined =>
    'state' in item ? (item as SingleItem<State>).state : undefined;
  return {
    isWhole: true,
    list: async (context) => [listed(await read(context))],
    read: async (item) => recordOf(item),
    cached(tenant) {
      const stored = cached(tenant);
      return stored && { readAt: stored.readAt, items: [listed(stored.state)], record: recordOf };
    },
  };
}
