import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../desk-test.ts';

test.setTimeout(180_000);

/** How far a user would tab to find it. */
const maxTabs = 80;

/** Presses Tab until it has the focus, like a user without a mouse. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  const focused = target.and(page.locator(':focus'));
  for (let tabs = 0; tabs < maxTabs; tabs += 1) {
    if ((await focused.count()) === 1) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${target.toString()} cannot be reached with Tab.`);
}

test('trusted origins are added, pasted, removed, applied and confirmed by keyboard alone', async ({
  desk,
  own,
  page,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await using colleague = own.colleague();
  const onTenant = async (): Promise<string[]> =>
    (await colleague.call('origins.get', { tenantId: colleague.tenantId, freshness: 'tenant-first' })).data
      .origins;
  const before = await onTenant();
  const ownHost = new URL(own.network.baseUrl).host;
  await colleague.apply({
    from: 'edits',
    edits: [
      {
        ...{ kind: 'origins', targetId: 'origins', base: { origins: before } },
        wanted: { origins: [...before, ownHost] },
      },
    ],
  });
  await desk.signInTo(own);
  const { origins } = desk;
  const { keyboard } = page;

  await test.step('navigated to, and one is typed', async () => {
    await keyboard.press('g');
    await keyboard.press('o');
    await expect(origins.rows.first()).toBeVisible();
    await tabTo(page, origins.field);
    await keyboard.type('https://typed.acme.example/login');
    await expect(origins.preview).toContainText(['typed.acme.example']);
    await keyboard.press('Enter');
    await expect(origins.rows.filter({ hasText: 'typed.acme.example' })).toContainText('to be added');
  });

  await test.step('many are pasted', async () => {
    await page.evaluate(
      `navigator.clipboard.writeText('pasted-1.acme.example\\nhttps://pasted-2.acme.example:8443/x')`,
    );
    await expect(origins.field).toBeFocused();
    await keyboard.press('ControlOrMeta+v');
    await expect(origins.preview).toHaveCount(2);
    await keyboard.press('Enter');
    await expect(origins.rows.filter({ hasText: 'to be added' })).toHaveCount(3);
    await expect(origins.field).toBeFocused();
  });

  await test.step('the tenant’s own host is removed after a confirmation', async () => {
    const row = origins.rows.filter({ hasText: 'this tenant' });
    await tabTo(page, row.getByRole('button', { name: /^Remove/ }));
    await keyboard.press('Enter');
    const question = page.getByRole('dialog', { name: 'Remove the tenant’s own host?' });
    await expect(question).toBeVisible();
    await keyboard.press('Escape');
    await expect(question).toHaveCount(0);
    await expect(row.getByRole('button', { name: /^Remove/ })).toBeFocused();
    await keyboard.press('Enter');
    await tabTo(page, question.getByRole('button', { name: 'Remove origin' }));
    await keyboard.press('Enter');
    await expect(row).toContainText('to be removed');
  });

  await test.step('reviewed, applied and confirmed', async () => {
    await keyboard.press('ControlOrMeta+Enter');
    await expect(desk.review.dialog.getByText('is this tenant’s own host')).toBeVisible();
    await expect(desk.review.applyButton).toBeEnabled();
    await keyboard.press('ControlOrMeta+Enter');
    await expect(page.getByRole('dialog', { name: 'Applied and verified' })).toBeVisible();
    await keyboard.press('Escape');
    await expect(desk.review.dialog).toHaveCount(0);
    await expect(origins.keepStrip).toBeVisible();
    await tabTo(page, origins.keepStrip.getByRole('button', { name: 'Keep change' }));
    await keyboard.press('Enter');
    await expect(origins.keepStrip).toHaveCount(0);
  });

  expect(new Set(await onTenant())).toEqual(
    new Set([...before, 'typed.acme.example', 'pasted-1.acme.example', 'pasted-2.acme.example:8443']),
  );
});
