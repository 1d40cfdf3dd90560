import { describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { anItem, planOf } from '../../../test/component/plans.ts';
import { button, dialog, many, reviewed } from '../../../test/component/review-dialog.ts';
import type { Given } from '../../../test/component/review-dialog.ts';

const text = (...lines: string[]): string => lines.join('\n');
const base = text('start', 'x', 'a', 'b', 'c', 'd', 'e', 'end');
const mine = text('start', 'x', 'A1', 'b', 'c', 'd', 'E1', 'end');
const theirs = text('START', 'x', 'A2', 'b', 'c', 'd', 'E2\u200B', 'end');
const merged = text('<<<<<<< yours', 'whatever');

const conflict = { base, theirs, mine, merged, isClean: false };
const item = anItem({
  id: 'conflicted',
  decision: 'merge',
  basis: 'changed',
  summary: 'changed on both sides',
  parts: [
    {
      type: 'text',
      name: 'script',
      label: 'Script',
      language: 'javascript',
      isChanged: true,
      before: theirs,
      after: mine,
      conflict,
    },
  ],
});

const resolvesWith =
  (seen: unknown[]): Given =>
  ({ have }) => ({
    'changes.settle': async ({ choices }) => {
      seen.push(choices);
      const resolved = [anItem({ basis: 'changed', id: 'conflicted' })];
      return have(resolved, planOf(resolved));
    },
  });
const card = (number: number) => dialog.getByRole('group', { name: new RegExp(`^Conflict ${number} of 2`) });
const result = () => dialog.getByRole('textbox', { name: 'Result of Script' });
const shownLines = () =>
  [...result().element().querySelectorAll('.cm-line:not([contenteditable=false])')].map(
    (line) => line.textContent,
  );

describe('the merge editor', () => {
  it('shows no merge markers but a card for each conflict, and starts on the first', async () => {
    await reviewed([item]);
    await expect.element(card(1)).toHaveFocus();
    await expect.element(card(1)).toHaveAccessibleName('Conflict 1 of 2, unresolved');
    await expect.element(card(1).getByText('A1', { exact: true })).toBeVisible();
    await expect.element(card(1).getByText('A2', { exact: true })).toBeVisible();
    await card(1).getByRole('button', { name: /^Base/ }).click();
    await expect.element(card(1).getByText('a', { exact: true })).toBeVisible();
    expect(dialog.element().textContent).not.toContain('<<<<<<<');
    await expect.element(result()).toBeVisible();
    expect(dialog.element().querySelectorAll('.cm-note-open')).toHaveLength(2);
    await expect.element(dialog.getByText('Resolve 2 conflicts to apply.')).toBeVisible();
    await expect.element(button(/^Review result/)).toBeDisabled();
  });

  it('draws invisible characters by name', async () => {
    await reviewed([item]);
    await expect.element(card(2).getByRole('img', { name: 'U+200B ZERO WIDTH SPACE' })).toBeVisible();
  });

  it('is done by keyboard: accept, go to the next one, review the result', async () => {
    const seen: unknown[] = [];
    await reviewed([item], planOf([item]), resolvesWith(seen));
    await expect.element(card(1)).toHaveFocus();
    await userEvent.keyboard('1');
    await expect.element(card(2)).toHaveFocus();
    await userEvent.keyboard('2');
    await expect.element(button(/^Review result/)).toHaveFocus();
    await expect.element(dialog.getByText('2 of 2 conflicts resolved')).toBeVisible();
    await userEvent.keyboard('{Enter}');
    await expect.element(button(/^Apply 1 change/)).toHaveFocus();
    const expected = text('START', 'x', 'A1', 'b', 'c', 'd', 'E2\u200B', 'end');
    expect(seen).toEqual([{ script: { text: expected } }]);
  });

  it('goes to the next and the previous conflict with F7, and undoes a choice', async () => {
    await reviewed([item]);
    await expect.element(card(1)).toHaveFocus();
    await userEvent.keyboard('{F7}');
    await expect.element(card(2)).toHaveFocus();
    await userEvent.keyboard('3');
    await expect.element(card(1)).toHaveFocus();
    await expect.poll(shownLines).toContain('E1');
    await userEvent.keyboard('{Control>}z{/Control}');
    await expect.poll(shownLines).toContain('e');
    await expect.element(dialog.getByText('0 of 2 conflicts resolved')).toBeVisible();
    await userEvent.keyboard('{F7}{Shift>}{F7}{/Shift}');
    await expect.element(card(1)).toHaveFocus();
  });

  it('resolves a conflict that is edited in the result, and preserves the typed text', async () => {
    const seen: unknown[] = [];
    await reviewed([item], planOf([item]), resolvesWith(seen));
    await expect.element(card(1)).toHaveFocus();
    await userEvent.keyboard('e');
    await expect.element(result()).toHaveFocus();
    await userEvent.keyboard('mine and theirs');
    await expect.element(card(1)).toHaveAccessibleName('Conflict 1 of 2, edited');
    await userEvent.keyboard('{F7}2');
    await expect.element(button(/^Review result/)).toHaveFocus();
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect
      .poll(() => seen)
      .toEqual([
        { script: { text: text('START', 'x', 'mine and theirs', 'b', 'c', 'd', 'E2\u200B', 'end') } },
      ]);
  });

  it('compares what the choices mean for test users before one is made', async () => {
    const requests: unknown[] = [];
    await reviewed([item], planOf([item]), () => ({
      'changes.tryChoices': async ({ choices }) => {
        requests.push(choices);
        return choices.map((_choice, index) => ({
          findings: [
            {
              label: 'Changes by user',
              columns: ['User', 'Value', 'On the tenant', 'After'],
              rows:
                index === 1
                  ? []
                  : [['Zoë', index === 2 ? 'Sign-in' : 'cost', 'x', index === 2 ? 'fails' : 'DE']],
              isCompared: true,
              ...(index === 2 ? { failing: [0] } : {}),
              note: '',
            },
          ],
          risks: [],
        }));
      },
    }));
    const table = dialog.getByRole('table', { name: 'Impact by choice' });
    await expect
      .element(table.getByRole('row', { name: /Zoë cost DE No change Sign-in fails/ }))
      .toBeVisible();
    expect(requests[0]).toEqual([
      { script: { text: text('START', 'x', 'A1', 'b', 'c', 'd', 'e', 'end') } },
      { script: { text: text('START', 'x', 'A2', 'b', 'c', 'd', 'e', 'end') } },
      { script: { text: text('START', 'x', 'A1', 'A2', 'b', 'c', 'd', 'e', 'end') } },
    ]);
    await card(1)
      .getByRole('button', { name: /^Accept yours/ })
      .hover();
    await expect.element(table.getByRole('columnheader', { name: 'Accept yours' })).toHaveClass('looked');
  });

  it('never applies other changes with its own keys', async () => {
    const items = [...many(3), item];
    const { calls } = await reviewed(items);
    await expect.element(button(/^Apply 3 changes/)).toBeEnabled();
    await card(1).click();
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.element(dialog.getByText('0 of 2 conflicts resolved')).toBeVisible();
    expect(calls).not.toContain('changes.apply');
  });

  it('keeps the choices while another change is looked at', async () => {
    const items = [item, ...many(3)];
    await reviewed(items);
    await card(1).getByRole('button', { name: /^Both/ }).click();
    await dialog.getByRole('treeitem', { name: /App 1/ }).click();
    await expect.element(result()).not.toBeInTheDocument();
    await dialog.getByRole('treeitem', { name: /Payroll/ }).click();
    await expect.element(dialog.getByText('1 of 2 conflicts resolved')).toBeVisible();
  });
});
