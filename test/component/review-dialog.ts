import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import type { Plan, PlanItem } from '../../contract/changes/changes.ts';
import type { Handlers } from '../../contract/bridge/methods.ts';
import { Review } from '../../renderer/review/review.svelte.ts';
import { Workspace } from '../../renderer/state/workspace.svelte.ts';
import { aField, anItem, aText, begunPlanOf, deskWithPlan, planOf } from './plans.ts';
import type { PlanDesk } from './plans.ts';
import ReviewWindow from './ReviewWindow.svelte';

export const dialog = page.getByRole('dialog');
export const button = (name: string | RegExp) => dialog.getByRole('button', { name });
export const row = (name: string | RegExp) => dialog.getByRole('treeitem', { name });
export const request = { from: 'drafts', drafts: [{ kind: 'script', targetId: 'payroll' }] } as const;

export type Given = (main: Pick<PlanDesk, 'have' | 'plan'>) => Partial<Handlers>;

export async function show(items: readonly PlanItem[], plan: Plan = planOf(items), given?: Given) {
  const fake = deskWithPlan(items, plan, given);
  const review = new Review(fake.desk);
  const workspace = new Workspace(fake.desk);
  await render(ReviewWindow, { desk: fake.desk, review, workspace });
  return { ...fake, review, workspace };
}

/** Plans and waits until the review is open. */
export async function reviewed(items: readonly PlanItem[], plan?: Plan, given?: Given) {
  const shown = await show(items, plan, given);
  await shown.review.open('acme', { ...request, drafts: [...request.drafts] });
  await expect.element(dialog).toBeVisible();
  return shown;
}

/** Opens a plan that was started. */
export async function begun(items: readonly PlanItem[], given?: Given, more: Partial<Plan> = {}) {
  const plan = begunPlanOf(items, more);
  const shown = await show(items, plan, given);
  await shown.review.show(plan);
  await expect.element(dialog).toBeVisible();
  return shown;
}

/** Items with the same change in several applications. */
export const many = (count: number, given: Partial<PlanItem> = {}): PlanItem[] =>
  Array.from({ length: count }, (_, index) =>
    anItem({
      id: `i${index}`,
      target: { kind: 'application', id: `a${index}`, name: `App ${index}` },
      title: 'Change description',
      summary: '+ owner line',
      parts: [aField('Description', '', 'Owner: Identity')],
      ...given,
    }),
  );

/** An item that two admins changed in the same place. */
export const conflicted = anItem({
  id: 'conflicted',
  decision: 'merge',
  basis: 'changed',
  summary: 'changed on both sides',
  parts: [
    {
      ...aText('theirs\n', 'mine\n'),
      type: 'text',
      language: 'javascript',
      before: 'theirs\n',
      after: 'mine\n',
      conflict: {
        base: 'base\n',
        theirs: 'theirs\n',
        mine: 'mine\n',
        merged:
          '<<<<<<< yours\nmine\n||||||| when you started\nbase\n=======\ntheirs\n>>>>>>> in the tenant\n',
        isClean: false,
      },
    },
  ],
});
