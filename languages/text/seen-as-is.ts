/** ASCII and Latin letters with single spaces between them: such a text hides nothing. */
const oneLine = /^(?:[!-~\u00C0-\u024F]+(?: [!-~\u00C0-\u024F]+)*)?$/;
const lines = /^[\t\n\r -~\u00C0-\u024F]*$/;

/**
 * Whether a text is certainly shown as it is, without marks. False is inconclusive: such a text has to be
 * examined, which takes much more code. `isName`: it is shown on one line, where HTML drops spaces.
 */
export function isSeenAsIs(text: string, { isName = false }: { readonly isName?: boolean } = {}): boolean {
  if (!(isName ? oneLine : lines).test(text)) return false;
  // A host may have another form.
  if (/xn--|\/\/[^\s/]*%/i.test(text)) return false;
  return !/[^\0-\x7F]/.test(text) || !/[./]/.test(text);
}
