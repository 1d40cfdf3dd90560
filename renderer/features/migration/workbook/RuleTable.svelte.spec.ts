import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import type { WorkbookRule } from '../../../../contract/webhooks/workbooks.ts';
import { aWorkbookRule } from '../../../../test/builders/a-workbook.ts';
import RuleTable from './RuleTable.svelte';

const rules = Array.from({ length: 10_000 }, (_, index) =>
  aWorkbookRule({ key: `rule ${index}`, name: `Rule ${index}`, options: ['create', 'skip'] }),
);
const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));

it('renders a few rows per frame until all visible ones are there, and follows the keys through ten thousand', async () => {
  const ondecide = vi.fn<(rule: WorkbookRule, decision: string) => void>();
  const { container } = await render(RuleTable, {
    rules,
    runOf: () => null,
    isLocked: false,
    label: 'Rules',
    ondecide,
    onopen: vi.fn(),
    onretry: vi.fn(),
  });
  container.style.cssText = 'display: flex; height: 600px';
  const grid = page.getByRole('grid', { name: 'Rules' });
  const drawn = () => container.querySelectorAll('[aria-rowindex]').length - 1;
  const visible = Math.ceil((600 - 28) / 44);
  const counts = [drawn()];
  while (drawn() < visible && counts.length < 60) {
    await frame();
    counts.push(drawn());
  }
  expect(drawn()).toBeGreaterThanOrEqual(visible);
  const more = counts.map((count, at) => count - (counts[at - 1] ?? 0));
  expect(Math.max(...more)).toBeLessThanOrEqual(5);

  await expect.poll(() => grid.getByRole('row', { name: /Rule 0\b/ }).elements()).toHaveLength(1);
  (container.querySelector('[aria-rowindex="2"]') as HTMLElement).focus();
  await userEvent.keyboard('{End}');
  await expect.poll(() => document.activeElement?.getAttribute('aria-rowindex')).toBe('10001');
  await userEvent.keyboard('{PageUp}');
  await expect.poll(() => document.activeElement?.getAttribute('aria-rowindex')).not.toBe('10001');
  const at = Number(document.activeElement?.getAttribute('aria-rowindex'));
  expect(10_001 - at).toBeGreaterThan(8);
  await userEvent.keyboard('s');
  expect(ondecide.mock.calls).toEqual([[rules[at - 2], 'skip']]);
});
