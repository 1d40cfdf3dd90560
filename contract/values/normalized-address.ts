/**
 * An address with scheme and host as the network spells them (in small letters, IDNA, without the scheme's own port), the
 * path as it is written, and no slash at its end. What is no address stays as it is.
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
