/**
 * Finds the proxy through which an address is reached, as an address itself, without a login unless the environment
 * gives one; undefined where there is none. Throws `unreachable` where there is no way that can be gone.
 */
export interface FindProxy {
  (target: URL): Promise<string | undefined>;
  /** What of the proxy settings cannot be used: whole sentences, without secrets. */
  readonly problems?: readonly string[];
}

/** A network without a proxy. */
export const noProxy: FindProxy = () => Promise.resolve(undefined);
