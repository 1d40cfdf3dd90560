import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import { anItem, deskWithPlan, planOf } from '../../../test/component/plans.ts';
import { button, conflicted, dialog, reviewed } from '../../../test/component/review-dialog.ts';
import { fakeBrowserDesk } from '../../../test/fakes/browser-desk.ts';
import { offerReview, takeReview } from '../../review/hand-over.ts';
import App from '../App.svelte';

const item = anItem();
const plan = planOf([item]);
const request = { from: 'drafts', drafts: [{ kind: 'script', targetId: 'payroll' }] } as const;

it('a review moves to another window, and closes here once that one shows it', async () => {
  const open = vi.spyOn(window, 'open').mockReturnValue(window);
  const { calls } = await reviewed([item]);
  await button('Move to new window').click();
  expect(open).toHaveBeenCalledExactlyOnceWith('#/history/review/acme/plan');
  await expect.element(dialog).toBeVisible();
  expect(await takeReview(plan.id)).toEqual({ tenantId: 'acme', request });
  await expect.element(dialog).not.toBeInTheDocument();
  // The other window owns it now.
  expect(calls).not.toContain('changes.discard');
});

it('conflicts are resolved before a review moves: the choices exist only here', async () => {
  await reviewed([conflicted]);
  await expect.element(button('Save as change set')).toBeVisible();
  await expect.element(button('Move to new window')).not.toBeInTheDocument();
});

it('the other window shows the review above History, and discards the plan when it is closed', async () => {
  const withdraw = offerReview(plan.id, () => ({
    tenantId: 'acme',
    request: { from: 'drafts', drafts: [{ kind: 'script', targetId: 'payroll' }] },
  }));
  location.hash = `#/history/review/acme/${plan.id}`;
  const main = deskWithPlan([item], plan);
  const fake = fakeBrowserDesk({
    'changes.get': async () => plan,
    'changes.items': (input, context) => main.desk.changes.items(input, context),
    'changes.item': (input, context) => main.desk.changes.item(input, context),
    'changes.discard': async () => undefined,
  });
  await render(App, { desk: fake.desk });
  await expect.element(button(/^Apply 1 change/)).toBeVisible();
  expect(location.hash).toBe('#/history');
  await dialog.getByRole('button', { name: 'Close', exact: true }).click();
  await expect.element(page.getByRole('heading', { name: 'History' })).toBeVisible();
  await expect.poll(() => fake.calls).toContain('changes.discard');
  withdraw();
});
