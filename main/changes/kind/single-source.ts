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
  /** Undefined if this tenant isn't cached. */
  cached(tenant: TenantProfile): { readonly state: State; readonly readAt: number } | undefined;
}

/** The source for an item that exists once per tenant. */
export function singleSource<State>({ id, name, read, cached }: SingleParts<State>): ComparedSource<State> {
  const listed = (state: State): SingleItem<State> => ({ id, name, variant: '', state });
  // From its own list, without another request.
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
