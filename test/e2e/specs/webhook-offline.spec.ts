import { readFile } from 'node:fs/promises';
import { webhookStateOf } from '../../../contract/webhooks/webhooks.ts';
import { change } from '../../builders/requests.ts';
import { expectAccessible } from '../accessible.ts';
import { expect, test } from '../desk-test.ts';
import { replaceText } from '../pages/code-editor.ts';

test.setTimeout(180_000);

test('a template is edited while the tenant is down, shared as a change set, and applied over another admin’s replacement', async ({
  desk,
  own,
  page,
}, info) => {
  const { webhooks, review } = desk;
  const name = 'Slack: risky sign-ins';
  const file = info.outputPath('offline.json');
  await desk.signInTo(own, { baseUrl: own.baseUrl });
  await desk.goTo('Webhooks');
  await webhooks.select(name);
  await expect(webhooks.template).toContainText('channel');

  await test.step('down: the template is edited, previewed and saved as a draft, and a version is compared', async () => {
    await own.goDown();
    await replaceText(
      page,
      webhooks.template,
      '{"channel": "#from-the-train", "who": "${event.user_name?json_string}"}',
    );
    await expect(webhooks.preview).toContainText('#from-the-train');
    await expect(page.getByText('Draft saved')).toBeVisible();
    await webhooks.openTab('Versions');
    const compared = page.getByRole('region', { name: /Current on tenant compared with The draft/ });
    await expect(compared).toContainText('#from-the-train');
    await expect(compared).toContainText('#identity');
    await webhooks.openTab('Template');
  });

  await test.step('down: it is shared as a change set', async () => {
    await desk.goTo('Drafts');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: /^Save all .* as change set$/ }).click();
    await (await download).saveAs(file);
    const saved: unknown = JSON.parse(await readFile(file, 'utf8'));
    expect(saved).toMatchObject({
      tenant: { name: 'Acme Staging' },
      changes: [{ difference: expect.arrayContaining([expect.stringContaining('#from-the-train')]) }],
    });
  });

  await test.step('back: another admin has replaced it, which the user confirms, and both changes are applied', async () => {
    await own.comeBack();
    const colleague = own.colleague();
    const { tenantId } = colleague;
    const list = async () =>
      (await colleague.call('webhooks.list', { tenantId, freshness: 'tenant-first' })).data;
    const theirs = (await list()).find((one) => one.name === name);
    if (theirs === undefined) throw new Error(`There is no webhook ${name}.`);
    const state = webhookStateOf(theirs);
    await colleague.apply(change('webhook', theirs.id, state, { ...state, riskLevel: 'High' }));

    await desk.goTo('Webhooks');
    const gone = page.getByRole('link', { name: `${name} deleted, has draft` });
    await gone.press('Enter');
    const same = page.getByRole('button', { name: 'Link as replacement' });
    await expect(same).toBeVisible();
    await expect(webhooks.template).toContainText('#from-the-train');
    await expectAccessible(page, 'a webhook that was replaced elsewhere');
    await same.press('Enter');
    await expect(gone).toBeHidden();
    await expect(webhooks.template).toContainText('#from-the-train');
    await webhooks.reviewChange();
    await expect(review.dialog).toContainText('changed on the tenant, merged');
    await review.apply();
    await expect(page.getByText('Draft saved')).toBeHidden();
    const now = (await list()).filter((one) => one.name === name);
    expect(now).toMatchObject([
      { riskLevel: 'High', requestBody: expect.stringContaining('#from-the-train') },
    ]);
    await colleague[Symbol.asyncDispose]();
  });
});
