import type { ReadResults } from '../../platform/shared-reading.ts';
import { readOnce } from '../../platform/shared-reading.ts';

/**
 * Reads of a tenant for one plan or one item, so that a plan with a hundred webhooks requests the list once. Never older than
 * the last `forget`.
 */
export interface FreshReads {
  /** `key` names the read; the same key must always have the same type of result. */
  once<Result>(key: string, read: () => Promise<Result>): Promise<Result>;
  /**
   * As `once`, for a long response that serves many items, such as everything in a role: the items of a run wait for each
   * other and share one read, which starts after all of them have requested it.
   */
  batched<Result>(key: string, read: () => Promise<Result>): Promise<Result>;
  /** As `once`, for data that no change by Tenant Desk alters, such as the catalog: `forget` doesn't clear it. */
  lasting<Result>(key: string, read: () => Promise<Result>): Promise<Result>;
  /** Clears the results after a request that may have changed the tenant. */
  forget(): void;
}

export interface SharedReads {
  /** Results of `lasting`, shared by all items of a run. */
  readonly lasting?: ReadResults;
  /** How `batched` waits for other items; by default it doesn't. */
  readonly batch?: <Result>(key: string, read: () => Promise<Result>) => Promise<Result>;
}

export function createFreshReads({
  lasting = new Map(),
  batch = (_key, read) => read(),
}: SharedReads = {}): FreshReads {
  const results: ReadResults = new Map();
  return {
    once: (key, read) => readOnce(results, key, read),
    batched: (key, read) => readOnce(results, key, () => batch(key, read)),
    lasting: (key, read) => readOnce(lasting, key, read),
    forget() {
      results.clear();
    },
  };
}
