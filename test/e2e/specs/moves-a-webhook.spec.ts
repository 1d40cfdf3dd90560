import { readFile } from 'node:fs/promises';
import { startReceiver } from '../../fakes/receiver.ts';
import { expect, test } from '../desk-test.ts';
import { replaceText } from '../pages/code-editor.ts';

test.setTimeout(180_000);

test('moves a webhook from staging to production', async ({ desk, page }, info) => {
  const receiver = await startReceiver();
  const webhook = {
    name: 'Ticket: risky sign-ins',
    url: `${receiver.url}/tickets`,
    template: `{
  "who": "\${event.user_name?cap_first?json_string}",
  "level": "\${intel_risk_level?upper_case}",
  "why": "\${event.reason?json_string}"<#if event.app_type == "SAML">,
  "federated": true</#if>
}`,
  };

  await test.step('sign in to the embedded staging tenant through the system browser', async () => {
    const browser = await desk.tenants.signInInBrowser('Sandbox Staging');
    await browser.close();
    await expect(page.getByRole('heading', { name: 'Applications', level: 1 })).toBeVisible();
    await expect(desk.status).toContainText('Connected');
  });

  await test.step('change a real application script', async () => {
    await desk.applications.search('Web - SAML');
    const name = await desk.applications.selectFirst();
    await desk.applications.openTab('Script');
    const editor = desk.applications.scriptEditor(name);
    await expect(editor).toContainText('set');
    await editor.click();
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.insertText("\nsetAttribute('CostCenter', LoginUser.Get('costCenter'));\n");
    await expect(page.getByText('Draft saved')).toBeVisible();
    await desk.applications.reviewChange();
    await expect(desk.review.dialog).toContainText('CostCenter');
    await desk.review.apply();
    await expect(page.getByText('Draft saved')).toBeHidden();
    await expect(editor).toContainText('CostCenter');
  });

  await test.step('add a trusted origin by pasting a URL', async () => {
    await desk.goTo('Origins');
    await desk.origins.add('https://Reports.Acme.example/start?from=mail');
    await expect(desk.origins.rows.filter({ hasText: 'reports.acme.example' })).toContainText('to be added');
    await desk.origins.reviewChange();
    await desk.review.apply();
    await expect(desk.origins.rows.filter({ hasText: 'reports.acme.example' })).not.toContainText(
      'to be added',
    );
  });

  await test.step('run a query', async () => {
    await desk.goTo('Query');
    await desk.query.run(
      "SELECT Name, RoleType FROM Role WHERE Name LIKE '%e%' ORDER BY Name COLLATE NOCASE",
    );
    await expect(desk.query.result.getByRole('columnheader', { name: 'Name' })).toBeVisible();
    await expect(desk.query.result.getByRole('row')).not.toHaveCount(1);
  });

  await test.step("a receiver's template is applied and undone", async () => {
    await desk.goTo('Webhooks');
    await desk.webhooks.begin({ ...webhook, headers: 'X-Source: staging' });
    await desk.webhooks.openTab('Template');
    await page.getByRole('button', { name: 'Use a template…' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Use a template' });
    await dialog.getByRole('radio', { name: 'Jira' }).press('Space');
    // There already is a URL, and it isn't what a user who wants a template looks for.
    await expect(dialog.getByRole('checkbox')).not.toBeChecked();
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(desk.webhooks.preview).toContainText('"issuetype"');
    await expect(desk.webhooks.url).toHaveValue(webhook.url);
    await desk.toast('Template replaced: Jira.').getByRole('button', { name: 'Undo' }).click();
    await expect(desk.webhooks.preview).toContainText('"when"');
  });

  await test.step('create and test a webhook', async () => {
    await replaceText(page, desk.webhooks.template, webhook.template);
    await expect(desk.webhooks.preview).toContainText('"level": "HIGH"');
    await desk.webhooks.sendTest();
    await expect(page.getByText('The tenant reached the URL: status 200')).toBeVisible();
    expect((await receiver.next(({ path }) => path === '/tickets')).method).toBe('POST');
    await desk.webhooks.reviewChange();
    await desk.review.apply();
    await expect(desk.webhooks.list.getByRole('option', { name: webhook.name })).toBeVisible();
  });

  const exported = info.outputPath('risky-sign-ins.json');
  await test.step('export it to a file', async () => {
    await desk.goTo('Migration');
    const download = await desk.migration.export(webhook.name, 'risky-sign-ins');
    expect(download.suggestedFilename()).toBe('risky-sign-ins.json');
    await download.saveAs(exported);
    const file: unknown = JSON.parse(await readFile(exported, 'utf8'));
    expect(file).toMatchObject({ version: '0.9', ruleActions: [{ name: webhook.name }] });
  });

  await test.step('import it into the production tenant', async () => {
    await desk.goTo('Tenants');
    await desk.tenants.signIn('Sandbox Production');
    await desk.goTo('Migration');
    await desk.migration.openFile(exported);
    await desk.migration.compare();
    await expect(desk.migration.rule(webhook.name)).toBeVisible();
    await desk.migration.review();
    await desk.review.apply();
    await desk.goTo('Webhooks');
    await desk.webhooks.select(webhook.name);
  });

  await test.step('see production deliver the rendered payload', async () => {
    const before = receiver.requests.length;
    await desk.webhooks.openTab('Deliveries');
    await desk.webhooks.sendTestEvent();
    await expect(page.getByText('1 of 1 delivered')).toBeVisible({ timeout: 20_000 });
    const delivered = receiver.requests[before];
    expect(delivered?.headers['content-type']).toContain('application/json');
    expect(delivered?.headers['x-webhook-delivery']).toBeTruthy();
    expect(JSON.parse(delivered?.body ?? '')).toEqual({
      who: "Zoe.o'brien@acme.example",
      level: expect.stringMatching(/^(LOW|MEDIUM|HIGH)$/),
      why: 'New country, new device',
      federated: true,
    });
  });

  await receiver.stop();
});
