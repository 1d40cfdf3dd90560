import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import { DeskFailure } from '../../contract/errors/desk-failure.ts';
import type { VersionSummary } from '../../contract/changes/versions.ts';
import VersionWindow from '../../test/component/VersionWindow.svelte';
import { fakeDesk } from '../../test/fakes/desk.ts';

const version = (id: number, changes: Partial<VersionSummary> = {}): VersionSummary => ({
  id,
  source: 'seen',
  author: '',
  notedAt: Date.UTC(2026, 0, id),
  planId: null,
  ...changes,
});
const texts = new Map([
  [1, 'first'],
  [2, 'second'],
]);
const versions = [version(3), version(2, { source: 'applied', author: 'Ada Admin' }), version(1)];

async function show(draft = 'typed', mayRespond: Promise<unknown> = Promise.resolve()) {
  const fake = fakeDesk({
    'versions.list': async () => versions,
    'versions.get': async ({ id }) => {
      await mayRespond;
      const script = texts.get(id);
      const one = versions.find((each) => each.id === id);
      if (script !== undefined && one !== undefined) return { ...one, state: { application: '', script } };
      throw new DeskFailure({ code: 'not-found', message: 'It is gone.', retryable: false, requestId: '' });
    },
  });
  await render(VersionWindow, { desk: fake.desk, draft, live: 'live' });
  return fake;
}

const difference = (name: RegExp) => page.getByRole('region', { name });
const restore = () => page.getByRole('button', { name: /as draft$/ });

it('starts with the draft against the tenant, and shows the source and author of each version', async () => {
  await show();
  await expect
    .element(
      difference(/^Script of Payroll: Current on tenant compared with The draft: 1 lines added, 1 removed/),
    )
    .toBeVisible();
  const rows = page.getByRole('region', { name: 'Versions', exact: true }).getByRole('row');
  await expect.element(rows.nth(3)).toHaveTextContent(/Observed.*unknown author/);
  await expect.element(rows.nth(4)).toHaveTextContent(/Applied.*Ada Admin/);
});

it('compares any two by keyboard alone', async () => {
  await show();
  const earlier = page.getByRole('radio', { name: /^Observed Jan 1, 2026.*, before$/ });
  await expect.element(earlier).toBeInTheDocument();
  page.getByRole('radio', { name: 'Current on tenant, before' }).element().focus();
  for (const _step of [3, 2, 1]) await userEvent.keyboard('{ArrowDown}');
  await expect.element(earlier).toBeChecked();
  await expect
    .element(difference(/Observed Jan 1, 2026.* compared with The draft/))
    .toHaveTextContent(/first/);
  await page.getByRole('radio', { name: /^Applied Jan 2, 2026.* by Ada Admin, after$/ }).click();
  await expect.element(difference(/ compared with Applied Jan 2, 2026/)).toHaveTextContent(/second/);
});

it('makes a version the draft, and offers none with the same text', async () => {
  await show('live');
  await expect.element(restore()).toBeDisabled();
  await page.getByRole('radio', { name: /^Applied Jan 2, 2026.*, before$/ }).click();
  await restore().click();
  await expect
    .element(difference(/Current on tenant compared with The draft/))
    .toHaveTextContent(/live.*second/);
});

it('restores a version that is still loading by a key pressed right after selecting it, with one request', async () => {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const fake = await show('typed', promise);
  await page.getByRole('radio', { name: /^Observed Jan 1, 2026.*, before$/ }).click();
  restore().element().focus();
  await userEvent.keyboard('{Enter}');
  resolve(undefined);
  await expect
    .element(difference(/Current on tenant compared with The draft/))
    .toHaveTextContent(/live.*first/);
  expect(fake.calls.filter((method) => method === 'versions.get')).toHaveLength(1);
});

it('says that a version is gone, and continues with the others', async () => {
  await show();
  await page.getByRole('radio', { name: /^Observed Jan 3, 2026.*, before$/ }).click();
  await expect.element(page.getByText('It is gone.')).toBeVisible();
  await expect.element(restore()).toBeDisabled();
  await page.getByRole('radio', { name: /^Observed Jan 1, 2026.*, before$/ }).click();
  await expect.element(page.getByText('It is gone.')).not.toBeInTheDocument();
  await expect.element(difference(/Observed Jan 1, 2026/)).toHaveTextContent(/first/);
});
