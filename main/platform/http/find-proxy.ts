/**
 * Finds the proxy through which an address is reached, as an address itself, without a login unless the environment
 * gives one; undefined where there is none. Throws `unreachable` where there is no way that can be gone.
 */
export type FindProxy = (target: URL) => Promise<string | undefined>;

/** A network without a proxy. */
export const noProxy: FindProxy = () => Promise.resolve(undefined);
