/**
 * Private members of a JSON Web Key: the private values of RSA, EC and OKP keys, and symmetric keys.
 * Source: RFC 7518 sections 6.2.2, 6.3.2 and 6.4.1, RFC 8037 section 2.
 */
const privateKeyMembers: ReadonlySet<string> = new Set(['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k', 'priv']);

/** True for a private member of a JSON Web Key. */
export const isPrivateKeyMember = (name: string): boolean => privateKeyMembers.has(name);

/** True for an object that is a JSON Web Key, by its key type. */
export const isJsonWebKey = (value: Readonly<Record<string, unknown>>): boolean =>
  typeof value['kty'] === 'string';
