/** A text as an editor has it, and counts its offsets: with one kind of line break. */
export const withLineFeeds = (text: string): string => text.replaceAll(/\r\n?/g, '\n');
