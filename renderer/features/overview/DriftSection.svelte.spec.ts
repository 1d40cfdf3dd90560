import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import type { DriftState } from '../../../contract/overview/overview.ts';
import DriftWindow from '../../../test/component/DriftWindow.svelte';
import { fakeDesk } from '../../../test/fakes/desk.ts';
import { Resource } from '../../state/resource.svelte.ts';

type Kind = DriftState['kinds'][number];

const kindOf = (kind: string, changes: Partial<Kind> = {}): Kind => ({
  ...{ kind, noun: { one: kind, many: `${kind}s` }, readAt: 1, notCompared: 0, unreadable: 0 },
  ...changes,
});

/** The main process returns `first`, and `later` once something was marked as seen. */
async function show(first: DriftState, later: DriftState = first) {
  const marked: unknown[] = [];
  const resource = new Resource<DriftState>(async () => ({
    data: marked.length === 0 ? first : later,
    fetchedAt: Date.now(),
    source: 'tenant',
  }));
  const { desk } = fakeDesk({ 'overview.markSeen': async (input) => void marked.push(input) });
  await resource.load();
  await render(DriftWindow, { desk, resource });
  return { marked };
}

const nothing: DriftState = { isReading: false, items: [], kinds: [kindOf('application')] };

it('distinguishes items still loading from items that failed to load', async () => {
  const kinds = [kindOf('application', { notCompared: 850 }), kindOf('role', { notCompared: 1 })];
  await show({ ...nothing, isReading: true, kinds });
  await expect.element(page.getByText('850 applications still loading')).toBeVisible();
  await expect.element(page.getByText('1 role still loading')).toBeVisible();
  await show({ ...nothing, kinds });
  await expect.element(page.getByText('850 applications couldn’t be loaded')).toBeVisible();
});

it('shows background results from the cache without a tenant request', async () => {
  const kinds = [kindOf('application', { notCompared: 850 })];
  const calls: string[] = [];
  const resource = new Resource<DriftState>(async (freshness) => {
    calls.push(freshness);
    const data = calls.length < 3 ? { ...nothing, isReading: true, kinds } : nothing;
    return { data, fetchedAt: Date.now(), source: freshness === 'cache-first' ? 'cache' : 'tenant' };
  });
  await resource.load();
  await render(DriftWindow, { desk: fakeDesk({}).desk, resource });
  await expect.element(page.getByText('850 applications still loading')).toBeVisible();
  await resource.showCached();
  await expect.element(page.getByText('850 applications still loading')).not.toBeInTheDocument();
  expect(calls).toEqual(['cache-first', 'tenant-first', 'cache-first']);
});

it('keeps an unreadable baseline until the user starts again', async () => {
  const { marked } = await show({ ...nothing, kinds: [kindOf('webhook', { unreadable: 2 })] }, nothing);
  await expect.element(page.getByText('Can’t read the baseline of 2 webhooks')).toBeVisible();
  expect(marked).toEqual([]);
  await page.getByRole('button', { name: 'Start from now' }).click();
  await expect.element(page.getByText('Can’t read the baseline')).not.toBeInTheDocument();
  expect(marked).toEqual([{ tenantId: 'acme' }]);
});
