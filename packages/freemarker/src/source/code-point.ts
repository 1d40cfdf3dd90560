/**
 * The code point at `at`, or undefined behind the end: `text.codePointAt(at)`, read unit by unit.
 *
 * V8 in Node 24 answers wrongly where a text is a slice of another one that ends between the surrogates of a pair: once
 * its optimizing compiler has taken over, it reads the second one behind the end of the slice. Texts cut by templates
 * are such slices.
 */
export function codePointAt(text: string, at: number): number | undefined {
  if (!(at >= 0 && at < text.length)) return undefined;
  const high = text.charCodeAt(at);
  if (high < 0xd800 || high > 0xdbff || at + 1 >= text.length) return high;
  const low = text.charCodeAt(at + 1);
  return low < 0xdc00 || low > 0xdfff ? high : (high - 0xd800) * 0x400 + (low - 0xdc00) + 0x10000;
}
