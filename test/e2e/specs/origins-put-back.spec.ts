import { expect, test } from '../desk-test.ts';
import { startDesk } from '../running-desk.ts';
import { DeskPage } from '../pages/desk-page.ts';

test.setTimeout(240_000);

test('a change of the trusted origins is merged with a colleague’s, and put back although the desk was killed in between', async ({
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

  await test.step('what a colleague adds after the review is kept', async () => {
    await desk.origins.add('mine.acme.example');
    await desk.origins.reviewChange();
    await expect(desk.review.applyButton).toBeEnabled();
    const origins = await onTenant();
    await colleague.apply({
      from: 'edits',
      edits: [
        {
          ...{ kind: 'origins', targetId: 'origins', base: { origins } },
          wanted: { origins: [...origins, 'theirs.acme.example'] },
        },
      ],
    });
    // Nothing is sent that nobody has seen; the next review is of the list as it is by then.
    await desk.review.applyButton.click();
    await expect(
      desk.review.dialog.getByText('changed in the tenant after this plan was made'),
    ).toBeVisible();
    expect(await onTenant()).not.toContain('mine.acme.example');
    await desk.review.dialog.getByRole('button', { name: 'Try what was not applied again' }).click();
    await expect(desk.review.applyButton).toBeEnabled();
    await desk.review.apply();
    expect(await onTenant()).toEqual(expect.arrayContaining(['mine.acme.example', 'theirs.acme.example']));
    await expect(desk.origins.keepStrip).toContainText('Without an answer it is put back in');
  });

  await test.step('nobody answers, for the desk is gone: the next start puts mine back, and leaves theirs', async () => {
    await running.kill();
    await page.context().clearCookies();
    const again = await startDesk(running.profileFolder);
    try {
      // Without a keychain the session has ended: who signs in is asked about what waits.
      const second = new DeskPage(page);
      await second.open(again.url);
      await second.goTo('Tenants');
      const card = second.tenants.card('Acme Staging');
      await expect(card).toBeVisible();
      if (await card.getByRole('button', { name: 'Sign in' }).isVisible())
        await (await second.tenants.signIn('Acme Staging', own.password)).close();
      await expect.poll(onTenant, { timeout: 100_000 }).not.toContain('mine.acme.example');
      expect(await onTenant()).toContain('theirs.acme.example');
      await expect(page.getByText('are as they were before the change')).toBeVisible();
    } finally {
      await again.stop();
    }
  });
});
