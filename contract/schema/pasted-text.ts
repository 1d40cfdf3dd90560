import { z } from 'zod';

/** Characters nobody sees or types on purpose: control and format characters (zero-width, direction marks) and fillers. */
const unseen = '\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}';
const edges = new RegExp(`^[\\s${unseen}]+|[\\s${unseen}]+$`, 'gu');
const unseenEdges = new RegExp(`^[${unseen}]+|[${unseen}]+$`, 'gu');
const firstUnseen = new RegExp(`[${unseen}]`, 'u');

/** Text without the spaces, line breaks and invisible characters around it, which come along when it is copied. */
export function trimPasted(text: string): string {
  return text.replaceAll(edges, '');
}

/** The same for a password, of which spaces at its ends are part. */
export function trimUnseen(text: string): string {
  return text.replaceAll(unseenEdges, '');
}

/** What is wrong with the first invisible character of a text, without quoting the text: it may be a secret. */
export function unseenCharacterIn(text: string, what: string): string | undefined {
  const place = text.search(firstUnseen);
  if (place === -1) return undefined;
  const code = (text.codePointAt(place) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return `${what} has an invisible character (U+${code}) at position ${place + 1}. Remove it or paste the text again.`;
}

/** A check of a text, for `superRefine`, by what is wrong with it. */
export const refuse =
  (problemOf: (text: string) => string | undefined) =>
  (text: string, context: z.core.$RefinementCtx<string>): void => {
    const message = problemOf(text);
    if (message !== undefined) context.addIssue({ code: 'custom', message });
  };

/** For an identifier, a secret or a URL that a person pastes. `what`: the field, as a sentence begins with it. */
export function pastedText(what: string, trim = trimPasted) {
  return z
    .string()
    .overwrite(trim)
    .superRefine(refuse((text) => unseenCharacterIn(text, what)));
}

/** What is wrong with a text that is sent as it is typed: what came along when it was copied is refused. */
export function pastedProblem(text: string, what: string): string | undefined {
  if (trimPasted(text) !== text)
    return `${what} has spaces, line breaks or invisible characters around it. Remove them.`;
  return unseenCharacterIn(text, what);
}
