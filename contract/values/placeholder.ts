/** Prefix of a placeholder for a credential. */
export const hiddenMark = '••••';

const placeholder = new RegExp(`^${hiddenMark}[0-9a-f]{8}$`);
const encodedMark = encodeURIComponent(hiddenMark);

/** True for a complete placeholder of a credential. Placeholders of equal credentials are equal. */
export function isPlaceholder(value: string): boolean {
  return placeholder.test(value);
}

/** True for a placeholder that was edited or encoded and no longer refers to a credential. */
export function isBrokenPlaceholder(value: string): boolean {
  return (value.startsWith('•') || holdsMark(value)) && !isPlaceholder(value);
}

/** True if the text contains a placeholder or a part of one. */
export function holdsMark(text: string): boolean {
  return text.includes(hiddenMark) || text.toUpperCase().includes(encodedMark);
}
