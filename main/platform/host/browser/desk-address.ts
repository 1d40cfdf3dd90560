/** One origin at which the desk is served. */
export interface DeskAddress {
  /** Host and port, exactly as pages and their `Host` headers have it. */
  readonly host: string;
  /** What every path begins with; empty where the host name is new by itself. */
  readonly pathPrefix: string;
}

type RandomBytes = (size: number) => Uint8Array;

/**
 * An origin that no browser has seen: 128 random bits in a name under `.localhost`, which browsers resolve to loopback by
 * themselves (RFC 6761, section 6.3). Whatever another program left in the browser for this port (cached scripts and
 * redirects, service workers, cookies) belongs to another origin.
 */
export function newDeskAddress(port: number, randomBytes: RandomBytes): DeskAddress {
  return { host: `desk-${hex(randomBytes(16))}.localhost:${port}`, pathPrefix: '' };
}

/**
 * For browsers that can't resolve such names. The origin is not new for certain, but its port is random and nothing is
 * fetched from a path that may be cached.
 */
export function newNumericAddress(port: number, randomBytes: RandomBytes): DeskAddress {
  return { host: `127.0.0.1:${port}`, pathPrefix: `/${hex(randomBytes(16))}` };
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
