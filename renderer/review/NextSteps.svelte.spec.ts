import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Plan, PlanItem } from '../../contract/changes/changes.ts';
import { anItem, begunPlanOf, planOf } from '../../test/component/plans.ts';
import { begun, button, dialog, many, reviewed, row } from '../../test/component/review-dialog.ts';

describe('the receipt of a plan', () => {
  it('offers Undo, also by shortcut', async () => {
    const calls: unknown[] = [];
    const { review } = await begun([anItem({ id: 'done', state: 'verified' })], () => ({
      'changes.plan': ({ request: asking }) => {
        calls.push(asking);
        return new Promise(() => undefined);
      },
    }));
    const planId = review.plan?.id;
    await userEvent.keyboard('{Control>}z{/Control}');
    await expect.poll(() => calls).toEqual([{ from: 'undo', planId }]);
  });

  it.each([
    ['verified', 'Applied and verified', 'Applied and verified', ['Undo Ctrl Z', 'Done']],
    ['unchanged', 'Applied and verified', 'No change needed', ['Done']],
    ['accepted', 'Accepted, not verified', 'Accepted, not verified', ['Undo Ctrl Z', 'Done']],
    ['refused', '1 rejected', 'Rejected by the tenant', ['Retry rejected changes', 'Done']],
    ['unknown', 'Unresolved', 'Sent; result unknown', ['Check status', 'Resume', 'Roll back', 'Dismiss']],
    ['incomplete', 'Unresolved', 'Partially applied', ['Check status', 'Resume', 'Roll back', 'Dismiss']],
    [
      'different',
      'Unresolved',
      'Changed by someone else afterwards',
      ['Check status', 'Roll back', 'Dismiss'],
    ],
    ['pending', 'Unresolved', 'Not sent yet', ['Continue', 'Dismiss']],
    ['taken-back', 'Rolled back', 'Rolled back', ['Done']],
    ['left-out', 'Not sent', 'Not sent', ['Done']],
  ] as const)(
    'says truthfully when an item is %s, with what can be done',
    async (state, title, label, buttons) => {
      await begun([anItem({ state })]);
      await expect.element(page.getByRole('dialog', { name: title, exact: true })).toBeVisible();
      await expect.element(dialog.getByText(label, { exact: true }).first()).toBeVisible();
      const shown = [...dialog.element().querySelectorAll('.footer button')].map((node) =>
        node.textContent.trim(),
      );
      expect(shown.filter((name) => name !== 'Show in History')).toEqual(buttons);
      if (state !== 'refused') expect(dialog.element().textContent).not.toMatch(/failed/i);
    },
  );

  it('asks whether the change created the item that appeared while the response was lost', async () => {
    const calls: unknown[] = [];
    const arrivals = [
      { id: 'app-1', name: 'Generic SAML' },
      { id: 'app-2', name: 'Generic SAML' },
    ];
    const items = [anItem({ id: 'lost', verb: 'create', state: 'unknown', arrivals })];
    await begun(items, ({ have }) => ({
      'changes.claim': async (claim) => {
        calls.push(claim);
        const found = [anItem({ id: 'lost', verb: 'create', state: 'incomplete' })];
        return have(found, begunPlanOf(found));
      },
    }));
    const question = dialog.getByRole('region', { name: 'Did this change create one of them?' });
    await expect.element(question.getByText('app-2')).toBeVisible();
    await expect.element(question.getByRole('button', { name: 'No, none of them' })).toBeVisible();
    await question.getByRole('button', { name: 'Yes, this one' }).last().click();
    await expect.poll(() => calls).toMatchObject([{ itemId: 'lost', mine: ['app-2'] }]);
    await expect.element(dialog.getByText('Partially applied', { exact: true })).toBeVisible();
  });

  it('shows the tenant’s own message for rejected items, and lists these first', async () => {
    const error = {
      code: 'forbidden',
      message: 'You may not change Payroll.',
      retryable: false,
      requestId: '',
    } as const;
    const items = [...many(30, { state: 'verified' }), anItem({ id: 'no', state: 'refused', error })];
    await begun(items);
    await expect.element(dialog.getByText('You may not change Payroll.')).toBeVisible();
    await expect.element(page.getByRole('dialog', { name: '1 rejected' })).toBeVisible();
    await expect.element(row(/^Applied and verified 30/)).toBeVisible();
  });

  it('checks the status without sending anything, and is done when everything is found', async () => {
    const { calls } = await begun([anItem({ state: 'unknown' })], ({ have }) => ({
      'changes.look': async () => {
        const found = [anItem({ state: 'verified' })];
        return have(found, begunPlanOf(found));
      },
    }));
    await expect.element(button('Check status')).toHaveFocus();
    await button('Check status').click();
    await expect.element(page.getByRole('dialog', { name: 'Applied and verified' })).toBeVisible();
    expect(calls).not.toContain('changes.apply');
    expect(calls).not.toContain('changes.resume');
  });

  it('offers the next steps in the same window after a pause', async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const items = many(3);
    const { calls } = await reviewed(items, planOf(items), ({ have }) => ({
      'changes.apply': async () => {
        await promise;
        const states = ['verified', 'pending', 'pending'] as const;
        const stopped = items.map((item, index) => ({ ...item, state: states[index] ?? 'pending' }));
        return have(stopped, begunPlanOf(stopped));
      },
      'changes.pause': async () => resolve(undefined) as undefined,
    }));
    await button(/^Apply 3 changes/).click();
    await button('Pause').click();
    await expect.element(page.getByRole('dialog', { name: 'Unresolved' })).toBeVisible();
    await expect.element(button('Continue')).toBeVisible();
    await expect.element(button('Roll back')).toBeVisible();
    expect(calls).toContain('changes.pause');
  });

  it('shows the progress and the outcome of each item while it applies', async () => {
    const { promise, resolve } = Promise.withResolvers<Plan>();
    const items = many(3);
    const { emit } = await reviewed(items, planOf(items), () => ({ 'changes.apply': () => promise }));
    await button(/^Apply 3 changes/).click();
    const verified = { ...items[0], state: 'verified' } as PlanItem;
    const { parts: _parts, basis: _basis, warnings: _warnings, steps: _steps, ...item } = verified;
    emit('changes.progress', {
      planId: 'plan',
      stage: 'applying',
      done: 1,
      total: 3,
      current: 'Change description of App 1',
      item,
    });
    await expect.element(dialog.getByText('1 of 3 · Change description of App 1')).toBeVisible();
    const done = items.map((each) => ({ ...each, state: 'verified' as const }));
    resolve(begunPlanOf(done));
    await expect.element(page.getByRole('dialog', { name: 'Applied and verified' })).toBeVisible();
  });

  it('asks to sign in when the session ended, keeps the plan, and resumes it', async () => {
    const error = {
      code: 'session-expired',
      message: 'The session ended.',
      retryable: false,
      requestId: '',
    } as const;
    const items = [...many(2, { state: 'verified' }), anItem({ state: 'pending' })];
    const { calls } = await begun(
      items,
      ({ have }) => ({
        'session.signIn': async () => ({ tenantId: 'acme', state: 'signed-out' }),
        'changes.resume': async () => {
          const done = items.map((item) => ({ ...item, state: 'verified' as const }));
          return have(done, begunPlanOf(done));
        },
      }),
      { error },
    );
    await button('Sign in').click();
    expect(calls).toContain('session.signIn');
    await button('Continue').click();
    await expect.element(page.getByRole('dialog', { name: 'Applied and verified' })).toBeVisible();
  });

  it('shows the rollback plan from then on', async () => {
    await begun([anItem({ state: 'unknown' })], ({ have }) => ({
      'changes.takeBack': async () => {
        const back = [anItem({ id: 'back', state: 'verified' })];
        return have(back, begunPlanOf(back, { id: 'other', origin: { type: 'take-back', planId: 'plan' } }));
      },
    }));
    await button('Roll back').click();
    await expect.element(page.getByRole('dialog', { name: 'Rolled back and verified' })).toBeVisible();
  });
});
