import { createRawSnippet } from 'svelte';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { page, userEvent } from 'vitest/browser';
import type { Comparison, ComparisonRow } from '../../../../contract/changes/comparisons.ts';
import type { Desk } from '../../../../contract/bridge/desk.ts';
import CompareListPane from './CompareListPane.svelte';
import { ComparisonList } from './comparison-list.svelte.ts';
import { ComparisonModel } from './comparison-model.svelte.ts';

const names = { source: 'Staging', target: 'Acme' };

const aRow = (name: string, changes: Partial<ComparisonRow> = {}): ComparisonRow => ({
  id: `${changes.kind ?? 'webhook'} ${name}`,
  kind: 'webhook',
  name,
  about: '',
  difference: 'different',
  summary: 'description',
  notCompared: [],
  stays: '',
  firstId: 'a',
  secondId: 'b',
  ...changes,
});

async function show(rows: readonly ComparisonRow[], same = 0) {
  const reading = { readAt: 0, isCached: false };
  const counts = { first: 0, second: 0, different: rows.length, unclear: 0, same };
  const comparison: Comparison = {
    id: 'one',
    firstId: 'staging',
    secondId: 'acme',
    kinds: [
      { kind: 'webhook', noun: { one: '', many: '' }, first: reading, second: reading, counts, failures: [] },
    ],
  };
  const desk = {
    comparisons: { make: async () => comparison, rows: vi.fn(async () => [...rows]) },
  };
  // Only the methods that the comparison calls.
  const model = new ComparisonModel(desk as unknown as Desk);
  await model.make('staging', 'acme');
  const list = new ComparisonList(model, () => names);
  const onopen = vi.fn<(row: ComparisonRow) => void>();
  const bar = createRawSnippet(() => ({ render: () => '<span></span>' }));
  const target = document.body.appendChild(document.createElement('div'));
  target.style.height = '600px';
  onTestFinished(() => target.remove());
  await render(CompareListPane, {
    target,
    props: { model, list, names, active: undefined, onopen, bar },
  });
  return { desk, model, list, onopen };
}

const listbox = page.getByRole('listbox', { name: 'Differences' });

describe('the list of differences', () => {
  it('describes each difference, and renders only visible rows of thousands', async () => {
    const rows = Array.from({ length: 5000 }, (_, index) => aRow(`Rule ${String(index).padStart(4, '0')}`));
    await show([
      ...rows,
      aRow('A first', { difference: 'first', summary: '', notCompared: ['Authorization'] }),
    ]);
    await expect
      .element(listbox.getByRole('option', { name: /^A first/ }))
      .toHaveTextContent(/1 credential not compared.*Only in Staging/);
    expect(listbox.getByRole('option').elements().length).toBeLessThan(60);
  });

  it('filters by kind and difference, and searches by name', async () => {
    await show([aRow('One'), aRow('Two', { kind: 'script' }), aRow('Three', { difference: 'second' })]);
    const chips = page.getByRole('group', { name: 'Filter differences' });
    await chips.getByRole('button', { name: /^Only in Acme/ }).click();
    await expect.element(listbox.getByRole('option')).toHaveTextContent('Three');
    await chips.getByRole('button', { name: /^Only in Acme/ }).click();
    await chips.getByRole('button', { name: /^Script/ }).click();
    await expect.element(listbox.getByRole('option')).toHaveTextContent('Two');
    await chips.getByRole('button', { name: /^Script/ }).click();
    await page.getByLabelText('Search differences').fill('nothing like it');
    await expect.element(page.getByText('No matching differences')).toBeVisible();
    await page.getByRole('button', { name: 'Show all' }).click();
    expect(listbox.getByRole('option').elements()).toHaveLength(3);
  });

  it('selects by keyboard, and shows which selected rows are not included and why, in either direction', async () => {
    const { list, model } = await show([
      aRow('A', { kind: 'origins' }),
      aRow('B', { difference: 'second' }),
      aRow('C', { stays: 'It differs in secrets only.' }),
      aRow('D', { difference: 'unclear' }),
    ]);
    (listbox.element() as HTMLElement).focus();
    await userEvent.keyboard('{Control>}a{/Control}');
    expect(list.picked).toHaveLength(4);
    expect(list.applicable.map(({ name }) => name)).toEqual(['A']);
    expect(list.picked.map((row) => list.whyNot(row))).toEqual([
      '',
      expect.stringContaining('Swap direction'),
      'It differs in secrets only.',
      'More than one match.',
    ]);
    model.swap();
    expect(list.applicable.map(({ name }) => name)).toEqual(['A', 'B']);
    expect(list.webhooks.map(({ name }) => name)).toEqual(['B']);
  });

  it('collapses identical items, and says so if everything is identical', async () => {
    const { desk } = await show([], 12);
    await expect.element(page.getByText('The tenants are identical')).toBeVisible();
    await page.getByRole('button', { name: '12 identical' }).click();
    expect(desk.comparisons.rows).toHaveBeenLastCalledWith({ comparisonId: 'one', isWithSame: true });
  });
});
