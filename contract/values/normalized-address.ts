/**
 * A URL with normalized scheme and host (lower case, IDNA, without the default port), the path as written, and no trailing slash.
 * Returns anything else unchanged.
 */
export function normalizedAddress(address: string): string {
  const [, root, rest] = /^([a-z][a-z0-9+.-]*:\/\/[^/?#\\]*)(.*)$/is.exec(address) ?? [];
  if (root === undefined || rest === undefined || !URL.canParse(root)) return address;
  const { protocol, host } = new URL(root);
  return `${protocol}//${host}${rest.replace(/\/+$/, '')}`;
}

export function isSameAddress(one: string, other: string): boolean {
  return normalizedAddress(one) === normalizedAddress(other);
}
