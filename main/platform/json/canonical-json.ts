import canonicalize from 'canonicalize';

/**
 * The text of a JSON value that is the same for every order of its members (RFC 8785); also of those for which the standard
 * has none: half a surrogate pair and a number beyond all doubles, which JSON can hold, are written as texts that name them.
 */
export function canonicalJson(value: unknown): string {
  try {
    return canonicalize(value) ?? '';
  } catch {
    return canonicalize(JSON.parse(JSON.stringify(value, named))) ?? '';
  }
}

function named(_key: string, value: unknown): unknown {
  if (typeof value === 'string') return wellFormed(value);
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [wellFormed(name), member]));
}

/** By code points a surrogate is only met where its other half is missing. */
function wellFormed(text: string): string {
  return text.replaceAll(/\p{Surrogate}/gu, (half) => `\\u${half.charCodeAt(0).toString(16)}`);
}
