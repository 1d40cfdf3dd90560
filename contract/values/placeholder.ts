/** Begins what stands in the place of a credential. */
export const hiddenMark = '••••';

const placeholder = new RegExp(`^${hiddenMark}[0-9a-f]{8}$`);
const encodedMark = encodeURIComponent(hiddenMark);

/** True for what stands in the place of a credential, as a whole. Two are equal where the credentials are. */
export function isPlaceholder(value: string): boolean {
  return placeholder.test(value);
}

/** True for what somebody made of a placeholder by typing in it or by encoding it: it stands for nothing. */
export function isBrokenPlaceholder(value: string): boolean {
  return (value.startsWith('•') || holdsMark(value)) && !isPlaceholder(value);
}

/** True where a placeholder or a rest of one is somewhere in the text. */
export function holdsMark(text: string): boolean {
  return text.includes(hiddenMark) || text.toUpperCase().includes(encodedMark);
}
