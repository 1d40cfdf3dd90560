import { z } from 'zod';

/** Invisible characters: control and format characters (zero-width, direction marks) and fillers. */
const invisible = '\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}';
const edges = new RegExp(`^[\\s${invisible}]+|[\\s${invisible}]+$`, 'gu');
const invisibleEdges = new RegExp(`^[${invisible}]+|[${invisible}]+$`, 'gu');
const firstInvisible = new RegExp(`[${invisible}]`, 'u');

/** Trims spaces, line breaks and invisible characters, which are often copied along with text. */
export function trimPasted(text: string): string {
  return text.replaceAll(edges, '');
}

/** The same for a password, where leading and trailing spaces are significant. */
export function trimUnseen(text: string): string {
  return text.replaceAll(invisibleEdges, '');
}

/** Error message for the first invisible character. Doesn't quote the text, which may be a secret. */
export function unseenCharacterIn(text: string, what: string): string | undefined {
  const place = text.search(firstInvisible);
  if (place === -1) return undefined;
  const code = (text.codePointAt(place) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return `${what} has an invisible character (U+${code}) at position ${place + 1}. Remove it or paste the text again.`;
}

/** Turns a function that returns an error message into a check for `superRefine`. */
export const failWith =
  (problemOf: (text: string) => string | undefined) =>
  (text: string, context: z.core.$RefinementCtx<string>): void => {
    const message = problemOf(text);
    if (message !== undefined) context.addIssue({ code: 'custom', message });
  };

/** For a pasted ID, secret or URL. `what`: the field name as the start of a sentence. */
export function pastedText(what: string, trim = trimPasted) {
  return z
    .string()
    .overwrite(trim)
    .superRefine(failWith((text) => unseenCharacterIn(text, what)));
}

/** Error message for text that is sent as entered: rejects characters that were copied along. */
export function pastedProblem(text: string, what: string): string | undefined {
  if (trimPasted(text) !== text)
    return `${what} has spaces, line breaks or invisible characters around it. Remove them.`;
  return unseenCharacterIn(text, what);
}
