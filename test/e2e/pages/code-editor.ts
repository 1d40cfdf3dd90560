import type { Locator, Page } from '@playwright/test';

/** Puts `text` in place of everything in an editor, through the keyboard as a person would. */
export async function replaceText(page: Page, editor: Locator, text: string): Promise<void> {
  await editor.focus();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.press('Delete');
  // One paste-like input event: typing key by key would let the editor close brackets and indent by itself.
  await page.keyboard.insertText(text);
}
