const HTML: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
export const escapedHtml = (text: string): string => text.replace(/[&<>"']/g, (c) => HTML[c] ?? c);

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const escapedJson = (text: string): string => text.replace(/["\\]/g, '\\$&');

/** Truncates at this many characters, between words, with `[...]` for the removed part. */
function shortened(text: string, length: number): string {
  if (text.length <= length) return text;
  const available = length - '[...]'.length;
  const space = text.lastIndexOf(' ', available - 1);
  const isFar = space < 0 || space + 1 < length * 0.75 - '[...]'.length;
  // A word that happens to end here must not look truncated.
  const end = text[available] === ' ' ? available - 1 : available;
  return isFar ? `${text.slice(0, end)}[...]` : `${text.slice(0, space)} [...]`;
}

export function sentenceLine(s: string): string {
  const lower = s.toLowerCase();
  const parts = s.split(' ');
  const escaped = escapedHtml(s);
  return (
    `${s.toUpperCase()};${capitalized(lower)};${parts.map((part) => capitalized(part.toLowerCase())).join(' ')};` +
    `${s.replaceAll('a', 'aa')};${escaped};${escaped.replaceAll('&#39;', '&apos;')};${escapedJson(s)};` +
    `${s.replace(/["'\\]/g, '\\$&')};${encodeURIComponent(s)};` +
    `${s.padEnd(80, '-')};${parts.join('/')};${parts.length};${s.includes('disk')};${s.indexOf('s')};` +
    `${shortened(s, 25)};${s.slice(0, 7)}\n`
  );
}

/** The patterns of a sentence, found with JavaScript's regular expressions. */
export function patternLine(s: string): string {
  let initials = '';
  for (const [, first] of s.matchAll(/(\w)(\w*)/g)) initials += first;
  const parts = s.split(/\W+/);
  while (parts.length > 1 && parts.at(-1) === '') parts.pop();
  return (
    `${s.replace(/([a-z]+) (\w+)/g, '$2, $1')};${s.replace(/[^a-z ]/gi, '?')};${/^.*\bdisk\b.*$/.test(s)};` +
    `${initials};${parts.length};${s.replace(/\s+(?=<)|^\s+|\s+$/g, '')}\n`
  );
}
