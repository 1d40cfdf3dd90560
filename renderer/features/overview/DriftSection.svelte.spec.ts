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

/** A main that knows `first`, and `kept` once something was marked as seen. */
async function show(first: DriftState, kept: DriftState = first) {
  const marked: unknown[] = [];
  const resource = new Resource<DriftState>(async () => ({
    data: marked.length === 0 ? first : kept,
    fetchedAt: Date.now(),
    source: 'tenant',
  }));
  const { desk } = fakeDesk({ 'overview.markSeen': async (input) => void marked.push(input) });
  await resource.load();
  await render(DriftWindow, { desk, resource });
  return { marked };
}

const nothing: DriftState = { isReading: false, things: [], kinds: [kindOf('application')] };

it('tells what waits in the background from what could not be read', async () => {
  const kinds = [kindOf('application', { notCompared: 850 }), kindOf('role', { notCompared: 1 })];
  await show({ ...nothing, isReading: true, kinds });
  await expect.element(page.getByText('850 applications still to be read')).toBeVisible();
  await expect.element(page.getByText('1 role still to be read')).toBeVisible();
  await show({ ...nothing, kinds });
  await expect.element(page.getByText('850 applications could not be read this time')).toBeVisible();
});

it('follows what main reads by itself, without asking the tenant', async () => {
  const kinds = [kindOf('application', { notCompared: 850 })];
  const asked: string[] = [];
  const resource = new Resource<DriftState>(async (freshness) => {
    asked.push(freshness);
    const data = asked.length < 3 ? { ...nothing, isReading: true, kinds } : nothing;
    return { data, fetchedAt: Date.now(), source: freshness === 'cache-first' ? 'cache' : 'tenant' };
  });
  await resource.load();
  await render(DriftWindow, { desk: fakeDesk({}).desk, resource });
  await expect.element(page.getByText('850 applications still to be read')).toBeVisible();
  await resource.showCached();
  await expect.element(page.getByText('850 applications still to be read')).not.toBeInTheDocument();
  expect(asked).toEqual(['cache-first', 'tenant-first', 'cache-first']);
});

it('leaves what it cannot read as it is until a person begins anew', async () => {
  const { marked } = await show({ ...nothing, kinds: [kindOf('webhook', { unreadable: 2 })] }, nothing);
  await expect.element(page.getByText('What was seen of 2 webhooks cannot be read here')).toBeVisible();
  expect(marked).toEqual([]);
  await page.getByRole('button', { name: 'Begin anew from now' }).click();
  await expect.element(page.getByText('cannot be read here')).not.toBeInTheDocument();
  expect(marked).toEqual([{ tenantId: 'acme' }]);
});
