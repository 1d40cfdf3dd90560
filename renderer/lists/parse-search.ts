import { plainLetters } from '../../languages/order/fold-text.ts';

/** What was typed into a search: words that may stand anywhere, and words for one kind of value, as `type:saml`. */
interface ParsedSearch {
  /** In plain letters. */
  readonly anywhere: readonly string[];
  readonly named: readonly { readonly name: string; readonly value: string }[];
}

/** A name and its colon, or none; then a text in quotation marks, or all up to the next blank. */
const word = /(?:([\p{L}]+):)?(?:"([^"]*)"?|(\S+))?/gu;

/**
 * Reads what was typed. Only the given names make a named word, so that `https://…` stays what it is; one without a value
 * yet narrows nothing while it is being typed. `category:"Human Resources"` keeps its blank.
 */
export function parseSearch(typed: string, names: readonly string[]): ParsedSearch {
  const anywhere: string[] = [];
  const named: { name: string; value: string }[] = [];
  for (const [whole, givenName, quoted, bare] of typed.matchAll(word)) {
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
