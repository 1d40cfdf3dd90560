import { describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { UnconfirmedPlan } from '../../contract/changes/unconfirmed-plans.ts';
import { anItem, begunPlanOf } from '../../test/component/plans.ts';
import { button, dialog, reviewed } from '../../test/component/review-dialog.ts';

/** A receipt of a change that reverts in 42 seconds. */
async function receipt() {
  const confirmed: string[] = [];
  const items = [
    anItem({ title: 'Set trusted origins', target: { kind: 'origins', id: 'o', name: 'Origins' } }),
  ];
  const done = [anItem({ ...items[0], state: 'verified' })];
  const shown = await reviewed(items, undefined, ({ have, plan }) => ({
    'changes.apply': async () => have(done, begunPlanOf(done)),
    'changes.get': async () => plan(),
    'provisional.list': async () => [],
    'provisional.keep': async ({ planId }) => void confirmed.push(`keep ${planId}`),
    'provisional.restore': async ({ planId }) => void confirmed.push(`revert ${planId}`),
  }));
  await button(/^Apply 1 change/).click();
  await expect.element(button('Done')).toBeVisible();
  const status = { state: 'waiting', until: Date.now() + 42_000 } as const;
  const change: UnconfirmedPlan = {
    ...{ planId: 'plan', tenantId: 'acme', tenantName: 'Acme Production', what: 'Trusted origins', status },
  };
  shown.emit('provisional.changed', [change]);
  await expect.element(dialog.getByText('Keep this change?')).toBeVisible();
  return { ...shown, confirmed };
}

describe('the question whether to keep a change', () => {
  it('is inside the receipt, with the focus on the heading, so that Enter confirms nothing', async () => {
    const { confirmed } = await receipt();
    await expect.element(dialog.getByRole('heading', { name: 'Applied and verified' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(dialog.getByText('Closing doesn’t keep it.')).toBeVisible();
    expect(confirmed).toEqual([]);
  });

  it.each([
    ['k', 'keep plan'],
    ['r', 'revert plan'],
  ])('is answered with the key %s', async (key, expected) => {
    const { confirmed } = await receipt();
    await expect.element(dialog.getByRole('heading', { name: 'Applied and verified' })).toHaveFocus();
    await userEvent.keyboard(key);
    await expect.poll(() => confirmed).toEqual([expected]);
  });

  it('shows the same time as a line and in words', async () => {
    await receipt();
    const shown = () => {
      const line = dialog.element().querySelector<HTMLElement>('.time span');
      const seconds = Number(/Reverts in (\d+) s/.exec(dialog.element().textContent)?.[1]);
      return { share: Number.parseFloat(line?.style.width ?? '') / 100, seconds };
    };
    await expect.poll(() => shown().seconds).toBeLessThan(42);
    const { share, seconds } = shown();
    expect(Math.abs(share * 42 - seconds)).toBeLessThan(1.5);
  });
});
