import canonicalize from 'canonicalize';

/**
 * Canonical JSON text, independent of member order (RFC 8785). Extends the standard: lone surrogates and numbers beyond the double
 * range, which JSON can contain, are written as strings that describe them.
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

/** With the u flag, only lone surrogates match. */
function wellFormed(text: string): string {
  return text.replaceAll(/\p{Surrogate}/gu, (half) => `\\u${half.charCodeAt(0).toString(16)}`);
}
