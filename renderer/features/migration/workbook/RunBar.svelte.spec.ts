import { describe, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { page, userEvent } from 'vitest/browser';
import type { Plan } from '../../../../contract/changes/changes.ts';
import { aWorkbook, aWorkbookRule } from '../../../../test/builders/a-workbook.ts';
import { aPlan } from '../../../../test/component/plans.ts';
import RunBar from './RunBar.svelte';

const bar = page.getByRole('status', { name: 'Migration' });

async function show(changes: Partial<Parameters<typeof render<typeof RunBar>>[1] & object> = {}) {
  const calls = {
    onreview: vi.fn(),
    onpause: vi.fn(),
    onshow: vi.fn<(plan: Plan) => void>(),
    onsave: vi.fn(),
  };
  await render(RunBar, {
    workbook: aWorkbook(),
    run: undefined,
    progress: undefined,
    isBusy: false,
    isCovered: false,
    ...calls,
    ...changes,
  });
  return calls;
}

describe('the bar of a migration', () => {
  it("shows what will be sent and what won't, and opens the review", async () => {
    const rules = [
      aWorkbookRule({ name: 'One' }),
      aWorkbookRule({ name: 'Two', decision: 'conflict' }),
      aWorkbookRule({ name: 'Three', isWaiting: true }),
    ];
    const calls = await show({ workbook: aWorkbook({ rules, ready: 1 }) });
    await expect.element(bar).toHaveTextContent('1 rule to send');
    await expect.element(bar).toHaveTextContent('1 unresolved conflict');
    await expect.element(bar).toHaveTextContent('1 rule needs a secret');
    await bar.getByRole('button', { name: 'Review 1 rule' }).click();
    expect(calls.onreview).toHaveBeenCalledOnce();
  });

  it('disables the review if there is nothing to send', async () => {
    await show({ workbook: aWorkbook({ rules: [aWorkbookRule({ decision: 'skip' })] }) });
    await expect.element(bar).toHaveTextContent('Nothing to send');
    await expect.element(bar.getByRole('button')).toBeDisabled();
  });

  it('shows the progress and current rule of an active run, and pauses after it', async () => {
    const calls = await show({
      run: aPlan({
        ...{ state: 'open', isRunning: true, total: 30, counts: {} },
        appliedAt: new Date(2026, 10, 23, 9, 14).getTime(),
      }),
      progress: {
        ...{ done: 10, total: 30, current: 'Replace webhook of Audit lake' },
        ...{ good: 9, bad: 1, open: 0, since: { at: 0, done: 0 } },
      },
    });
    await expect.element(bar).toHaveTextContent('Rule 11 of 30');
    await expect.element(bar).toHaveTextContent('Replace webhook of Audit lake');
    await expect.element(bar).toHaveTextContent('9 verified · 1 failed');
    await expect.element(bar.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '10');
    await expect.element(bar).toHaveTextContent('Undo plan saved 9:14 AM');
    await bar.getByRole('button', { name: 'Pause' }).click();
    expect(calls.onpause).toHaveBeenCalledOnce();
  });

  it('focuses Pause once the review is closed, unless something else has the focus', async () => {
    const run = aPlan({ state: 'open', isRunning: true, total: 30, counts: {} });
    await show({ run });
    await expect.element(bar.getByRole('button', { name: 'Pause' })).toHaveFocus();
    await show({ run, isCovered: true });
    await expect.element(bar.nth(1).getByRole('button', { name: 'Pause' })).not.toHaveFocus();
  });

  it('shows an unfinished run as paused, for example after a crash, and resumes it', async () => {
    const run = aPlan({ state: 'open', total: 30, counts: { verified: 12, pending: 18 } });
    const calls = await show({ run });
    await expect.element(bar).toHaveTextContent('Paused');
    await expect.element(bar).toHaveTextContent('12 of 30 applied');
    await bar.getByRole('button', { name: 'Resume…' }).click();
    expect(calls.onshow).toHaveBeenCalledExactlyOnceWith(run);
  });

  it("shows what will be written to a file, and what won't, before saving", async () => {
    const calls = await show({
      workbook: aWorkbook({
        target: { tenantId: null, name: 'New file', rules: 0, readAt: 0 },
        rules: [aWorkbookRule({ name: 'A' }), aWorkbookRule({ name: 'B', decision: 'skip' })],
        secrets: [{ id: 's', name: 'Authorization', type: 'header', state: 'left-out', rules: 1 }],
        way: { type: 'file', text: 'Written to a new file.' },
      }),
    });
    const bar = page.getByRole('status', { name: 'Migration' });
    await expect.element(bar).toHaveTextContent('1 rule to write');
    await expect
      .element(bar)
      .toHaveTextContent('1 rule skipped. 1 secret not included. Written to a new file.');
    await userEvent.click(page.getByRole('button', { name: /^Save 1 rule/ }));
    expect(calls.onsave).toHaveBeenCalledOnce();
    expect(calls.onreview).not.toHaveBeenCalled();
  });
});
