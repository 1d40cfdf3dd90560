import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import { DeskFailure } from '../../../contract/desk-failure.ts';
import type { SessionState } from '../../../contract/session.ts';
import type { Plan, PlanItem } from '../../../contract/changes.ts';
import type { Handlers } from '../../../contract/methods.ts';
import ReviewWindow from '../../../test/component/ReviewWindow.svelte';
import { aField, anItem, aText, begunPlanOf, deskWithPlan, planOf } from '../../../test/component/plans.ts';
import type { PlanDesk } from '../../../test/component/plans.ts';
import { Review } from '../state/review.svelte.ts';
import { Workspace } from '../state/workspace.svelte.ts';

const dialog = page.getByRole('dialog');
const button = (name: string | RegExp) => dialog.getByRole('button', { name });
const row = (name: string | RegExp) => dialog.getByRole('treeitem', { name });
const request = { from: 'drafts', drafts: [{ kind: 'script', targetId: 'payroll' }] } as const;

type Given = (main: Pick<PlanDesk, 'have' | 'plan'>) => Partial<Handlers>;

async function show(items: readonly PlanItem[], plan: Plan = planOf(items), given?: Given) {
  const fake = deskWithPlan(items, plan, given);
  const review = new Review(fake.desk);
  const workspace = new Workspace(fake.desk);
  await render(ReviewWindow, { desk: fake.desk, review, workspace });
  return { ...fake, review, workspace };
}

/** Plans and waits until the person is asked. */
async function reviewed(items: readonly PlanItem[], plan?: Plan, given?: Given) {
  const shown = await show(items, plan, given);
  await shown.review.open('acme', { ...request, drafts: [...request.drafts] });
  await expect.element(dialog).toBeVisible();
  return shown;
}

/** Opens a plan that was begun. */
async function begun(items: readonly PlanItem[], given?: Given, more: Partial<Plan> = {}) {
  const plan = begunPlanOf(items, more);
  const shown = await show(items, plan, given);
  await shown.review.show(plan);
  await expect.element(dialog).toBeVisible();
  return shown;
}

const many = (count: number, given: Partial<PlanItem> = {}): PlanItem[] =>
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

const conflicted = anItem({
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
        merged: '<<<<<<< yours\nmine\n||||||| when you began\nbase\n=======\ntheirs\n>>>>>>> in the tenant\n',
        isClean: false,
      },
    },
  ],
});

describe('a review', () => {
  it('shows what is on the tenant and what will be, field by field, and what stays on one line', async () => {
    const parts = [
      aField('Risk from', 'Low', 'Medium'),
      aField('Method', 'POST', 'POST'),
      aField('Name', 'Slack', 'Slack'),
    ];
    await reviewed([anItem({ parts })]);
    const table = dialog.getByRole('table', { name: 'Fields' });
    await expect.element(table.getByRole('row', { name: /changed Risk from Low Medium/ })).toBeVisible();
    await expect.element(table.getByRole('row', { name: 'Unchanged Method, name Slack' })).toBeVisible();
  });

  it('shows secrets as chips and never their placeholders', async () => {
    const pair = (name: string, value: string) => ({ name, value, isSecret: true });
    await reviewed([
      anItem({
        parts: [
          {
            type: 'pairs',
            name: 'headers',
            label: 'Header',
            isChanged: true,
            before: [pair('Authorization', '••••1')],
            after: [
              pair('Authorization', '••••2'),
              { name: 'X-Source', value: 'production', isSecret: false },
            ],
          },
        ],
      }),
    ]);
    const table = dialog.getByRole('table', { name: 'Header' });
    await expect.element(table.getByText('new secret')).toBeVisible();
    await expect.element(table.getByText('production')).toBeVisible();
    await expect.element(dialog.getByText('••••')).not.toBeInTheDocument();
  });

  it('draws no difference of what is not changed', async () => {
    const parts = [aText('kept \n', 'kept\n', false), aField('Name', 'Payroll', 'Payroll EU')];
    await reviewed([anItem({ parts })]);
    await expect.element(dialog.getByRole('table', { name: 'Fields' })).toBeVisible();
    expect(dialog.element().querySelectorAll('.line.added, .line.removed')).toHaveLength(0);
    await expect.element(dialog.getByRole('row', { name: /Unchanged Script/ })).toBeVisible();
  });

  it.each([
    ['compared', 'unchanged on the tenant since your copy'],
    ['changed', 'changed on the tenant since your copy, merged'],
    ['fresh', 'read fresh, nothing to compare with'],
  ] as const)('says of a basis that was %s: %s', async (basis, words) => {
    await reviewed([anItem({ basis })]);
    await expect.element(dialog.getByText(words, { exact: true })).toBeVisible();
  });

  it('says that the tenant is as wanted where nothing would be sent, and offers to close the draft', async () => {
    const items = [anItem({ parts: [aText('same', 'same', false)] })];
    const { calls } = await reviewed(items, planOf(items, { changing: 0 }), ({ have }) => ({
      'changes.apply': async () => have(items, begunPlanOf([anItem({ state: 'unchanged' })])),
    }));
    await expect.element(dialog.getByRole('heading', { name: 'The tenant is as you want it' })).toBeVisible();
    expect(dialog.element().querySelectorAll('.line.added, .line.removed')).toHaveLength(0);
    await expect.element(button(/^Apply/)).not.toBeInTheDocument();
    await button('Close the draft').click();
    await expect.element(page.getByRole('dialog', { name: 'Applied and read back' })).toBeVisible();
    expect(calls).toContain('changes.apply');
  });

  it('applies with Ctrl+Enter and starts on Apply', async () => {
    const items = [anItem()];
    await reviewed(items, planOf(items), ({ have }) => ({
      'changes.apply': async () => {
        const done = [anItem({ state: 'verified' })];
        return have(done, begunPlanOf(done));
      },
    }));
    await expect.element(button(/^Apply 1 change/)).toHaveFocus();
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.element(page.getByRole('dialog', { name: 'Applied and read back' })).toBeVisible();
    await expect.element(button('Done')).toHaveFocus();
  });

  it('starts on Cancel where something is deleted', async () => {
    await reviewed([
      anItem({ verb: 'delete', title: 'Delete webhook', parts: [aField('Name', 'Slack', null)] }),
    ]);
    await expect.element(button(/^Cancel/)).toHaveFocus();
  });

  it('starts in the name of the tenant where it must be typed, and applies only with it', async () => {
    const items = [anItem()];
    const { calls } = await reviewed(items, planOf(items, { confirmation: 'Acme Production' }));
    const name = dialog.getByRole('textbox', { name: 'Name of the tenant' });
    await expect.element(name).toHaveFocus();
    await userEvent.keyboard('Acme Prod{Control>}{Enter}{/Control}');
    await expect.element(button(/^Apply/)).toBeDisabled();
    expect(calls).not.toContain('changes.apply');
    await userEvent.keyboard('uction');
    await expect.element(button(/^Apply/)).toBeEnabled();
  });

  it('forgets the plan but no draft when Escape cancels it', async () => {
    const { calls } = await reviewed([anItem()]);
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
    expect(calls).toContain('changes.discard');
    expect(calls).not.toContain('drafts.discard');
  });

  it('is titled as an undo where it is one', async () => {
    const items = [anItem()];
    await reviewed(items, planOf(items, { origin: { type: 'undo', planId: 'first' } }));
    await expect.element(page.getByRole('dialog', { name: 'Undo: Replace script of Payroll' })).toBeVisible();
  });
});

describe('the tree of a review', () => {
  it('folds equal changes, shows the first and fetches the others when they are asked for', async () => {
    const { review } = await reviewed(many(143));
    await expect.element(row(/138 more/)).toBeVisible();
    await row(/138 more/).click();
    await expect.element(row(/^38 more/)).toBeInTheDocument();
    await row(/^Change description 143/).click();
    await expect.element(row(/App 3/)).not.toBeInTheDocument();
    expect(
      review.items.sections.flatMap(({ branches }) => branches.map((b) => review.items.of(b).length)),
    ).toEqual([5]);
  });

  it('walks with the arrows, folds with Left and unfolds with Right, and shows where it stands', async () => {
    await reviewed(many(3));
    (row(/App 0/).element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(row(/App 1/)).toHaveFocus();
    await expect.element(dialog.getByRole('region', { name: 'Change description of App 1' })).toBeVisible();
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}');
    await expect.element(row(/App 1/)).not.toBeInTheDocument();
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(row(/App 1/)).toBeVisible();
  });

  it('puts what needs a decision first, and counts only what would be applied', async () => {
    const items = [...many(20), conflicted];
    await reviewed(items);
    await expect.element(dialog.getByRole('group', { name: 'Need a decision' })).toBeVisible();
    const first = dialog.getByRole('treeitem').first();
    await expect.element(first).toHaveAccessibleName(/Payroll/);
    await expect.element(button(/^Apply 20 changes/)).toBeVisible();
    await expect.element(dialog.getByText(/Without a decision they are left out/)).toBeVisible();
  });
});

describe('a review by type', () => {
  const types = [
    { type: 'Web - SAML', count: 3, undecided: 1 },
    { type: 'Bookmark', count: 1, undecided: 0 },
  ];

  it('folds the things by their type, what needs a decision apart and first', async () => {
    const asked: unknown[] = [];
    await reviewed([conflicted, ...many(3)], undefined, ({ plan }) => ({
      'changes.types': async () => types,
      'changes.items': async (input) => {
        asked.push(input);
        return { items: [], total: plan().total };
      },
    }));
    await button('By change').click();
    await page.getByRole('menuitemcheckbox', { name: 'Type' }).click();
    await expect.element(row(/Need a decision/)).toBeVisible();
    await expect.element(row(/Web - SAML 2/)).toBeVisible();
    await expect.element(row(/Bookmark/)).toBeVisible();
    // A branch is there before its things are read.
    await expect
      .poll(() => asked)
      .toContainEqual(expect.objectContaining({ type: 'Web - SAML', isUndecided: false }));
    await button('By type').click();
    await page.getByRole('menuitemcheckbox', { name: 'Equal change' }).click();
    await expect.element(row(/Web - SAML/)).not.toBeInTheDocument();
  });

  it('is offered only where the things are of several types', async () => {
    await reviewed(many(3), undefined, () => ({ 'changes.types': async () => types.slice(0, 1) }));
    await expect.element(row(/App 0/)).toBeVisible();
    await expect.element(button('By change')).not.toBeInTheDocument();
  });
});

describe('a review as a file', () => {
  it('is saved with what would change, and says where and what was left out', async () => {
    const { calls } = await reviewed(many(3), undefined, () => ({
      'changeSets.save': async () => ({ fileName: 'owner.json', count: 2, leftOut: 1 }),
    }));
    await button('Save as change-set').click();
    await expect
      .element(page.getByText('Saved 2 changes to owner.json. 1 other had nothing to save.'))
      .toBeVisible();
    expect(calls).toContain('changeSets.save');
  });

  it('says whose file it is while it is reviewed', async () => {
    const items = many(2);
    await reviewed(
      items,
      planOf(items, { origin: { type: 'change-set', fileName: 'owner.json', createdBy: 'Zoë O’Brien' } }),
    );
    await expect.element(page.getByText(/change-set owner\.json, made by Zoë O’Brien/)).toBeVisible();
  });
});

describe('a decision', () => {
  const settles =
    (seen: unknown[]): Given =>
    ({ have }) => ({
      'changes.settle': async ({ choices }) => {
        seen.push(choices);
        const settled = [anItem({ basis: 'changed', id: 'conflicted' })];
        return have(settled, planOf(settled));
      },
    });

  it.each([
    ['Keep mine', 'mine'],
    ['Take theirs', 'theirs'],
  ] as const)('settles a conflict with %s', async (label, take) => {
    const seen: unknown[] = [];
    await reviewed([conflicted], planOf([conflicted]), settles(seen));
    await expect.element(button('Use this')).toBeDisabled();
    await expect.element(dialog.getByRole('radio', { name: 'Use both (merged)' })).toBeDisabled();
    await dialog.getByRole('radio', { name: label }).click();
    await button('Use this').click();
    await expect.element(button(/^Apply 1 change/)).toBeVisible();
    expect(seen).toEqual([{ script: { take } }]);
  });

  it('takes a text that was merged by hand once no marker is left in it', async () => {
    const seen: unknown[] = [];
    await reviewed([conflicted], planOf([conflicted]), settles(seen));
    await dialog.getByRole('radio', { name: 'Edit by hand' }).click();
    await expect.element(dialog.getByText('markers left')).toBeVisible();
    await expect.element(button('Use this')).toBeDisabled();
    const editor = dialog.getByRole('textbox', { name: 'Merged Script' });
    await editor.click();
    await userEvent.keyboard('{Control>}a{/Control}both');
    await expect.element(dialog.getByText('markers left')).not.toBeInTheDocument();
    await button('Use this').click();
    await expect.poll(() => seen).toEqual([{ script: { text: 'both' } }]);
  });

  it('asks before it deletes what somebody changed, and before it creates anew what is gone', async () => {
    for (const [decision, label, take] of [
      ['changed-before-delete', 'Keep it', 'theirs'],
      ['changed-before-delete', 'Delete anyway', 'mine'],
      ['gone', 'Create it again', 'mine'],
      ['gone', 'Drop', 'theirs'],
    ] as const) {
      const seen: unknown[] = [];
      const item = anItem({ id: 'conflicted', decision });
      const { review } = await reviewed([item], planOf([item]), settles(seen));
      await button(label).click();
      await expect.poll(() => seen).toEqual([{ item: { take } }]);
      review.close();
      await expect.element(dialog).not.toBeInTheDocument();
    }
  });
});

describe('what became of a plan', () => {
  it('can be undone where it is read, by a key as well', async () => {
    const asked: unknown[] = [];
    const { review } = await begun([anItem({ id: 'done', state: 'verified' })], () => ({
      'changes.plan': ({ request: asking }) => {
        asked.push(asking);
        return new Promise(() => undefined);
      },
    }));
    const planId = review.plan?.id;
    await userEvent.keyboard('{Control>}z{/Control}');
    await expect.poll(() => asked).toEqual([{ from: 'undo', planId }]);
  });

  it.each([
    ['verified', 'Applied and read back', 'Applied and read back', ['Undo Ctrl Z', 'Done']],
    ['unchanged', 'Applied and read back', 'Already so, nothing sent', ['Done']],
    ['refused', '1 refused', 'Refused by the tenant', ['Try the refused again', 'Done']],
    [
      'unknown',
      'Not settled yet',
      'Sent; not known whether it took effect',
      ['Look again', 'Finish', 'Take back', 'Leave as it is'],
    ],
    [
      'incomplete',
      'Not settled yet',
      'Only a part took effect',
      ['Look again', 'Finish', 'Take back', 'Leave as it is'],
    ],
    [
      'different',
      'Not settled yet',
      'Somebody else changed it right after',
      ['Look again', 'Take back', 'Leave as it is'],
    ],
    ['pending', 'Not settled yet', 'Not sent yet', ['Go on', 'Leave as it is']],
    ['taken-back', 'Taken back', 'Taken back', ['Done']],
    ['left-out', 'Not sent', 'Not sent', ['Done']],
  ] as const)(
    'is said in true words when it is %s, with what can be done',
    async (state, title, words, buttons) => {
      await begun([anItem({ state })]);
      await expect.element(page.getByRole('dialog', { name: title, exact: true })).toBeVisible();
      await expect.element(row(/Payroll/)).toHaveTextContent(words);
      const shown = [...dialog.element().querySelectorAll('.footer button')].map((node) =>
        node.textContent.trim(),
      );
      expect(shown.filter((name) => name !== 'Show in History')).toEqual(buttons);
      if (state !== 'refused') expect(dialog.element().textContent).not.toMatch(/failed/i);
    },
  );

  it('shows the tenant’s own words where it refused, and the refused first', async () => {
    const error = {
      code: 'forbidden',
      message: 'You may not change Payroll.',
      retryable: false,
      requestId: '',
    } as const;
    const items = [...many(30, { state: 'verified' }), anItem({ id: 'no', state: 'refused', error })];
    await begun(items);
    await expect.element(dialog.getByText('You may not change Payroll.')).toBeVisible();
    await expect.element(page.getByRole('dialog', { name: '1 refused' })).toBeVisible();
    await expect.element(row(/^Applied and read back 30/)).toBeVisible();
  });

  it('looks again without sending anything, and is done when everything is found', async () => {
    const { calls } = await begun([anItem({ state: 'unknown' })], ({ have }) => ({
      'changes.look': async () => {
        const found = [anItem({ state: 'verified' })];
        return have(found, begunPlanOf(found));
      },
    }));
    await expect.element(button('Look again')).toHaveFocus();
    await button('Look again').click();
    await expect.element(page.getByRole('dialog', { name: 'Applied and read back' })).toBeVisible();
    expect(calls).not.toContain('changes.apply');
    expect(calls).not.toContain('changes.resume');
  });

  it('offers the next steps in the same window after "Stop after this item"', async () => {
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
    await button('Stop after this item').click();
    await expect.element(page.getByRole('dialog', { name: 'Not settled yet' })).toBeVisible();
    await expect.element(button('Go on')).toBeVisible();
    await expect.element(button('Take back')).toBeVisible();
    expect(calls).toContain('changes.pause');
  });

  it('shows how far it is and what became of each item while it applies', async () => {
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
    await expect.element(page.getByRole('dialog', { name: 'Applied and read back' })).toBeVisible();
  });

  it('asks to sign in where the session ended, keeps the plan, and goes on with it', async () => {
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
    await button('Go on').click();
    await expect.element(page.getByRole('dialog', { name: 'Applied and read back' })).toBeVisible();
  });

  describe('without a session', () => {
    const ended = new DeskFailure({
      code: 'session-expired',
      message: 'The session ended.',
      retryable: false,
      requestId: '',
    });
    const url = 'https://acme.example/authorize?client_id=desk';
    const at = Date.now();
    const waiting = {
      tenantId: 'acme',
      state: 'signing-in',
      url,
      startedAt: at,
      expiresAt: at + 300_000,
    } as const;
    const signedIn = {
      tenantId: 'acme',
      state: 'signed-in',
      user: { subject: 'ada' },
      expiresAt: at + 3_600_000,
      canRefresh: false,
      keptIn: 'memory',
    } as const;

    async function waitingForTheBrowser() {
      const items = [anItem()];
      let isIn = false;
      const shown = await show(items, planOf(items), ({ plan }) => ({
        'changes.plan': async () => {
          if (!isIn) throw ended;
          return plan();
        },
        'session.signIn': async () => waiting,
        'session.reopenSignIn': async () => undefined,
        'session.cancelSignIn': async () => ({ tenantId: 'acme', state: 'signed-out' }),
      }));
      const tell = (session: SessionState): void => {
        isIn = session.state === 'signed-in';
        shown.workspace.sessions = { acme: session };
      };
      await shown.review.open('acme', { ...request, drafts: [...request.drafts] });
      await button('Sign in').click();
      tell(waiting);
      return { ...shown, tell };
    }

    it('shows the address that was opened, to copy and to open again, the time left, and a way out', async () => {
      const { calls, tell } = await waitingForTheBrowser();
      await expect.element(dialog.getByRole('status', { name: 'Sign-in address' })).toHaveTextContent(url);
      await expect.element(dialog.getByRole('progressbar', { name: 'Time left to sign in' })).toBeVisible();
      await expect.element(dialog.getByText(/\d+ (min|s) left/)).toBeVisible();
      await expect.element(button('Copy address')).toHaveFocus();
      await expect.element(button('Sign in')).not.toBeInTheDocument();
      await button('Open again').click();
      await expect.poll(() => calls).toContain('session.reopenSignIn');
      await button('Cancel sign-in').click();
      await expect.poll(() => calls).toContain('session.cancelSignIn');
      tell({ tenantId: 'acme', state: 'signed-out' });
      await expect.element(button('Sign in')).toBeVisible();
    });

    it('says in the review why the sign-in did not succeed', async () => {
      const { tell } = await waitingForTheBrowser();
      const error = {
        ...ended.error,
        code: 'sign-in-timed-out',
        message: 'Nobody signed in for five minutes.',
      } as const;
      tell({ tenantId: 'acme', state: 'signed-out', error });
      await expect.element(dialog.getByText('Nobody signed in for five minutes.')).toBeVisible();
      await expect.element(button('Sign in')).toBeVisible();
    });

    it('compares by itself once the person is signed in', async () => {
      const { tell } = await waitingForTheBrowser();
      tell(signedIn);
      await expect.element(page.getByRole('dialog', { name: 'Review 1 change' })).toBeVisible();
    });
  });

  it('shows the plan that takes back from then on', async () => {
    await begun([anItem({ state: 'unknown' })], ({ have }) => ({
      'changes.takeBack': async () => {
        const back = [anItem({ id: 'back', state: 'verified' })];
        return have(back, begunPlanOf(back, { id: 'other', origin: { type: 'take-back', planId: 'plan' } }));
      },
    }));
    await button('Take back').click();
    await expect.element(page.getByRole('dialog', { name: 'Taken back and read back' })).toBeVisible();
  });
});

describe('plans that are not settled', () => {
  it('are said on top of every view as soon as main tells of one, and opened with their next step', async () => {
    const items = [...many(12, { state: 'verified' }), anItem({ state: 'unknown' })];
    const plan = begunPlanOf(items, { title: '13 changes' });
    const { workspace, calls } = await show(items, plan, ({ have }) => ({
      'changes.look': async () => have(items, plan),
    }));
    workspace.openPlans = [plan];
    const banner = page.getByRole('alert').filter({ hasText: 'Not settled in Acme Production: 13 changes' });
    await expect.element(banner).toBeVisible();
    await expect.element(banner).toHaveTextContent('12 of 13 applied, 1 not known');
    await banner.getByRole('button', { name: 'Look again' }).click();
    await expect.element(page.getByRole('dialog', { name: 'Not settled yet' })).toBeVisible();
    await expect.poll(() => calls).toContain('changes.look');
  });

  it('are not said while they are under way, and a take-back that was cut short says so', async () => {
    const items = [anItem({ state: 'applying' })];
    const plan = begunPlanOf(items, { isUnderWay: true, origin: { type: 'take-back', planId: 'first' } });
    const { workspace } = await show(items, plan);
    workspace.openPlans = [plan];
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
    workspace.openPlans = [{ ...plan, isUnderWay: false }];
    await expect.element(page.getByRole('alert')).toHaveTextContent(/Taking back .* was interrupted/);
    await expect.element(page.getByRole('button', { name: 'Take back' })).not.toBeInTheDocument();
  });
});
