import { readFile } from 'node:fs/promises';
import { aLargeExport } from '../../builders/large-files.ts';
import { expectAccessible } from '../accessible.ts';
import { expect, test } from '../desk-test.ts';

test.setTimeout(120_000);

test('migrates the rules of one tenant to another in a workbook, by keyboard, with a mapping and a receipt', async ({
  desk,
  page,
}, info) => {
  const { migration } = desk;
  await desk.tenants.signIn('Sandbox Staging');
  await desk.goTo('Tenants');
  await desk.tenants.signIn('Sandbox Production');
  await desk.goTo('Migration');

  await test.step('equal rules are excluded', async () => {
    await migration.chooseSource('Sandbox Staging');
    await migration.compare();
    await expect(migration.rules.filter({ hasText: 'identical on both' })).not.toHaveCount(0);
    await expect(migration.run).toContainText('Nothing to send');
  });

  await test.step('a mapping shows its change in each URL, and the number of rules', async () => {
    await page.getByRole('button', { name: 'Add mapping' }).click();
    await page.getByRole('menuitem', { name: 'Add mapping' }).click();
    await page.getByRole('textbox', { name: 'Source value' }).fill('*.corp.example');
    await page.getByRole('textbox', { name: 'Target value' }).fill('*.acme.example');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(migration.mapping).toContainText('2 rules');
    await expect(migration.rule('SIEM: every alert').getByText('acme', { exact: true })).toBeVisible();
    await expect(migration.secrets).toContainText('Authorization');
  });

  await test.step('it has no accessibility violation in either theme', () =>
    expectAccessible(page, 'the workbook'));

  await test.step('decisions are made with a key on the row', async () => {
    const row = migration.rule('SIEM: every alert');
    await migration.rule('Ticket: repeated MFA failures').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('s');
    await expect(migration.decision('SIEM: every alert')).toHaveValue('skip');
    await page.keyboard.press('r');
    await expect(migration.decision('SIEM: every alert')).toHaveValue('replace');
    await expect(row).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'SIEM: every alert' })).toContainText(
      'splunk.acme.example',
    );
    await page.keyboard.press('Escape');
    await expect(row).toBeFocused();
  });

  await test.step('it gets a name, which the history shows for its run', async () => {
    await migration.take('Rename workbook…');
    await page.getByRole('textbox', { name: 'Name' }).fill('Staging to production');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(page.getByText(/“Staging to production” · started/)).toBeVisible();
  });

  await test.step('applied rules are verified, and nothing more is proposed for them', async () => {
    await migration.filter('Replace').click();
    const count = await migration.rules.count();
    expect(count).toBeGreaterThan(0);
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(desk.review.dialog).toContainText('splunk.acme.example');
    await desk.review.apply();
    await migration.filter('All').click();
    await expect(migration.rule('SIEM: every alert')).toContainText('verified');
    await expect(migration.decision('SIEM: every alert')).toHaveValue('skip');
  });

  await test.step('the receipt says so', async () => {
    const download = page.waitForEvent('download');
    await migration.take('Receipt as CSV');
    const path = info.outputPath('receipt.csv');
    await (await download).saveAs(path);
    expect(await readFile(path, 'utf8')).toMatch(/SIEM: every alert,.*,verified,/);
  });

  await test.step('an export file dropped on the window is a source, too', async () => {
    await migration.take('Change source or target');
    await desk.changeSetDrop.hover();
    await expect(page.getByText('Drop to compare an export file')).toBeVisible();
    await expect(page.getByText('Drop to review a change set')).toBeHidden();
    await desk.changeSetDrop.drop('rules.json', '{"ruleActions": ');
    await expect(migration.start).toContainText('rules.json is not a JSON file');
    await desk.changeSetDrop.drop('rules.json', Buffer.from(aLargeExport(3, 20)).toString('utf8'));
    await expect(migration.start).toContainText('rules.json: 3 rules, signed');
  });

  await test.step('the pair is offered again', async () => {
    const last = page.getByRole('region', { name: 'Recent migrations' });
    await last.getByRole('button', { name: /“Staging to production”.*Sandbox Staging/ }).click();
    await expect(migration.mapping).toContainText('*.corp.example');
  });

  await test.step('rules are written to a new file, without their secrets, and the file is a source', async () => {
    await migration.take('Change source or target');
    await migration.chooseSource('Sandbox Staging');
    await migration.chooseNewFile();
    await page.keyboard.press('ControlOrMeta+Enter');
    await migration.rule('Audit lake').focus();
    await page.keyboard.press('s');
    await expect(migration.run).toContainText(/1 rule skipped\. \d secrets not included\./);
    await expect(migration.secrets).toContainText('not included');
    await expectAccessible(page, 'the workbook of a new file');
    const download = page.waitForEvent('download');
    await page.keyboard.press('ControlOrMeta+Enter');
    const path = info.outputPath('written.json');
    await (await download).saveAs(path);
    await expect(desk.toast('Saved Webhooks of')).toContainText(/7 rules, without \d secrets/);
    expect(await readFile(path, 'utf8')).not.toMatch(/sandbox-(ticket-token|collector-token|lake-key)/);
    await migration.take('Change source or target');
    await migration.openFile(path);
    await expect(migration.start).toContainText('not signed');
    await migration.compare();
    await expect(migration.rule('Audit lake')).toHaveCount(0);
    await expect(migration.rule('SIEM: every alert')).toBeVisible();
  });
});
