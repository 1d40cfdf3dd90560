import { expectAccessible } from '../accessible.ts';
import { expect, test } from '../desk-test.ts';
import { startDesk } from '../running-desk.ts';
import { DeskPage } from '../pages/desk-page.ts';

test.setTimeout(240_000);

test('a change of the trusted origins is merged with another admin’s, and reverted although Tenant Desk was killed in between', async ({
  desk,
  own,
  page,
  running,
}) => {
  await desk.signInTo(own);
  await using colleague = own.colleague();
  const read = { tenantId: colleague.tenantId, freshness: 'tenant-first' } as const;
  const onTenant = async (): Promise<string[]> => (await colleague.call('origins.get', read)).data.origins;
  await desk.goTo('Origins');
  await expect(desk.origins.rows.first()).toBeVisible();

  const asColleague = async (change: (origins: string[]) => string[]): Promise<void> => {
    const origins = await onTenant();
    const base = { kind: 'origins', targetId: 'origins', base: { origins } };
    await colleague.apply({ from: 'edits', edits: [{ ...base, wanted: { origins: change(origins) } }] });
  };

  await test.step('a change that would leave no origins after another admin’s change is confirmed again', async () => {
    const origins = await onTenant();
    const [first = '', ...others] = origins;
    for (const origin of others) await page.getByRole('button', { name: `Remove ${origin}` }).click();
    await desk.origins.reviewChange();
    await expect(desk.review.applyButton).toBeEnabled();
    await asColleague((now) => now.filter((origin) => origin !== first));
    await desk.review.applyButton.click();
    await expect(desk.review.dialog.getByText('The list is empty')).toBeVisible();
    expect(await onTenant()).toEqual(others);
    await desk.review.dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Discard draft' }).click();
    await asColleague(() => origins);
  });

  await test.step('an origin that another admin adds after the review stays, and the receipt says so', async () => {
    await desk.origins.add('mine.acme.example');
    await desk.origins.reviewChange();
    await expect(desk.review.applyButton).toBeEnabled();
    await asColleague((origins) => [...origins, 'theirs.acme.example']);
    await desk.review.applyButton.click();
    await expect(
      desk.review.dialog.getByText('Also included: theirs.acme.example, added by someone else.'),
    ).toBeVisible();
    await expectAccessible(page, 'the receipt of a change that was merged');
    await desk.review.dialog.getByRole('button', { name: 'Done' }).click();
    expect(await onTenant()).toEqual(expect.arrayContaining(['mine.acme.example', 'theirs.acme.example']));
    await expect(desk.origins.keepStrip).toContainText('Reverts in');
    await expect(desk.origins.rows.filter({ hasText: 'theirs.acme.example' })).toBeVisible();
  });

  await test.step('without a confirmation after a kill, the next start reverts my change and leaves theirs', async () => {
    await running.kill();
    await page.context().clearCookies();
    const again = await startDesk(running.profileFolder);
    try {
      // Without a keychain the session is lost: after signing in, the user is asked about the pending change.
      const second = new DeskPage(page);
      await second.open(again.url);
      await second.goTo('Tenants');
      const card = second.tenants.card('Acme Staging');
      await expect(card).toBeVisible();
      if (await card.getByRole('button', { name: 'Sign in' }).isVisible())
        await second.tenants.signIn('Acme Staging', own.password);
      await expect.poll(onTenant, { timeout: 100_000 }).not.toContain('mine.acme.example');
      expect(await onTenant()).toContain('theirs.acme.example');
      await expect(page.getByText('was reverted. Your edits are a draft again.')).toBeVisible();
    } finally {
      await again.stop();
    }
  });
});
