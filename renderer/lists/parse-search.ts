import { plainLetters } from '../../languages/order/fold-text.ts';

/** A parsed search: words that match anywhere, and words for one kind of value, such as `type:saml`. */
interface ParsedSearch {
  /** Normalized to plain letters. */
  readonly anywhere: readonly string[];
  readonly named: readonly { readonly name: string; readonly value: string }[];
}

/** An optional name and colon; then a quoted text, or everything up to the next space. */
const token = /(?:([\p{L}]+):)?(?:"([^"]*)"?|(\S+))?/gu;

/**
 * Parses a search. Only the given names make a keyword, so that `https://…` stays as it is; a keyword without a value
 * yet filters nothing while it is being typed. `category:"Human Resources"` is one term.
 */
export function parseSearch(typed: string, names: readonly string[]): ParsedSearch {
  const anywhere: string[] = [];
  const named: { name: string; value: string }[] = [];
  for (const [whole, givenName, quoted, bare] of typed.matchAll(token)) {
    const name = givenName?.toLowerCase();
    if (name !== undefined && names.includes(name)) {
      const value = plainLetters(quoted ?? bare ?? '').trim();
      if (value !== '') named.push({ name, value });
      continue;
    }
    const text = plainLetters(quoted !== undefined && givenName === undefined ? quoted : whole).trim();
    if (text !== '') anywhere.push(text);
  }
  return { anywhere, named };
}
