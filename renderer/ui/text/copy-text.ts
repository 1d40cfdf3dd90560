/**
 * Puts text on the clipboard. Uses the copy command rather than the Clipboard API, because the API asks for a
 * permission that the application denies to all pages. Returns false if the browser rejects it; call it from a
 * user's action.
 */
export function copyText(text: string): boolean {
  const fill = (event: ClipboardEvent): void => {
    event.preventDefault();
    event.stopImmediatePropagation();
    event.clipboardData?.setData('text/plain', text);
  };
  document.addEventListener('copy', fill, { capture: true, once: true });
  try {
    return document.execCommand('copy');
  } finally {
    document.removeEventListener('copy', fill, { capture: true });
  }
}
