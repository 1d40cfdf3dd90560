/** Letters of ASCII and Latin with single spaces between them: nothing of such a text is hidden. */
const oneLine = /^(?:[!-~\u00C0-\u024F]+(?: [!-~\u00C0-\u024F]+)*)?$/;
const lines = /^[\t\n\r -~\u00C0-\u024F]*$/;

/**
 * Whether a text is certainly shown as it is, with nothing marked. False says nothing: such a text has to be looked at, which
 * takes far more code. `isName`: it is drawn on one line, where HTML drops spaces.
 */
export function isSeenAsIs(text: string, { isName = false }: { readonly isName?: boolean } = {}): boolean {
  if (!(isName ? oneLine : lines).test(text)) return false;
  // A host may have another form.
  if (/xn--|\/\/[^\s/]*%/i.test(text)) return false;
  return !/[^\0-\x7F]/.test(text) || !/[./]/.test(text);
}
