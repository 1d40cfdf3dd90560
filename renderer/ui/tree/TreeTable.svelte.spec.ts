import { createRawSnippet } from 'svelte';
import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import type { TreeRow } from './tree-row.ts';
import TreeTable from './TreeTable.svelte';

const cell = createRawSnippet<[TreeRow, number]>((row, column) => ({
  render: () => `<span>${row().id} ${column()}</span>`,
}));
const columns = [{ label: 'Member' }, { label: 'Value' }];

/** A tree with one expanded branch of two items, and many empty ones. */
function rowsOf(isOpen: boolean, more = 0): TreeRow[] {
  const inner = ['a.1', 'a.2'].map((id): TreeRow => ({ id, level: 2, isOpen: undefined }));
  const others = Array.from({ length: more }, (_, index): TreeRow => ({
    id: `n${index}`,
    level: 1,
    isOpen: undefined,
  }));
  return [{ id: 'a', level: 1, isOpen }, ...(isOpen ? inner : []), ...others];
}

async function show(rows: TreeRow[], callbacks: { oncopy?: (row: TreeRow) => void } = {}) {
  const target = document.createElement('div');
  target.style.cssText = 'display: flex; width: 400px; height: 200px';
  document.body.append(target);
  const folded: string[] = [];
  const onfold = (row: TreeRow, isOpen: boolean) => {
    folded.push(`${isOpen ? 'unfold' : 'fold'} ${row.id}`);
  };
  await render(TreeTable, { target, props: { name: 'Record', columns, rows, cell, onfold, ...callbacks } });
  const table = page.getByRole('treegrid', { name: 'Record' });
  const element = table.element();
  const at = (): string | null => {
    const id = element.getAttribute('aria-activedescendant');
    return id === null
      ? null
      : (document.getElementById(id)?.querySelector('[role=gridcell]')?.textContent.trim() ?? null);
  };
  await userEvent.tab();
  return { table, element, folded, at };
}

afterEach(() => document.body.replaceChildren());

describe('a table of expandable rows', () => {
  it('enters and leaves an item with Right and Left, and announces the level of each row', async () => {
    const { element, folded, at } = await show(rowsOf(true));
    expect(document.activeElement).toBe(element);
    await userEvent.keyboard('{ArrowRight}');
    expect(at()).toBe('a.1 0');
    await userEvent.keyboard('{ArrowDown}{ArrowLeft}');
    expect(at()).toBe('a 0');
    await userEvent.keyboard('{ArrowLeft}{Enter}');
    expect(folded).toEqual(['fold a', 'fold a']);
    const levels = [...element.querySelectorAll('[aria-level]')].map((row) => [
      row.getAttribute('aria-level'),
      row.getAttribute('aria-expanded'),
    ]);
    expect(levels).toEqual([
      ['1', 'true'],
      ['2', null],
      ['2', null],
    ]);
  });

  it('expands a collapsed row, and nothing for an empty one', async () => {
    const { folded } = await show(rowsOf(false, 1));
    await userEvent.keyboard('{ArrowRight}{ArrowDown}{ArrowRight}{Enter}');
    expect(folded).toEqual(['unfold a']);
  });

  it('renders only the visible part of ten thousand rows, and the whole of the last one at the end', async () => {
    const { element, at } = await show(rowsOf(false, 10_000));
    expect(element.querySelectorAll('[role=row]').length).toBeLessThan(40);
    await userEvent.keyboard('{End}');
    await expect.poll(at).toBe('n9999 0');
    const last = element.querySelector('[aria-rowindex="10002"]')?.getBoundingClientRect();
    expect(last?.bottom).toBeLessThanOrEqual(element.getBoundingClientRect().bottom + 1);
    await userEvent.keyboard('{Home}');
    await expect.poll(at).toBe('a 0');
  });

  it('copies the active row, and leaves copying of selected text alone', async () => {
    const copied: string[] = [];
    const { element } = await show(rowsOf(true), { oncopy: ({ id }) => copied.push(id) });
    await userEvent.keyboard('{ArrowDown}{ControlOrMeta>}c{/ControlOrMeta}');
    expect(copied).toEqual(['a.1']);
    getSelection()?.selectAllChildren(element);
    await userEvent.keyboard('{ControlOrMeta>}c{/ControlOrMeta}');
    expect(copied).toEqual(['a.1']);
    getSelection()?.removeAllRanges();
  });
});
