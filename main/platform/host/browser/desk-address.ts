/** An origin at which the app is served. */
export interface DeskAddress {
  /** Host and port, exactly as in pages' `Host` headers. */
  readonly host: string;
  /** Prefix of every path; empty if the host name itself is new. */
  readonly pathPrefix: string;
}

type RandomBytes = (size: number) => Uint8Array;

/**
 * An origin that no browser has seen: 128 random bits in a name under `.localhost`, which browsers resolve to loopback (RFC 6761,
 * section 6.3). Anything that another program left in the browser for this port (cached scripts and redirects, service workers,
 * cookies) belongs to a different origin.
 */
export function newDeskAddress(port: number, randomBytes: RandomBytes): DeskAddress {
  return { host: `desk-${hex(randomBytes(16))}.localhost:${port}`, pathPrefix: '' };
}

/**
 * For browsers that can't resolve such names. The origin may have been used before, but its port is random and nothing is loaded
 * from a path that may be cached.
 */
export function newNumericAddress(port: number, randomBytes: RandomBytes): DeskAddress {
  return { host: `127.0.0.1:${port}`, pathPrefix: `/${hex(randomBytes(16))}` };
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
