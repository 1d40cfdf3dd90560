import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { aField, anItem, aText, begunPlanOf, planOf } from '../../test/component/plans.ts';
import { button, conflicted, dialog, many, reviewed, row } from '../../test/component/review-dialog.ts';

describe('a review', () => {
  it('opens a compact sheet in full, with the list of changes and the focus in the change', async () => {
    await reviewed([anItem({ parts: [aField('Minimum risk', 'Low', 'Medium')] })]);
    const compact = dialog.element().getBoundingClientRect().width;
    await expect.element(dialog.getByRole('navigation', { name: 'Changes' })).not.toBeInTheDocument();
    await button('Open full review').click();
    await expect.poll(() => dialog.element().getBoundingClientRect().width).toBeGreaterThan(compact);
    await expect.element(dialog.getByRole('navigation', { name: 'Changes' })).toBeVisible();
    await expect.element(button('Open full review')).not.toBeInTheDocument();
    await expect.poll(() => document.activeElement?.getAttribute('role')).toBe('region');
    await expect.element(button(/^Apply 1 change/)).toBeEnabled();
  });

  it('is as high as a small change, with its requests directly below', async () => {
    await reviewed([anItem({ parts: [aField('Minimum risk', 'Low', 'Medium')] })]);
    const region = dialog.getByRole('region', { name: /of Payroll/ });
    await expect.element(region.getByRole('table', { name: 'Fields' })).toBeVisible();
    const end = region.getByRole('table', { name: 'Fields' }).element().getBoundingClientRect().bottom;
    expect(region.element().getBoundingClientRect().bottom - end).toBeLessThan(20);
  });

  it('shows the values on the tenant and after, field by field, and unchanged ones on one line', async () => {
    const parts = [
      aField('Minimum risk', 'Low', 'Medium'),
      aField('Method', 'POST', 'POST'),
      aField('Name', 'Slack', 'Slack'),
    ];
    await reviewed([anItem({ parts })]);
    const table = dialog.getByRole('table', { name: 'Fields' });
    await expect.element(table.getByRole('row', { name: /changed Minimum risk Low Medium/ })).toBeVisible();
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

  it('shows a failing outcome as a failure, not as a gain', async () => {
    const finding = {
      label: 'Changes by user',
      columns: ['User', 'Value', 'On the tenant', 'After'],
      rows: [
        ['Zoë', 'cost', 'not sent', 'DE-4100'],
        ['Contractor 7', 'Sign-in', 'an assertion', 'stops at line 16: cost is null'],
      ],
      isCompared: true,
      failing: [1],
      note: '',
    };
    await reviewed([anItem({ findings: [finding] })]);
    const cell = (name: RegExp) => dialog.getByRole('cell', { name });
    await expect.element(cell(/DE-4100/)).toBeVisible();
    expect(
      cell(/DE-4100/)
        .element()
        .querySelector('mark'),
    ).not.toBeNull();
    const stops = cell(/stops at line 16/).element();
    expect(stops.querySelector('mark')).toBeNull();
    expect(stops.querySelector('svg')).not.toBeNull();
    expect(getComputedStyle(stops).color).not.toBe(getComputedStyle(cell(/DE-4100/).element()).color);
  });

  it('draws unchanged parts without differences', async () => {
    const parts = [aText('kept \n', 'kept\n', false), aField('Name', 'Payroll', 'Payroll EU')];
    await reviewed([anItem({ parts })]);
    await expect.element(dialog.getByRole('table', { name: 'Fields' })).toBeVisible();
    expect(dialog.element().querySelectorAll('.line.added, .line.removed')).toHaveLength(0);
    await expect.element(dialog.getByRole('row', { name: /Unchanged Script/ })).toBeVisible();
  });

  it.each([
    ['compared', 'unchanged on the tenant since your copy'],
    ['changed', 'changed on the tenant, merged'],
    ['fresh', 'no baseline to compare'],
  ] as const)('labels the basis %s as: %s', async (basis, text) => {
    await reviewed([anItem({ basis })]);
    await expect.element(dialog.getByText(text, { exact: true })).toBeVisible();
  });

  it('says that nothing would change, and offers to discard the draft', async () => {
    const items = [anItem({ parts: [aText('same', 'same', false)] })];
    const { calls } = await reviewed(items, planOf(items, { changing: 0 }), ({ have }) => ({
      'changes.apply': async () => have(items, begunPlanOf([anItem({ state: 'unchanged' })])),
    }));
    await expect.element(dialog.getByRole('heading', { name: 'No changes to apply' })).toBeVisible();
    expect(dialog.element().querySelectorAll('.line.added, .line.removed')).toHaveLength(0);
    await expect.element(button(/^Apply/)).not.toBeInTheDocument();
    await button('Discard draft').click();
    await expect.element(page.getByRole('dialog', { name: 'Applied and verified' })).toBeVisible();
    expect(calls).toContain('changes.apply');
  });

  it('applies with Ctrl+Enter and focuses Apply first', async () => {
    const items = [anItem()];
    await reviewed(items, planOf(items), ({ have }) => ({
      'changes.apply': async () => {
        const done = [anItem({ state: 'verified' })];
        return have(done, begunPlanOf(done));
      },
    }));
    await expect.element(button(/^Apply 1 change/)).toHaveFocus();
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.element(page.getByRole('dialog', { name: 'Applied and verified' })).toBeVisible();
    await expect.element(button('Done')).toHaveFocus();
  });

  it('says how many users a change of an application affects', async () => {
    const items = [anItem()];
    const after = dialog.getByRole('region', { name: 'After applying' });
    await reviewed(items, planOf(items, { targets: items.map(({ target }) => target) }), () => ({
      'overview.applicationUsage': async ({ id }) => {
        if (id !== 'payroll') throw new Error(`Unexpected application ${id}.`);
        return { data: { users: 1204, days: [] }, fetchedAt: 1, source: 'tenant' };
      },
    }));
    await expect.element(after).toHaveTextContent(/Affects\s*1,204 users in the last 14 days/);
  });

  it('focuses Cancel first if something is deleted', async () => {
    await reviewed([
      anItem({ verb: 'delete', title: 'Delete webhook', parts: [aField('Name', 'Slack', null)] }),
    ]);
    await expect.element(button(/^Cancel/)).toHaveFocus();
  });

  it('focuses the tenant name first if it must be typed, and applies only with it', async () => {
    const items = [anItem()];
    const { calls } = await reviewed(items, planOf(items, { confirmation: 'Acme Production' }));
    const name = dialog.getByRole('textbox', { name: 'Tenant name' });
    await expect.element(name).toHaveFocus();
    await userEvent.keyboard('Acme Prod{Control>}{Enter}{/Control}');
    await expect.element(button(/^Apply/)).toBeDisabled();
    expect(calls).not.toContain('changes.apply');
    await userEvent.keyboard('uction');
    await expect.element(button(/^Apply/)).toBeEnabled();
  });

  it('asks for the tenant name in a row of a compact sheet, and says when it matches', async () => {
    const items = [anItem({ parts: [aField('Minimum risk', 'Low', 'Medium')] })];
    await reviewed(items, planOf(items, { confirmation: 'Acme Production', confirmWithinSeconds: 60 }));
    const after = dialog.getByRole('region', { name: 'After applying' });
    await expect.element(after).toHaveTextContent(/Auto-revert\s*After 60 s unless you keep it/);
    await expect.element(after).toHaveTextContent(/Undo\s*Available in History/);
    const name = dialog.getByRole('textbox', { name: 'Tenant name' });
    await expect.element(name).toHaveFocus();
    const width = dialog.element().getBoundingClientRect().width;
    expect(width).toBeLessThanOrEqual(640);
    await userEvent.keyboard('Acme Production');
    await expect.element(dialog.getByText('Matches')).toBeVisible();
    await expect.element(button(/^Apply/)).toBeEnabled();
    // The footer is one line: nothing was pushed below its buttons.
    const top = (element: Element) => Math.round(element.getBoundingClientRect().top);
    expect(top(button('Open full review').element())).toBeGreaterThanOrEqual(top(button(/^Apply/).element()));
    await button('Open full review').click();
    await expect.element(name).toHaveValue('Acme Production');
    await expect.element(button(/^Apply/)).toBeEnabled();
  });

  it('says before anything is sent that the policy forbids it, and applies by no key', async () => {
    const message = 'Acme Production is read-only. Managed by your organization (readOnlyTenants).';
    const denied = { code: 'denied-by-policy', message, retryable: false, requestId: '' } as const;
    const items = [anItem()];
    const { calls } = await reviewed(items, planOf(items, { confirmation: 'Acme Production', denied }));
    await expect.element(dialog.getByRole('alert')).toHaveTextContent(message);
    await expect.element(button(/^Apply 1 change/)).toBeDisabled();
    await expect.element(button(/^Cancel/)).toHaveFocus();
    await expect.element(dialog.getByRole('textbox', { name: 'Tenant name' })).not.toBeInTheDocument();
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    expect(calls).not.toContain('changes.apply');
  });

  it.each([
    {
      choice: 'Replacement order',
      modes: ['create-first', 'delete-first'],
      options: [/^Create the new one first/, /^Delete the old one first/],
      all: 'Use this order for all 2 replacements',
    },
    {
      choice: 'Send with',
      modes: ['update-application', 'publish-application'],
      options: [/^UpdateApplicationDE/, /^PublishApplication/],
      all: 'Use this for all 2 assignments',
    },
  ] as const)(
    'offers “$choice”, for one and for all, by keyboard',
    async ({ choice, modes, options, all }) => {
      const [initial, other] = modes;
      const items = ['Alerts', 'Payroll'].map((name, index) =>
        anItem({
          id: name,
          target: { kind: 'thing', id: name, name },
          summary: `${index}`,
          sendMode: initial,
        }),
      );
      const calls: unknown[] = [];
      await reviewed(items, planOf(items, { sendModes: { [initial]: 2 } }), ({ have }) => ({
        'changes.chooseSendMode': async ({ itemId, mode, ...plan }) => {
          calls.push({ ...plan, mode, ...(itemId === undefined ? {} : { itemId }) });
          const now = items.map((item) =>
            itemId === undefined || itemId === item.id ? { ...item, sendMode: mode } : item,
          );
          const sendModes = itemId === undefined ? { [mode]: 2 } : { [initial]: 1, [other]: 1 };
          return have(now, planOf(now, { sendModes }));
        },
      }));
      const group = dialog.getByRole('radiogroup', { name: choice });
      const radio = (name: RegExp) => group.getByRole('radio', { name });
      await expect.element(radio(options[0])).toBeChecked();
      await expect.element(button(/^Use this/)).not.toBeInTheDocument();
      radio(options[0]).element().focus();
      await userEvent.keyboard('{ArrowDown}');
      await expect.element(radio(options[1])).toBeChecked();
      await expect.element(radio(options[1])).toHaveFocus();
      await button(all).click();
      await expect.element(button(/^Use this/)).not.toBeInTheDocument();
      expect(calls).toEqual([
        { planId: 'plan', mode: other, itemId: 'Alerts' },
        { planId: 'plan', mode: other },
      ]);
    },
  );

  it('drops the plan but no draft when Escape cancels it', async () => {
    const { calls } = await reviewed([anItem()]);
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
    expect(calls).toContain('changes.discard');
    expect(calls).not.toContain('drafts.discard');
  });

  it('is titled as an undo if it is one', async () => {
    const items = [anItem()];
    await reviewed(items, planOf(items, { origin: { type: 'undo', planId: 'first' } }));
    await expect.element(page.getByRole('dialog', { name: 'Undo: Replace script of Payroll' })).toBeVisible();
  });
});

describe('the tree of a review', () => {
  it('collapses identical changes, shows the first and loads the others on demand', async () => {
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

  it('moves with the arrows, collapses with Left and expands with Right, and follows the selection', async () => {
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

  it('puts conflicts first, and counts only what can be applied', async () => {
    const items = [...many(20), conflicted];
    await reviewed(items);
    await expect.element(dialog.getByRole('group', { name: 'Conflicts' })).toBeVisible();
    const first = dialog.getByRole('treeitem').first();
    await expect.element(first).toHaveAccessibleName(/Payroll/);
    await expect.element(button(/^Apply 20 changes/)).toBeVisible();
    await expect.element(dialog.getByText(/Unresolved conflicts are skipped/)).toBeVisible();
  });
});

describe('the warnings of a review', () => {
  const text = 'Another webhook in Acme Production has the same name.';
  const warned = anItem({
    id: 'warned',
    target: { kind: 'webhook', id: 'w', name: 'Pager' },
    summary: 'POST events.pager.example',
    parts: [aText(null, `${'line\n'.repeat(80)}`), aField('Name', null, 'Pager')],
    warnings: [text],
    warning: { count: 1, isRisk: false, text },
  });

  it('appear above the change, so that none is below the fold', async () => {
    await reviewed([warned]);
    const content = dialog.getByRole('region', { name: 'Replace script of Pager' });
    const banner = content.getByText(text);
    await expect.element(banner).toBeVisible();
    const fields = content.getByRole('table', { name: 'Fields' }).element();
    expect(banner.element().compareDocumentPosition(fields)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(banner.element().getBoundingClientRect().bottom).toBeLessThan(
      content.element().getBoundingClientRect().bottom,
    );
    await expect.element(dialog.getByText('1 warning', { exact: true })).toBeVisible();
  });

  it('are said in the tree with an icon and text, before the rest, and counted in the footer', async () => {
    await reviewed([...many(3), warned]);
    await expect
      .element(dialog.getByRole('treeitem').first())
      .toHaveAccessibleName(/Pager.*Warning.*same name/);
    expect(row(/Pager/).element().querySelector('.warning svg')).not.toBeNull();
    await expect.element(dialog.getByText('1 change with warnings')).toBeVisible();
  });

  it('are on the line of a group whose items all have them', async () => {
    const all = many(20, { warning: { count: 2, isRisk: true, text: 'No one could sign in.' } });
    await reviewed(all);
    await expect
      .element(row(/^Change description 20/))
      .toHaveAccessibleName(/Risk: No one could sign in\. ?\+1/);
    await expect.element(row(/App 0/)).toHaveAccessibleName(/Risk/);
    await expect.element(dialog.getByText('20 changes with warnings')).toBeVisible();
  });

  it('leave a receipt to say what happened', async () => {
    const items = [warned];
    await reviewed(items, planOf(items), ({ have }) => ({
      'changes.apply': async () =>
        have([{ ...warned, state: 'verified' }], begunPlanOf([{ ...warned, state: 'verified' }])),
    }));
    await button(/^Apply/).click();
    await expect.element(page.getByRole('dialog', { name: 'Applied and verified' })).toBeVisible();
    expect(
      row(/Pager/)
        .elements()
        .flatMap((each) => [...each.querySelectorAll('.warning')]),
    ).toEqual([]);
  });
});

describe('a review by type', () => {
  const types = [
    { type: 'Web - SAML', count: 3, undecided: 1 },
    { type: 'Bookmark', count: 1, undecided: 0 },
  ];

  it('groups the items by type, with conflicts separate and first', async () => {
    const calls: unknown[] = [];
    await reviewed([conflicted, ...many(3)], undefined, ({ plan }) => ({
      'changes.types': async () => types,
      'changes.items': async (input) => {
        calls.push(input);
        return { items: [], total: plan().total };
      },
    }));
    await button('By change').click();
    await page.getByRole('menuitemcheckbox', { name: 'Type' }).click();
    await expect.element(row(/Conflicts/)).toBeVisible();
    await expect.element(row(/Web - SAML 2/)).toBeVisible();
    await expect.element(row(/Bookmark/)).toBeVisible();
    // A branch is rendered before its items are loaded.
    await expect
      .poll(() => calls)
      .toContainEqual(expect.objectContaining({ type: 'Web - SAML', isUndecided: false }));
    await button('By type').click();
    await page.getByRole('menuitemcheckbox', { name: 'Identical change' }).click();
    await expect.element(row(/Web - SAML/)).not.toBeInTheDocument();
  });

  it('is offered only for items of several types', async () => {
    await reviewed(many(3), undefined, () => ({ 'changes.types': async () => types.slice(0, 1) }));
    await expect.element(row(/App 0/)).toBeVisible();
    await expect.element(button('By change')).not.toBeInTheDocument();
  });
});

describe('a review as a file', () => {
  it('is saved with the pending changes, and says where and which were skipped', async () => {
    const { calls } = await reviewed(many(3), undefined, () => ({
      'changeSets.save': async () => ({ fileName: 'owner.json', count: 2, skipped: 1 }),
    }));
    await button('Save as change set').click();
    await expect
      .element(page.getByText('Saved 2 changes to owner.json. Skipped 1 item with nothing to save.'))
      .toBeVisible();
    expect(calls).toContain('changeSets.save');
  });

  it('is saved from a menu in a small review, so that its title has its space', async () => {
    const { calls } = await reviewed(
      [anItem({ parts: [aField('Admin tag', null, 'payroll')] })],
      undefined,
      () => ({
        'changeSets.save': async () => ({ fileName: 'owner.json', count: 1, skipped: 0 }),
      }),
    );
    const title = dialog.getByRole('heading', { name: 'Review 1 change' }).element();
    expect(title.scrollWidth).toBeLessThanOrEqual(title.clientWidth);
    await expect.element(button('Save as change set')).not.toBeInTheDocument();
    await button('More actions').click();
    await page.getByRole('menuitem', { name: 'Save as change set' }).click();
    await expect.element(page.getByText('Saved 1 change to owner.json.')).toBeVisible();
    expect(calls).toContain('changeSets.save');
  });

  it('names the file and its author during the review', async () => {
    const items = many(2);
    await reviewed(
      items,
      planOf(items, { origin: { type: 'change-set', fileName: 'owner.json', createdBy: 'Zoë O’Brien' } }),
    );
    await expect.element(page.getByText(/change set owner\.json, by Zoë O’Brien/)).toBeVisible();
  });
});

describe('a name with invisible characters', () => {
  const name = 'Te\u200Bam';
  const mark = { name: 'U+200B ZERO WIDTH SPACE' };

  it('has marks in the list of changes, its heading and its differences', async () => {
    await reviewed([
      anItem({
        target: { kind: 'application', id: 'a', name },
        parts: [aField('Name', 'Team', name), aText('a', 'a\n/*\u202E } \u2066*/')],
      }),
    ]);
    await expect.element(dialog.getByRole('img', mark).first()).toBeVisible();
    await expect.element(dialog.getByRole('table', { name: 'Fields' }).getByRole('img', mark)).toBeVisible();
    await expect.element(dialog.getByRole('img', { name: 'U+202E RIGHT-TO-LEFT OVERRIDE' })).toBeVisible();
  });

  it('has marks where a deletion on production is confirmed', async () => {
    const items = [
      anItem({
        verb: 'delete',
        title: 'Delete application',
        target: { kind: 'application', id: 'a', name },
        parts: [aField('Name', name, null)],
      }),
    ];
    await reviewed(items, planOf(items, { confirmation: 'Acme\u00A0Production', isDestructive: true }));
    await expect.element(dialog.getByRole('img', mark).first()).toBeVisible();
    await expect
      .element(dialog.getByText(/^Type/).getByRole('img', { name: 'U+00A0 NO-BREAK SPACE' }))
      .toBeVisible();
  });

  it('shows a text once that is a warning and a risk', async () => {
    const text = 'Adds invisible characters: U+200B ZERO WIDTH SPACE.';
    await reviewed([anItem({ warnings: [text], risks: [{ words: text, although: 'it does' }] })]);
    await expect.element(dialog.getByText(text).first()).toBeVisible();
    expect(dialog.getByText(text).elements()).toHaveLength(1);
  });
});
