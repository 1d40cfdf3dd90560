/** Java's Character.isWhitespace for a code unit: spaces, but not the no-break ones. */
export function isJavaWhitespace(code: number): boolean {
  if (code <= 32) return code === 32 || (code >= 9 && code <= 13) || (code >= 28 && code <= 31);
  if (code < 0x1680) return false;
  if (code >= 0x2000 && code <= 0x200a) return code !== 0x2007;
  return code === 0x1680 || code === 0x2028 || code === 0x2029 || code === 0x205f || code === 0x3000;
}

/** The index of the first character that is no whitespace; the length if there is none. */
export function firstNonWhitespace(text: string): number {
  let i = 0;
  while (i < text.length && isJavaWhitespace(text.charCodeAt(i))) i++;
  return i;
}

/** Just after the last character that isn't whitespace; 0 if there is none. */
export function endOfNonWhitespace(text: string): number {
  let i = text.length;
  while (i > 0 && isJavaWhitespace(text.charCodeAt(i - 1))) i--;
  return i;
}
