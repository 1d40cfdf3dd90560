/**
 * Finds the proxy URL for a target, without a login unless the environment has one; undefined for a direct connection. Throws
 * `unreachable` if there is no supported route.
 */
export interface FindProxy {
  (target: URL): Promise<string | undefined>;
  /** Unusable proxy settings, as full sentences without secrets. */
  readonly problems?: readonly string[];
}

/** Always direct. */
export const noProxy: FindProxy = () => Promise.resolve(undefined);
