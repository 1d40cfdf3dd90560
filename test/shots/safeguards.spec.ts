import { aWebhook } from '../builders/a-webhook.ts';
import { create } from '../builders/requests.ts';
import { replaceText } from '../e2e/pages/code-editor.ts';
import { expect, test } from '../e2e/desk-test.ts';
import { Camera } from './camera.ts';

test.setTimeout(600_000);
test.use({ trace: 'off' });

/**
 * A line that looks like a comment: its direction override makes everything after it run from right to left.
 */
const hiddenGrant =
  '/* check\u202E } \u2066if (isAdmin)\u2069 \u2066 begin admins only */ setRelayState("x");\n';

test('captures the safeguards against applying what the user did not see', async ({ desk, own, page }) => {
  const camera = new Camera(page, 'safeguards-');
  const { applications, catalog, origins, review, webhooks } = desk;
  const done = async (): Promise<void> => {
    await review.dialog.getByRole('button', { name: 'Done' }).click();
    await review.dialog.waitFor({ state: 'hidden' });
  };

  await test.step('invisible characters', async () => {
    await desk.tenants.signIn('Sandbox Staging');
    await applications.list.getByRole('option', { name: /SAML/ }).first().click();
    await applications.openTab('Script');
    const editor = page.getByRole('textbox', { name: /^Script of / });
    await editor.click();
    await page.keyboard.press('ControlOrMeta+Home');
    await page.keyboard.insertText(hiddenGrant);
    await camera.shoot('editor-hidden-characters');
    await applications.reviewChange();
    await expect(review.dialog.getByText(/^Adds invisible characters/).first()).toBeVisible();
    await camera.shoot('review-hidden-characters');
    await page.keyboard.press('Escape');
  });

  await test.step('hosts that receive stored credentials', async () => {
    await desk.goTo('Webhooks');
    await webhooks.draft({
      name: 'Alerts for the team',
      url: 'https://hooks.\u0440aypal.example/alerts',
      template: '{"text": "${NormalizedUser!}"}',
      headers: 'Authorization: Bearer 5a1f0c7e9b',
    });
    await webhooks.reviewChange();
    await expect(review.dialog.getByRole('button', { name: /^Acknowledge / }).first()).toBeVisible();
    await camera.shoot('review-hosts');
    await review.acknowledgeHosts();
    await camera.shoot('review-hosts-acknowledged');
    await page.keyboard.press('Escape');
  });

  await test.step('a change that reverts unless it is confirmed', async () => {
    await desk.goTo('Origins');
    await origins.add('kept.acme.example');
    await origins.reviewChange();
    await review.applyButton.click();
    const question = review.dialog.getByRole('alert').filter({ hasText: 'Keep this change?' });
    await expect(question).toBeVisible();
    await camera.shoot('receipt-question');
    await question.getByRole('button', { name: 'Revert now' }).click();
    await expect(review.dialog.getByText('Your edits are a draft again.')).toBeVisible();
    await camera.shoot('receipt-reverted');
    await done();
  });

  await test.step('an application that may belong to another admin', async () => {
    await desk.goTo('Tenants');
    const { issuer, clientId, password, network } = own;
    const name = 'Acme Staging';
    await desk.tenants.add({ name, environment: 'Staging', baseUrl: network.baseUrl, issuer, clientId });
    await desk.tenants.signIn(name, password);

    await test.step('Windows line endings', async () => {
      await using colleague = own.colleague();
      const { tenantId } = colleague;
      const read = { tenantId, freshness: 'tenant-first' } as const;
      const { data } = await colleague.call('applications.list', read);
      const saml = data.find(({ type }) => /SAML/.test(type));
      const script = "// Of a Windows editor\r\nsetVersion('2');\r\nsetIssuer('acme');\r\n";
      await colleague.apply({
        from: 'targets',
        kind: 'script',
        targetIds: [saml?.id ?? ''],
        set: { script },
      });
      await applications.select(saml?.name ?? '');
      await applications.openTab('Script');
      await page.getByRole('textbox', { name: /^Script of / }).click();
      await page.keyboard.press('ControlOrMeta+Home');
      await page.keyboard.insertText('// Added here\n');
      await camera.shoot('editor-line-ends');
      await applications.reviewChange();
      await expect(review.applyButton).toBeVisible();
      await camera.shoot('review-line-ends');
      await page.keyboard.press('Escape');
    });
    await test.step('a tenant that has reached its limit of webhooks', async () => {
      await using colleague = own.colleague();
      await colleague.apply(create('webhook', aWebhook({ name: 'Alerts for the team' })));
      const message = 'The tenant already has the maximum of 5000 rules.';
      const body = JSON.stringify({ error: 'conflict', message });
      network.setFaults(({ method, path }) =>
        method === 'POST' && path.endsWith('/rules/webhook')
          ? { kind: 'answer', status: 409, body, contentType: 'application/json' }
          : { kind: 'pass' },
      );
      await desk.goTo('Webhooks');
      await webhooks.select('Alerts for the team');
      await webhooks.openTab('Template');
      await replaceText(page, webhooks.template, '{"text": "${NormalizedUser!}"}');
      await webhooks.reviewChange();
      await review.applyButton.click();
      await review.dialog.getByRole('button', { name: 'Close' }).first().click();
      await webhooks.reviewChange();
      await expect(review.dialog.getByRole('radio', { name: /^Create the new one first/ })).toBeChecked();
      await camera.shoot('review-no-room');
      await review.dialog.getByRole('radio', { name: /^Delete the old one first/ }).click();
      await expect(review.dialog.getByText(/is deleted before its replacement/).first()).toBeVisible();
      await camera.shoot('review-delete-first');
      await review.applyButton.click();
      await expect(review.dialog.getByText(/^The replacement of .+ wasn’t created/).first()).toBeVisible();
      await camera.shoot('receipt-deleted-only');
      network.setFaults(() => ({ kind: 'pass' }));
      await review.dialog.getByRole('button', { name: 'Resume' }).click();
      await done();
    });
    network.setFaults(({ path }) => ({
      kind: path.includes('ImportAppFromTemplate') ? 'lose-answer' : 'pass',
    }));
    await desk.goTo('Applications');
    await catalog.open();
    await catalog.choose('OpenID Connect');
    await catalog.name.fill('Travel');
    await catalog.reviewChange();
    await review.applyButton.click();
    const claim = review.dialog.getByRole('button', { name: /^Yes/ }).first();
    await expect(claim).toBeVisible({ timeout: 90_000 });
    await camera.shoot('receipt-arrivals');
  });
});
