/**
 * Copies a selection that contains marked characters: the browser's own copy turns no-break spaces into ordinary
 * ones, and includes the styles of the marks. For the `copy` event of the document; copying in an editor or a field
 * is left alone.
 */
export function copyMarked(event: ClipboardEvent): void {
  const selection = getSelection();
  if (event.defaultPrevented || selection === null || selection.isCollapsed) return;
  if (event.target instanceof Element && event.target.closest('input, textarea, [contenteditable]') !== null)
    return;
  const hasMark =
    selection.rangeCount > 0 &&
    selection.getRangeAt(0).cloneContents().querySelector('.hidden-mark') !== null;
  if (!hasMark) return;
  event.preventDefault();
  event.clipboardData?.setData('text/plain', selection.toString());
}
