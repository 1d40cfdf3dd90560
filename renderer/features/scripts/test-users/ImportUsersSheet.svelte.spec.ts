import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import { DeskFailure } from '../../../../contract/errors/desk-failure.ts';
import ImportUsersWindow from '../../../../test/component/ImportUsersWindow.svelte';
import { fakeDesk } from '../../../../test/fakes/desk.ts';

const query = (id: string, name: string, text: string) => ({
  ...{ id, name, text, description: '', parameters: [], folderId: null, tenantId: null },
  ...{ isFavorite: false, revision: 1, savedAt: 1 },
});
const field = page.getByRole('textbox', { name: 'Query for users' });
const choice = page.getByRole('combobox', { name: 'Saved query' });

it('replaces the text with the selected saved query, and runs that one', async () => {
  const ran: string[] = [];
  const { desk } = fakeDesk({
    'queryLibrary.list': async () => ({
      folders: [],
      queries: [
        query('1', 'Contractors', 'SELECT Username FROM Contractor'),
        query('2', 'Everybody', 'SELECT Username FROM Person'),
      ],
    }),
    'queries.run': async ({ text }) => {
      ran.push(text);
      throw new DeskFailure({ code: 'forbidden', message: 'Not allowed.', retryable: false, requestId: '' });
    },
  });
  await render(ImportUsersWindow, { desk });
  await expect.element(field).toHaveTextContent('FROM User');
  await choice.click();
  await page.getByRole('option', { name: 'Everybody' }).click();
  await expect.element(field).toHaveTextContent('SELECT Username FROM Person');
  await expect.element(choice).toHaveTextContent('Everybody');
  await page.getByRole('button', { name: 'Run query' }).click();
  await expect.element(page.getByText('Not allowed.')).toBeVisible();
  expect(ran).toEqual(['SELECT Username FROM Person']);
  // The selected query is still there to be fixed and run again.
  await expect.element(field).toHaveTextContent('SELECT Username FROM Person');
  await userEvent.keyboard('{Escape}');
});

it('offers no saved queries if there are none', async () => {
  await render(ImportUsersWindow, { desk: fakeDesk().desk });
  await expect.element(page.getByRole('button', { name: 'Run query' })).toBeVisible();
  await expect.element(choice).not.toBeInTheDocument();
});

it('runs the query or adds the selected users with the same shortcut, in the editor always the query', async () => {
  const ran: string[] = [];
  const savedNames: string[] = [];
  const { desk } = fakeDesk({
    'queries.run': async ({ text }) => {
      ran.push(text);
      return {
        columns: [{ name: 'Username', type: 'string' }],
        rows: [['zoe@acme.example'], ['karl@acme.example']],
        fullCount: 2,
        isCounted: true,
        durationMs: 1,
        sentText: text,
      };
    },
    'scripts.saveTestUser': async ({ user }) => void savedNames.push(user.name),
  });
  await render(ImportUsersWindow, { desk });
  await field.click();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await page.getByRole('checkbox', { name: /zoe@acme/ }).click();
  await expect.element(page.getByRole('button', { name: 'Add 1 user' })).toBeEnabled();
  await field.click();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.poll(() => ran.length).toBe(2);
  await page.getByRole('checkbox', { name: /karl@acme/ }).click();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.poll(() => savedNames).toEqual(['karl@acme.example']);
});
