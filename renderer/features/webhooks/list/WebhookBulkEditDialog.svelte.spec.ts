import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import type { ChangeRequest } from '../../../../contract/changes/changes.ts';
import type { Webhook } from '../../../../contract/webhooks/webhooks.ts';
import BulkEditWindow from '../../../../test/component/BulkEditWindow.svelte';
import { aWebhook } from '../../../../test/builders/a-webhook.ts';
import { fakeDesk } from '../../../../test/fakes/desk.ts';

const sheet = page.getByRole('dialog', { name: /^Edit \d webhooks$/ });
const picker = sheet.getByRole('combobox', { name: /Field to change|Another field/ });
const review = sheet.getByRole('button', { name: 'Review…' });
const rows = sheet.getByRole('listbox', { name: 'Preview' }).getByRole('option');

function listed(changes: Parameters<typeof aWebhook>[0]): Webhook {
  const state = aWebhook(changes);
  return {
    ...state,
    ...{ id: state.name, activation: 'enabled', enabled: true, status: 1, createdBy: '', updatedBy: '' },
    ...{ createdAt: null, updatedAt: null, record: {} },
  };
}

const pager = listed({ name: 'Pager', url: 'https://hooks.example/v1/pager', riskLevel: 'High' });
const slack = listed({ name: 'Slack', url: 'https://hooks.example/v1/slack', riskLevel: 'Low' });

async function open(webhooks: readonly Webhook[]): Promise<readonly ChangeRequest[]> {
  const requests: ChangeRequest[] = [];
  const onreview = (request: ChangeRequest) => requests.push(request);
  await render(BulkEditWindow, { desk: fakeDesk().desk, webhooks, onreview });
  await expect.element(picker).toBeVisible();
  return requests;
}

async function choose(field: string): Promise<void> {
  await picker.fill(field);
  await page.getByRole('option', { name: field, exact: true }).click();
}

it('asks for a field when none is chosen', async () => {
  const requests = await open([pager, slack]);
  await expect.element(sheet.getByText('Choose a field')).toBeVisible();
  await review.click();
  await expect.element(sheet.getByRole('alert')).toHaveTextContent('Choose at least one field.');
  expect(requests).toEqual([]);
});

it('says that values differ, and previews the old and the new value of each webhook', async () => {
  const requests = await open([pager, slack]);
  await choose('Minimum risk');
  await expect.element(sheet.getByText('Now: 2 different values')).toBeVisible();
  await sheet.getByRole('combobox', { name: 'Minimum risk', exact: true }).fill('Low');
  await userEvent.keyboard('{Escape}');
  await expect.element(rows.nth(0)).toHaveTextContent(/Pager.*High → Low.*Changed/s);
  await expect.element(rows.nth(1)).toHaveTextContent(/Slack.*Already has these values.*No change/s);
  await review.click();
  expect(requests).toMatchObject([
    {
      from: 'edits',
      edits: [{ targetId: 'Pager', base: { riskLevel: 'High' }, wanted: { riskLevel: 'Low' } }],
    },
  ]);
});

it('starts with the value that all have, and replaces text in each', async () => {
  const requests = await open([pager, slack]);
  await choose('Content type');
  await expect.element(sheet.getByRole('textbox', { name: 'Content type' })).toHaveValue('application/json');
  await sheet.getByRole('button', { name: 'Remove Content type' }).click();
  await choose('URL');
  await sheet.getByRole('textbox', { name: 'Find' }).fill('/v1/');
  await sheet.getByRole('textbox', { name: 'Replace with' }).fill('/v2/');
  await expect
    .element(rows.nth(0))
    .toHaveTextContent('https://hooks.example/v1/pager → https://hooks.example/v2/pager');
  await review.click();
  expect(requests[0]).toMatchObject({
    edits: [
      { wanted: { url: 'https://hooks.example/v2/pager' } },
      { wanted: { url: 'https://hooks.example/v2/slack' } },
    ],
  });
});

it('names the error of a value, skips the webhooks that it breaks, and asks for what is missing', async () => {
  const local = listed({ name: 'Local', url: 'https://hooks.example' });
  const requests = await open([pager, local]);
  await choose('URL');
  await review.click();
  await expect
    .element(sheet.getByRole('alert'))
    .toHaveTextContent('Enter a value for URL, or remove the field.');
  await sheet.getByRole('textbox', { name: 'Find' }).fill('https://hooks.example/v1');
  await sheet.getByRole('textbox', { name: 'Replace with' }).fill('ftp://hooks.example');
  await expect.element(rows.nth(0)).toHaveTextContent(/Pager.*Enter a full URL.*Can’t change/s);
  await expect
    .element(sheet.getByRole('alert'))
    .toHaveTextContent('None of the selected items would change.');
  await review.click();
  expect(requests).toEqual([]);
});

it('works by keyboard only, and keeps the entry when the review is canceled', async () => {
  const requests = await open([pager, slack]);
  picker.element().focus();
  await userEvent.keyboard('desc{ArrowDown}{Enter}');
  await expect.element(sheet.getByRole('textbox', { name: 'Description' })).toHaveFocus();
  await userEvent.keyboard('Owned by Security');
  await expect.element(rows.nth(1)).toHaveTextContent('empty → Owned by Security');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  expect(requests).toHaveLength(1);
  await expect.element(sheet).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Cancel the review' }).click();
  await expect.element(sheet.getByRole('textbox', { name: 'Description' })).toHaveValue('Owned by Security');
});
