import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { anItem, begunPlanOf } from '../../test/component/plans.ts';
import { many, show } from '../../test/component/review-dialog.ts';

describe('unresolved plans', () => {
  it('are shown over every view as soon as main reports one, with their next step', async () => {
    const items = [...many(12, { state: 'verified' }), anItem({ state: 'unknown' })];
    const plan = begunPlanOf(items, { title: '13 changes' });
    const { workspace, calls } = await show(items, plan, ({ have }) => ({
      'changes.look': async () => have(items, plan),
    }));
    workspace.openPlans = [plan];
    const banner = page.getByRole('alert').filter({ hasText: 'Unresolved in Acme Production: 13 changes' });
    await expect.element(banner).toBeVisible();
    await expect.element(banner).toHaveTextContent('12 of 13 applied, 1 result unknown');
    await banner.getByRole('button', { name: 'Check status' }).click();
    await expect.element(page.getByRole('dialog', { name: 'Unresolved' })).toBeVisible();
    await expect.poll(() => calls).toContain('changes.look');
  });

  it('are not shown while in progress, and an interrupted rollback is labeled as one', async () => {
    const items = [anItem({ state: 'applying' })];
    const plan = begunPlanOf(items, { isRunning: true, origin: { type: 'take-back', planId: 'first' } });
    const { workspace } = await show(items, plan);
    workspace.openPlans = [plan];
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
    workspace.openPlans = [{ ...plan, isRunning: false }];
    await expect.element(page.getByRole('alert')).toHaveTextContent(/Rollback of .* interrupted/);
    await expect.element(page.getByRole('button', { name: 'Roll back' })).not.toBeInTheDocument();
  });
});
