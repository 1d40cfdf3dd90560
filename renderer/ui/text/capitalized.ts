/** The text with its first letter in upper case, the rest as it is. */
export function capitalized(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
