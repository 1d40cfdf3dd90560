import type { Locator, Page } from '@playwright/test';
import { anotherTab } from '../another-tab.ts';
import { expect, test } from '../desk-test.ts';

test.setTimeout(300_000);

/** Milliseconds between the last key and leaving; 0 leaves in the same task. */
const pauses = [0, 8, 50];

/** `palette` opens the palette with its shortcut; the destination is typed afterwards. */
type Leave = { readonly click: Locator } | 'back' | 'reload' | 'palette' | 'close';

/** Types at the end of a field, letter by letter, and leaves it before a frame can be drawn. */
async function typeAndLeave(field: Locator, text: string, pause: number, leave: Leave): Promise<void> {
  await field.press('ControlOrMeta+End');
  if (typeof leave !== 'string') await leave.click.evaluate((link) => link.setAttribute('data-leave', ''));
  const page = field.page();
  const loaded = leave === 'reload' ? page.waitForEvent('load') : undefined;
  const closed = leave === 'close' ? page.waitForEvent('close') : undefined;
  const how = typeof leave === 'string' ? leave : 'click';
  await page.evaluate(
    `(async ({ text, pause, how }) => {
      for (const letter of text) {
        document.execCommand('insertText', false, letter);
        await Promise.resolve();
      }
      if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause));
      const link = document.querySelector('[data-leave]');
      link?.removeAttribute('data-leave');
      if (how === 'click') link.click();
      else if (how === 'back') history.back();
      else if (how === 'palette') {
        const keys = { key: 'k', code: 'KeyK', ctrlKey: true, bubbles: true, cancelable: true };
        document.activeElement.dispatchEvent(new KeyboardEvent('keydown', keys));
      }
      // Left to a task of its own, or the call would not be answered.
      else if (how === 'reload') setTimeout(() => location.reload());
    })(${JSON.stringify({ text, pause, how })})`,
  );
  // Like closing a tab: the page may object.
  if (leave === 'close') await page.close({ runBeforeUnload: true });
  await Promise.all([loaded, closed]);
}

/** Uncaught errors in any page of the test. */
function uncaughtErrors(page: Page): string[] {
  const found: string[] = [];
  page.on('pageerror', ({ message }) => found.push(message));
  return found;
}

const option = (page: Page, name: string | RegExp) => page.getByRole('option', { name }).first();

test('the latest edit is in the draft, whichever way a script or a template is left', async ({
  desk,
  page,
}) => {
  const errors = uncaughtErrors(page);
  const link = (name: string) => desk.navigation.getByRole('link', { name });
  await desk.tenants.signIn('Sandbox Staging');

  await test.step('the script of an application', async () => {
    // Wide enough for the list beside a script.
    await page.setViewportSize({ width: 1800, height: 900 });
    await desk.goTo('Applications');
    await option(page, /Web - SAML/).click();
    await desk.applications.openTab('Script');
    const script = page.getByRole('textbox', { name: /^Script of/ });
    const application = page.url();
    const ways: Record<string, () => Leave> = {
      link: () => ({ click: link('Drafts') }),
      tab: () => ({ click: page.getByRole('tab', { name: 'Settings' }) }),
      item: () => ({ click: desk.applications.option(/Web - SAML/).last() }),
      view: () => ({ click: page.getByRole('radio', { name: 'Compare' }) }),
      back: () => 'back',
      palette: () => 'palette',
      reload: () => 'reload',
    };
    let written = '';
    for (const [way, leave] of Object.entries(ways)) {
      for (const pause of pauses) {
        if (way === 'back') {
          await link('Drafts').click();
          await page.goto(application);
        }
        const typed = `/*${way} ${pause}*/`;
        await expect(script).toBeVisible();
        const name = (await script.getAttribute('aria-label')) ?? '';
        await typeAndLeave(script, typed, pause, leave());
        if (way === 'item') await expect(script).not.toHaveAccessibleName(name);
        if (way === 'palette') {
          await page.keyboard.type('Drafts');
          await page.keyboard.press('Enter');
          await expect(page).toHaveURL(/\/drafts/);
        }
        written += typed;
        if (way !== 'reload') await page.goto(application);
        if (way === 'view') await page.getByRole('radio', { name: 'Edit' }).click();
        await expect(script, `${way}, ${pause} ms`).toContainText(written);
      }
    }
    await page.reload();
    await expect(script).toContainText(written);

    // Text typed in a window that closes is seen by the other windows.
    for (const pause of pauses) {
      const closing = await anotherTab(page);
      await closing.setViewportSize({ width: 1800, height: 900 });
      await closing.goto(application);
      const typed = `/*close ${pause}*/`;
      const field = closing.getByRole('textbox', { name: /^Script of/ });
      await expect(field).toContainText(written);
      await typeAndLeave(field, typed, pause, 'close');
      written += typed;
      await expect(script, `close, ${pause} ms`).toContainText(written);
    }
  });

  await test.step('the template of a webhook', async () => {
    await desk.goTo('Webhooks');
    await desk.webhooks.select('Slack: risky sign-ins');
    const webhook = page.url();
    let written = '';
    const ways: Record<string, () => Leave> = {
      link: () => ({ click: link('Drafts') }),
      tab: () => ({ click: page.getByRole('tab', { name: 'Definition' }) }),
      item: () => ({ click: desk.webhooks.list.getByRole('option').last() }),
      reload: () => 'reload',
    };
    for (const [way, leave] of Object.entries(ways)) {
      for (const pause of pauses) {
        const typed = `<#--${way} ${pause}-->`;
        await expect(desk.webhooks.template).toBeVisible();
        await typeAndLeave(desk.webhooks.template, typed, pause, leave());
        written += typed;
        if (way !== 'reload') await page.goto(webhook);
        await expect(desk.webhooks.template, `${way}, ${pause} ms`).toContainText(written);
      }
    }
    await page.reload();
    await expect(desk.webhooks.template).toContainText(written);
  });

  expect(errors).toEqual([]);
});

test('the latest edit is in the draft, whichever way a query, headers or a test user is left', async ({
  desk,
  page,
}) => {
  const errors = uncaughtErrors(page);
  const link = (name: string) => desk.navigation.getByRole('link', { name });
  await desk.tenants.signIn('Sandbox Staging');

  await test.step('a query in its tab', async () => {
    await desk.goTo('Query');
    const other = desk.main.getByRole('tab', { name: 'Untitled', exact: true });
    await expect(other).toHaveAttribute('aria-selected', 'true');
    await desk.main.getByRole('button', { name: 'New query' }).click();
    const own = desk.main.getByRole('tab', { name: 'Untitled 2' });
    let written = '';
    const ways: Record<string, () => Leave> = {
      link: () => ({ click: link('Drafts') }),
      tab: () => ({ click: other }),
      reload: () => 'reload',
    };
    for (const [way, leave] of Object.entries(ways)) {
      for (const pause of pauses) {
        const typed = `/*${way} ${pause}*/`;
        await own.click();
        await typeAndLeave(desk.query.editor, typed, pause, leave());
        written += typed;
        await desk.goTo('Query');
        await own.click();
        await expect(desk.query.editor, `${way}, ${pause} ms`).toContainText(written);
      }
    }
    await page.reload();
    await own.click();
    await expect(desk.query.editor).toContainText(written);
  });

  await test.step('the headers of a webhook, as text', async () => {
    await desk.goTo('Webhooks');
    await desk.webhooks.select('Slack: risky sign-ins');
    await desk.webhooks.openTab('Definition');
    const webhook = page.url();
    // Values are hidden as credentials once they are saved: the names show what arrived.
    let names = '';
    for (const [way, leave] of [
      ['link', (): Leave => ({ click: link('Drafts') })],
      ['reload', (): Leave => 'reload'],
    ] as const) {
      for (const pause of pauses) {
        const name = `X-${way}-${pause}`;
        await typeAndLeave(await desk.webhooks.headersAsText(), `${names && '\n'}${name}: 1`, pause, leave());
        names += `${name}: [^]*`;
        if (way !== 'reload') await page.goto(webhook);
        await expect(await desk.webhooks.headersAsText()).toHaveValue(new RegExp(names));
      }
    }
  });

  await test.step('a property of a test user', async () => {
    await desk.goTo('Applications');
    await option(page, /Web - SAML/).click();
    await desk.applications.openTab('Script');
    const script = page.url();
    if ((await page.getByRole('radiogroup', { name: 'Test user' }).count()) === 0)
      await page.getByRole('button', { name: /^Add/ }).first().click();
    const properties = page.getByRole('group', { name: /^Properties of/ });
    const field = properties.getByRole('textbox', { name: 'Email' });
    for (const leave of [(): Leave => ({ click: link('Drafts') }), (): Leave => 'reload']) {
      for (const pause of pauses) {
        const before = await field.inputValue();
        await typeAndLeave(field, `${pause}`, pause, leave());
        if (page.url() !== script) await page.goto(script);
        await expect(field).toHaveValue(`${before}${pause}`);
      }
    }
  });

  expect(errors).toEqual([]);
});
