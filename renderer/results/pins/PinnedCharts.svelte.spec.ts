import { afterEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import { DeskFailure } from '../../../contract/errors/desk-failure.ts';
import type { Handlers } from '../../../contract/bridge/methods.ts';
import type { Pin } from '../../../contract/pins/pins.ts';
import type { StoredResult } from '../../../contract/queries/results.ts';
import PinsWindow from '../../../test/component/PinsWindow.svelte';
import { fakeDesk } from '../../../test/fakes/desk.ts';

afterEach(() => history.replaceState(null, '', '#'));

const aPin = (id: string, changes: Partial<Pin> = {}): Pin => ({
  ...{ id, tenantId: 'acme', title: `Chart ${id}`, filters: [] },
  source: { from: 'query', text: 'SELECT Outcome FROM Event', parameters: [] },
  chart: { kind: 'columns', isStacked: true, by: 'Outcome', bucket: 'none', series: null, sumOf: null },
  ...changes,
});

const aResult = (changes: Partial<StoredResult> = {}): StoredResult => ({
  ...{ id: 'r1', tenantId: 'acme', place: 'pin one', text: 'SELECT 1', sentText: 'SELECT 1' },
  ...{ startedAt: Date.now() - 3 * 3_600_000, state: 'complete', rowCount: 5, fullCount: 5, tenantMs: 1 },
  ...{ columns: [{ name: 'Outcome', type: '' }], warnings: [], failure: null },
  ...changes,
});

const failed = new DeskFailure({
  ...{ code: 'unreachable', message: 'The tenant cannot be reached.', retryable: true, requestId: '' },
});

/** A main with these pins, each with one result. */
function deskWith(given: readonly Pin[], handlers: Partial<Handlers> = {}) {
  let pins = [...given];
  const fake = fakeDesk({
    'pins.list': async () => pins,
    'pins.keep': async ({ id = 'new', place = pins.length, ...content }) => {
      const pin = { ...content, id };
      const at = pins.findIndex((one) => one.id === id);
      pins = at < 0 ? pins.toSpliced(place, 0, pin) : pins.with(at, pin);
      fake.emit('pins.changed', { tenantId: 'acme', pins });
      return pin;
    },
    'pins.remove': async ({ id }) => {
      pins = pins.filter((pin) => pin.id !== id);
      fake.emit('pins.changed', { tenantId: 'acme', pins });
    },
    'pins.move': async ({ id, place }) => {
      const moved = pins.filter((pin) => pin.id === id);
      pins = pins.filter((pin) => pin.id !== id).toSpliced(place, 0, ...moved);
      fake.emit('pins.changed', { tenantId: 'acme', pins });
    },
    'results.at': async ({ place }) => aResult({ id: place, place }),
    'results.groups': async () => ({
      ...{ categories: ['Ok', 'Fail'], series: [null], values: [[4, 1]], otherCategories: 0, otherSeries: 0 },
      ...{ rowCount: 5, rowsWithoutTime: 0, earlierRows: 0 },
    }),
    ...handlers,
  });
  return fake;
}

const titles = () =>
  page
    .getByRole('heading', { level: 3 })
    .elements()
    .map(({ textContent }) => textContent);

it('says what can be pinned while nothing is pinned', async () => {
  await render(PinsWindow, { desk: deskWith([]).desk, tenantId: 'acme' });
  await expect.element(page.getByText('No charts pinned')).toBeVisible();
  await page.getByRole('button', { name: 'Open Query' }).click();
  expect(location.hash).toBe('#/t/acme/queries');
});

it('draws the last result with its age, and has a table view', async () => {
  const { desk, calls } = deskWith([aPin('one')]);
  await render(PinsWindow, { desk, tenantId: 'acme' });
  const card = page.getByRole('article', { name: 'Chart one' });
  await expect
    .element(card.getByRole('figure', { name: 'rows by Outcome: 5 rows. Most: Ok with 4.' }))
    .toBeVisible();
  await expect.element(card.getByText('updated 3 hours ago')).toBeVisible();
  await card.getByRole('button', { name: 'Table of Chart one' }).click();
  await expect.element(card.getByRole('row', { name: /Fail\s*1/ })).toBeVisible();
  // Signed out: the tenant is not asked.
  expect(calls).not.toContain('results.start');
});

it('keeps the last result when the tenant cannot be reached, says why, and retries', async () => {
  let isThere = false;
  const { desk } = deskWith([aPin('one')], {
    'results.start': async ({ place }) => {
      if (!isThere) throw failed;
      return aResult({ id: 'newer', place, startedAt: Date.now() });
    },
  });
  await render(PinsWindow, { desk, tenantId: 'acme' });
  const card = page.getByRole('article', { name: 'Chart one' });
  await card.getByRole('button', { name: 'Refresh Chart one' }).click();
  await expect.element(card.getByRole('alert')).toHaveTextContent(/cannot be reached.*Showing last result/);
  await expect.element(card.getByRole('figure')).toBeVisible();
  isThere = true;
  await card.getByRole('button', { name: 'Retry' }).click();
  await expect.element(card.getByRole('alert')).not.toBeInTheDocument();
  await expect.element(card.getByText('updated just now')).toBeVisible();
});

it('waits for the last row before it draws, in any order of events', async () => {
  const { desk, emit } = deskWith([aPin('one')], {
    'results.at': async () => undefined,
    'results.start': async ({ place }) => {
      const result = aResult({ id: 'newer', place, state: 'running' });
      emit('results.changed', result);
      emit('results.changed', { ...result, state: 'complete' });
      return result;
    },
  });
  await render(PinsWindow, { desk, tenantId: 'acme' });
  await page.getByRole('button', { name: 'Refresh Chart one' }).click();
  await expect.element(page.getByRole('figure')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Refresh Chart one' })).toBeVisible();
});

it('names the column that the result no longer has', async () => {
  const { desk } = deskWith([aPin('one', { chart: { ...aPin('one').chart, series: 'Country' } })]);
  await render(PinsWindow, { desk, tenantId: 'acme' });
  await expect.element(page.getByRole('alert')).toHaveTextContent('no longer has column “Country”');
});

it('moves, renames and removes by keyboard, and restores with Undo', async () => {
  const { desk } = deskWith([aPin('one'), aPin('two'), aPin('three')]);
  await render(PinsWindow, { desk, tenantId: 'acme' });
  await expect.poll(titles).toEqual(['Chart one', 'Chart two', 'Chart three']);
  const act = async (title: string, action: string) => {
    page
      .getByRole('button', { name: `Actions for ${title}` })
      .element()
      .focus();
    await userEvent.keyboard('{Enter}');
    await page.getByRole('menuitem', { name: action }).click();
  };
  await act('Chart three', 'Move forward');
  await expect.poll(titles).toEqual(['Chart one', 'Chart three', 'Chart two']);
  await act('Chart three', 'Rename…');
  await page.getByRole('textbox', { name: 'Title' }).fill('Failed sign-ins');
  await userEvent.keyboard('{Enter}');
  await expect.poll(titles).toEqual(['Chart one', 'Failed sign-ins', 'Chart two']);
  await act('Chart one', 'Remove from Overview');
  await expect.poll(titles).toEqual(['Failed sign-ins', 'Chart two']);
  await expect.poll(() => document.activeElement?.getAttribute('aria-label')).toBe('Pinned charts');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(titles).toEqual(['Chart one', 'Failed sign-ins', 'Chart two']);
  await act('Failed sign-ins', 'Open in Query');
  expect(location.hash).toBe('#/t/acme/queries/pin/three');
});
