import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { change } from '../../builders/requests.ts';
import { expectAccessible } from '../accessible.ts';
import type { DeskFixtures } from '../desk-test.ts';
import { expect, test as deskTest } from '../desk-test.ts';
import { makeProfileFolder, startDesk } from '../running-desk.ts';

/** Tenant Desk, started with a folder that it may link scripts with. */
const test = deskTest.extend<{ scriptFolder: string } & Pick<DeskFixtures, 'running'>>({
  // eslint-disable-next-line no-empty-pattern -- Playwright finds fixtures by destructuring
  scriptFolder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'tenant-desk-scripts-'));
    await use(folder);
    await rm(folder, { recursive: true, force: true });
  },
  running: async ({ scriptFolder }, use) => {
    const profile = makeProfileFolder();
    const running = await startDesk(profile.path, ['--script-folder', scriptFolder]);
    await use(running);
    await running.stop();
    profile.remove();
  },
});

test.setTimeout(240_000);

test('a folder is linked, a file edited outside is reviewed and applied, and the file follows the tenant', async ({
  desk,
  own,
  page,
  scriptFolder,
}) => {
  const { applications, scriptTestRun: testRun, review } = desk;
  await desk.signInTo(own, { name: 'Acme', baseUrl: own.baseUrl });
  await applications
    .option(/Web - SAML/)
    .first()
    .click();
  await applications.openTab('Script');
  const name = (await applications.title.textContent())?.trim() ?? '';
  const file = join(scriptFolder, `${name}.js`);
  const read = () => readFile(file, 'utf8');
  const sheet = page.getByRole('dialog', { name: 'Linked folder' });

  await test.step('the folder gets one file for each application', async () => {
    await testRun.chooseAction('Linked folder…');
    await sheet.getByRole('button', { name: 'Choose a folder…' }).press('Enter');
    await expect(sheet.getByText('All files are up to date.')).toBeVisible();
    await expect(sheet.getByRole('status')).toHaveText(/^(\d+) of \1 scripts are in files$/);
    await expectAccessible(page, 'linked folder');
    await sheet.getByRole('button', { name: 'Close' }).last().click();
    expect((await readdir(scriptFolder)).filter((one) => one.endsWith('.js')).length).toBeGreaterThan(10);
  });

  const before = await read();
  await test.step('a file edited outside becomes the draft shortly after, and is reviewed like any other', async () => {
    await writeFile(file, `// edited outside\n${before}`);
    await expect.poll(() => testRun.textOf(name)).toMatch(/^\/\/ edited outside\n/);
    await expect(page.getByText('Draft saved')).toBeVisible();
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(review.dialog).toContainText('// edited outside');
    await review.apply();
    await expect(page.getByText('Draft saved')).toBeHidden();
  });

  await test.step("another admin's change on the tenant is in the file once Tenant Desk has read it", async () => {
    const colleague = own.colleague();
    const { tenantId } = colleague;
    const { data } = await colleague.call('applications.list', { tenantId, freshness: 'tenant-first' });
    const id = data.find((one) => one.name === name)?.id ?? '';
    const now = (
      await colleague.call('scripts.get', { tenantId, applicationId: id, freshness: 'tenant-first' })
    ).data.script;
    expect(now).toBe(`// edited outside\n${before}`);
    const state = (script: string) => ({ application: name, script });
    await colleague.apply(change('script', id, state(now), state(`${now}\n// by a colleague`)));
    await colleague[Symbol.asyncDispose]();
    await testRun.chooseAction('Linked folder…');
    await sheet.getByRole('button', { name: 'Refresh all scripts' }).click();
    await expect.poll(read).toBe(`// edited outside\n${before}\n// by a colleague`);
    await sheet.getByRole('button', { name: 'Close' }).last().click();
  });

  await test.step('lines changed on both sides are never overwritten: the user chooses', async () => {
    const now = await read();
    await applications.replaceScript(name, now.replace('// edited outside', '// typed in the desk'));
    await expect(page.getByText('Draft saved')).toBeVisible();
    await writeFile(file, now.replace('// edited outside', '// edited once more'));
    await expect(page.getByText('Neither was overwritten.')).toBeVisible();
    expect(await testRun.textOf(name)).toMatch(/^\/\/ typed in the desk\n/);
    await page.getByRole('button', { name: 'Use file' }).press('Enter');
    await expect.poll(() => testRun.textOf(name)).toMatch(/^\/\/ edited once more\n/);
    await expect(page.getByText('Neither was overwritten.')).toBeHidden();
  });

  await test.step('webhooks have their files beside the scripts; an edited one is the draft, an invalid one is reported', async () => {
    await desk.goTo('Webhooks');
    await desk.webhooks.select('Slack: risky sign-ins');
    await desk.webhooks.chooseAction('Linked folder…');
    await sheet.getByRole('button', { name: 'Choose a folder…' }).press('Enter');
    await expect(sheet.getByRole('status')).toHaveText(/^(\d+) of \1 webhooks are in files$/);
    await expectAccessible(page, 'linked folder of webhooks');
    await sheet.getByRole('button', { name: 'Close' }).last().click();
    const webhook = join(scriptFolder, 'Slack risky sign-ins.ftl');
    const text = await readFile(webhook, 'utf8');
    await writeFile(webhook, text.replace('"riskLevel": "Medium"', '"riskLevel": "High"'));
    await expect(page.getByText('Draft saved')).toBeVisible();
    await writeFile(webhook, text.replace('"riskLevel": "Medium"', '"riskLevel": '));
    await expect(page.getByText(/The definition at the top of the file isn’t valid JSON/)).toBeVisible();
    await writeFile(webhook, text.replace('"riskLevel": "Medium"', '"riskLevel": "High"'));
    await expect(page.getByText(/The definition at the top of the file isn’t valid JSON/)).toBeHidden();
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(review.dialog).toContainText('Risk level');
    await review.apply();
    await expect(page.getByText('Draft saved')).toBeHidden();
    await expect.poll(() => readFile(webhook, 'utf8')).toContain('"riskLevel": "High"');
  });
});
