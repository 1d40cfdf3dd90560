import { expectAccessible } from '../accessible.ts';
import { expect, test } from '../desk-test.ts';
import { respondToQueries } from '../../fakes/query-results.ts';

test.setTimeout(240_000);

test('a running job is visible in every view, is never stopped by leaving it, and is reported when it vanishes', async ({
  desk,
  own,
  page,
}) => {
  await desk.signInTo(own);
  const { main, status, procedures } = desk;
  const { jobs } = procedures;
  const job = (state: string, more: object = {}) => ({
    Row: {
      ...{ ID: 'job-1', Script: '/lib/jobs/assign_computer_role.js', State: state },
      ...{ Created: new Date().toISOString(), RequestedByName: 'greta@acme.example', ...more },
    },
  });
  const history = (...rows: object[]): void =>
    respondToQueries(own.network, () => ({ FullCount: rows.length, Results: rows }), /job_history/);

  await test.step('in the list with its progress, and in the status bar of any view', async () => {
    history(job('Running', { Progress: { Done: 1284, Total: 2100 } }));
    await desk.goTo('Procedures');
    await main.getByRole('link', { name: /Jobs of this tenant/ }).click();
    await expect(jobs.getByText('1,284 of 2,100 · greta@acme.example')).toBeVisible();
    await desk.goTo('Roles');
    await expect(status).toContainText('1,284 of 2,100');
    await expectAccessible(page, 'a job in the status bar');
    // It is refreshed from here, too.
    history(job('Running', { Progress: { Done: 1300, Total: 2100 } }));
    await expect(status).toContainText('1,300 of 2,100');
    await page.reload();
    await expect(status).toContainText('1,300 of 2,100');
  });

  await test.step('“Stop auto-refresh” stops no job, and says so', async () => {
    await status.getByRole('link').click();
    await expect(desk.heading('Jobs of this tenant')).toBeVisible();
    await jobs.getByRole('button', { name: 'Stop auto-refresh' }).press('Enter');
    await expect(jobs.getByText(/Auto-refresh is off/)).toBeVisible();
    await expect(status).toContainText('(not monitored)');
    await desk.goTo('Roles');
    await expect(status).toContainText('(not monitored)');
    await desk.goTo('Procedures');
    await expect(status).not.toContainText('(not monitored)');
  });

  await test.step("while a tenant can't be reached, the shown state is marked as old", async () => {
    own.network.setFaults(({ body }) => ({ kind: body.includes('job_history') ? 'lose-request' : 'pass' }));
    await expect(status).toContainText('(couldn’t refresh)');
    history(job('Running'));
    await expect(status).not.toContainText('(couldn’t refresh)', { timeout: 40_000 });
    await expect(status).toContainText('running');
  });

  await test.step("a failed one shows the tenant's message", async () => {
    history(job('Failed', { Error: 'No server with this PVID.', Finished: new Date().toISOString() }));
    await expect(status.getByRole('link')).toHaveCount(0);
    await main.getByRole('link', { name: /Jobs of this tenant/ }).click();
    await expect(jobs.getByText('No server with this PVID. · greta@acme.example')).toBeVisible();
  });

  await test.step('a job that was started here and vanishes is reported as missing', async () => {
    history();
    await procedures.find('account access');
    const account = main.getByRole('combobox', { name: /^Account/ });
    await account.press('ArrowDown');
    await page.getByRole('option').first().click();
    await main.getByRole('button', { name: '4 h' }).click();
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(page.getByRole('dialog', { name: /^Review/ })).toBeVisible();
    await page.keyboard.press('ControlOrMeta+Enter');
    const done = page.getByRole('dialog', { name: 'Accepted by the tenant' });
    await expect(done).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(done).toHaveCount(0);
    await expect(jobs.getByText('no longer available')).toBeVisible();
  });
});

test("a picker whose list can't be loaded says so, and reloads it", async ({ desk, own, page }) => {
  await desk.signInTo(own);
  const { main, procedures } = desk;
  own.network.setFaults(({ body }) =>
    body.includes('FROM Role') ? { kind: 'lose-request' } : { kind: 'pass' },
  );
  await desk.goTo('Procedures');
  await procedures.find('members of a role');
  const unread = main.getByRole('status').filter({ hasText: 'Couldn’t load the list.' });
  await expect(unread).toContainText('You can still type a value.');
  await expectAccessible(page, 'a list that could not be read');
  const role = main.getByRole('combobox', { name: /^Role/ });
  await role.fill('Everybody');
  await expect(page.getByText('No list available. Your text is sent as is.')).toBeVisible();
  await role.press('Tab');
  await expect(procedures.sent).toContainText("(id:'Everybody')");
  own.network.setFaults(() => ({ kind: 'pass' }));
  await unread.getByRole('button', { name: 'Try again' }).press('Enter');
  await expect(unread).toHaveCount(0);
  await role.fill('every');
  await expect(page.getByRole('option', { name: /Everybody/ })).toBeVisible();
});
