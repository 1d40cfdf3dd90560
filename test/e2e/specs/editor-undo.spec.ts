import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../desk-test.ts';

test.setTimeout(240_000);

const undo = 'ControlOrMeta+z';
const redo = 'ControlOrMeta+Shift+Z';

/** Presses a key until the field has this text. */
async function pressUntil(page: Page, textOf: () => Promise<string>, key: string, last: string) {
  const seen: string[] = [];
  while (seen.at(-1) !== last) {
    const before = await textOf();
    await page.keyboard.press(key);
    await expect.poll(textOf).not.toBe(before);
    seen.push(await textOf());
  }
  return seen;
}

/** Types in a field, leaves it and returns; expects Undo and Redo to take the same steps as before. */
async function typeLeaveAndWalk(
  page: Page,
  { field, textOf, leave }: { field: Locator; textOf: () => Promise<string>; leave: () => Promise<void> },
): Promise<void> {
  const first = await textOf();
  await field.press('ControlOrMeta+Home');
  await page.keyboard.type('one ');
  await field.press('ControlOrMeta+End');
  await page.keyboard.type(' two');
  await expect.poll(textOf).toBe(`one ${first} two`);
  const back = await pressUntil(page, textOf, undo, first);
  expect(back.length).toBeGreaterThan(1);
  const forth = await pressUntil(page, textOf, redo, `one ${first} two`);
  await leave();
  await field.focus();
  expect(await pressUntil(page, textOf, undo, first)).toEqual(back);
  await leave();
  await field.focus();
  expect(await pressUntil(page, textOf, redo, `one ${first} two`)).toEqual(forth);
}

test('edits are undone and redone step by step after visiting other tabs and items', async ({
  desk,
  own,
  page,
}) => {
  const { applications, scriptTestRun } = desk;
  await desk.signInTo(own, { name: 'Acme', baseUrl: own.baseUrl });
  const option = (at: number) => applications.option(/Web - SAML/).nth(at);
  await option(0).click();
  const name = (await applications.title.textContent())?.trim() ?? '';
  const leave = async (tab: 'Settings' | 'Script'): Promise<void> => {
    await applications.openTab('Roles');
    await option(1).click();
    await expect(applications.title).not.toHaveText(name);
    await option(0).click();
    await expect(applications.title).toHaveText(name);
    await applications.openTab(tab);
  };

  await test.step('in a script', async () => {
    await applications.openTab('Script');
    await expect.poll(() => scriptTestRun.textOf(name)).toContain('setVersion');
    await typeLeaveAndWalk(page, {
      field: scriptTestRun.editor(name),
      textOf: () => scriptTestRun.textOf(name),
      leave: () => leave('Script'),
    });
  });

  await test.step('in a description', async () => {
    await applications.openTab('Settings');
    const field = page.getByRole('textbox', { name: 'Description' });
    await typeLeaveAndWalk(page, { field, textOf: () => field.inputValue(), leave: () => leave('Settings') });
  });
});
