import { expect, test } from '../desk-test.ts';
import { startOwnTenant } from '../own-tenant.ts';
import { DeskPage } from '../pages/desk-page.ts';
import { makeProfileFolder, startDesk } from '../running-desk.ts';

test.setTimeout(300_000);

const count = 200;

test('a stopped plan of 200 applications is offered after a restart, resumes, stops, and is undone in one group', async ({
  page,
}) => {
  const own = await startOwnTenant({ applications: count + 10 });
  const profile = makeProfileFolder();

  await test.step('a plan of 200 applications is stopped midway', async () => {
    const bulk = own.colleague({ folder: profile.path, isSandbox: false });
    const { tenantId } = bulk;
    const { data } = await bulk.call('applications.list', { tenantId, freshness: 'tenant-first' });
    const targetIds = data.slice(0, count).map(({ id }) => id);
    const describeAll = (description: string) =>
      ({ from: 'targets', kind: 'application', targetIds, set: { description } }) as const;
    await bulk.apply(describeAll(''));
    const plan = await bulk.plan(describeAll('Owned by the platform team.'));
    expect(plan.groups).toMatchObject([{ count }]);
    const enough = bulk.host.next(
      'changes.progress',
      ({ stage, done }) => stage === 'applying' && done >= 20,
    );
    const applying = bulk.applyPlan(plan);
    await enough;
    await bulk.call('changes.pause', { planId: plan.id });
    expect((await applying).plan.state).toBe('open');
    await bulk[Symbol.asyncDispose]();
  });

  const running = await startDesk(profile.path);
  const desk = new DeskPage(page);
  await desk.open(running.url);
  const banner = 'Unresolved in Acme';
  await test.step('the next start offers it', async () => {
    await expect(desk.openPlans.step(banner, 'Continue')).toBeVisible();
    await desk.tenants.signIn('Acme', own.password);
  });

  await test.step('it stops after the current item, and shows the next steps', async () => {
    await desk.openPlans.step(banner, 'Continue').click();
    await desk.review.dialog.getByRole('button', { name: 'Pause' }).click();
    await expect(desk.review.dialog.getByRole('button', { name: 'Continue' })).toBeVisible();
    await expect(desk.review.dialog.getByRole('button', { name: 'Roll back' })).toBeVisible();
    await desk.review.take('Continue');
    await expect(page.getByRole('dialog', { name: 'Applied and verified' })).toBeVisible({
      timeout: 120_000,
    });
    await desk.review.dialog.getByRole('button', { name: 'Done' }).click();
    await expect(desk.openPlans.banner(banner)).toHaveCount(0);
  });

  await test.step('its undo is reviewed as groups of equal changes, not as 200 items', async () => {
    await desk.goTo('History');
    await expect(desk.history.list.getByRole('option')).toHaveCount(2);
    await desk.history.undo();
    await expect(page.getByRole('dialog', { name: /^Undo: / })).toBeVisible({ timeout: 120_000 });
    await expect(desk.review.dialog.getByRole('button', { name: `Apply ${count} changes` })).toBeEnabled();
    await expect(desk.review.item(new RegExp(`\\b${count}\\b`))).toHaveCount(1);
    await desk.review.cancel();
  });

  await running.stop();
  await own.stop();
  profile.remove();
});
