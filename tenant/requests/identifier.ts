/** A random UUID (RFC 9562 version 4) from the given source of randomness. */
export function randomIdentifier(randomBytes: (size: number) => Uint8Array): string {
  return identifier(Buffer.from(randomBytes(16)), 4);
}

/**
 * A UUID (RFC 9562 version 7) that starts with `now`, in milliseconds since the epoch. For high-volume rows:
 * those of the same time are adjacent in every index, while random ones would each be written to a different
 * page.
 */
export function timedIdentifier(now: number, randomBytes: (size: number) => Uint8Array): string {
  const bytes = Buffer.alloc(16);
  bytes.writeUIntBE(now, 0, 6);
  bytes.set(randomBytes(10), 6);
  return identifier(bytes, 7);
}

function identifier(bytes: Buffer, version: number): string {
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | (version << 4);
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
