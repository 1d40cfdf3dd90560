import type { Locator, Page } from '@playwright/test';

/** Puts `text` in place of everything in an editor, through the keyboard as a person would. */
export async function replaceText(page: Page, editor: Locator, text: string): Promise<void> {
  await editor.focus();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.press('Delete');
  // One paste-like input event: typing key by key would let the editor close brackets and indent by itself.
  await page.keyboard.insertText(text);
}

/** How many characters stand before the cursor of the editor that has the focus, in a text without line breaks. */
export async function cursorOffset(page: Page): Promise<number> {
  return await page.evaluate<number>(`(() => {
    const { focusNode, focusOffset } = getSelection();
    const before = document.createRange();
    before.setStart(document.activeElement, 0);
    before.setEnd(focusNode, focusOffset);
    return before.toString().length;
  })()`);
}
