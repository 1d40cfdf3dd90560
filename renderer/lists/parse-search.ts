import { plainLetters } from '../../languages/order/fold-text.ts';
import { queryOf } from '../../languages/order/search-query.ts';
import type { SearchQuery } from '../../languages/order/search-query.ts';

/** A parsed search: words that match anywhere, and words for one field, such as `type:saml`. */
interface ParsedSearch {
  readonly query: SearchQuery;
  readonly named: readonly { readonly name: string; readonly value: string }[];
  /** As typed: what is in the place of a field, but isn’t one. It counts as text too. */
  readonly unknown: readonly string[];
}

/** An optional name and colon; then a quoted text, or everything up to the next space. */
const token = /(?:([\p{L}]+):)?(?:"([^"]*)"?|(\S+))?/gu;

/**
 * Parses a search. Only the given names make a field, so that `https://…` stays as it is; a field without a value
 * yet filters nothing while it is being typed. `category:"Human Resources"` is one term.
 */
export function parseSearch(typed: string, names: readonly string[]): ParsedSearch {
  const anywhere: string[] = [];
  const named: { name: string; value: string }[] = [];
  const unknown: string[] = [];
  for (const [whole, givenName, quoted, bare] of typed.matchAll(token)) {
    const name = givenName?.toLowerCase();
    if (name !== undefined && names.includes(name)) {
      const value = plainLetters(quoted ?? bare ?? '').trim();
      if (value !== '') named.push({ name, value });
      continue;
    }
    if (givenName !== undefined && bare?.startsWith('//') !== true) unknown.push(givenName);
    const text = plainLetters(quoted !== undefined && givenName === undefined ? quoted : whole).trim();
    if (text !== '') anywhere.push(text);
  }
  return { query: queryOf(anywhere), named, unknown };
}

/** Why a search finds nothing, if it names a field that doesn't exist. */
export function unknownFieldText(typed: string, names: readonly string[]): string | undefined {
  const [field] = parseSearch(typed, names).unknown;
  if (field === undefined) return undefined;
  const known = names.length === 0 ? 'This search has no fields.' : `Known fields: ${names.join(', ')}.`;
  return `Unknown field “${field.slice(0, 40)}”. ${known}`;
}
