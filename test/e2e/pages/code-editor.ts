import type { Locator, Page } from '@playwright/test';

/** Replaces the whole content of an editor with `text`, using the keyboard. */
export async function replaceText(page: Page, editor: Locator, text: string): Promise<void> {
  await editor.focus();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.press('Delete');
  // A single paste-like input event: with individual keys the editor would auto-close brackets and
  // auto-indent.
  await page.keyboard.insertText(text);
}

/** The number of characters before the cursor of the focused editor, for a text without line breaks. */
export async function cursorOffset(page: Page): Promise<number> {
  return await page.evaluate<number>(`(() => {
    const { focusNode, focusOffset } = getSelection();
    const before = document.createRange();
    before.setStart(document.activeElement, 0);
    before.setEnd(focusNode, focusOffset);
    return before.toString().length;
  })()`);
}
