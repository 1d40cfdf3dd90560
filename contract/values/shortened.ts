/** A value for quoting in a message: its first 80 characters. */
export const shortened = (text: string): string => (text.length > 80 ? `${text.slice(0, 79)}…` : text);
