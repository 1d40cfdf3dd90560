import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import { DeskFailure } from '../../../contract/errors/desk-failure.ts';
import type { Handlers, MethodInput } from '../../../contract/bridge/methods.ts';
import type { FileEntry } from '../../../contract/queries/query-file.ts';
import ImportQueriesWindow from '../../../test/component/ImportQueriesWindow.svelte';
import { fakeDesk } from '../../../test/fakes/desk.ts';

const entries: FileEntry[] = (['new', 'same', 'different', 'different'] as const).map((state, index) => ({
  ...{ index, name: `Query ${index}`, folder: ['Weekly'], state },
  mineName: state === 'new' ? null : `Query ${index}`,
}));
const done = { importId: 'one', added: 1, replaced: 0 };
const content = { name: 'Query 2', description: '', parameters: [] };

async function show(handlers: Partial<Handlers> = {}) {
  const calls: MethodInput<'queryFiles.import'>[] = [];
  const onimported = vi.fn();
  const { desk } = fakeDesk({
    'queryFiles.import': async (input) => {
      calls.push(input);
      return done;
    },
    'queryFiles.entry': async () => ({
      theirs: { ...content, text: 'SELECT Name FROM Role' },
      mine: { ...content, text: 'SELECT ID FROM Role' },
    }),
    ...handlers,
  });
  const file = {
    fileId: 'f',
    fileName: 'team.tdqueries',
    sharedAt: '2026-01-02T03:04:05Z',
    withValues: false,
  };
  const props = { tenantId: 'acme', tenantName: 'Acme', onclose: vi.fn(), onimported };
  await render(ImportQueriesWindow, { desk, file: { ...file, entries }, ...props });
  return { calls, onimported };
}

const button = (name: string) => page.getByRole('button', { name });
const take = async () => await userEvent.keyboard('{Control>}{Enter}{/Control}');

it('adds new queries and replaces none by default', async () => {
  const { calls, onimported } = await show();
  await expect.element(button('Import 1 query')).toBeEnabled();
  await take();
  await expect.poll(() => onimported.mock.calls).toEqual([[done]]);
  expect(calls).toEqual([
    { fileId: 'f', tenantId: 'acme', isOfTenant: false, decisions: [{ index: 0, take: 'theirs' }] },
  ]);
});

it('chooses an action for all changed queries, and another for one of them', async () => {
  const { calls } = await show();
  await userEvent.click(button('Use file version'));
  await userEvent.click(page.getByRole('combobox', { name: 'Action for Query 2' }));
  await userEvent.click(page.getByRole('option', { name: 'Keep both' }));
  await userEvent.click(page.getByRole('combobox', { name: 'Action for Query 0' }));
  await userEvent.click(page.getByRole('option', { name: 'Skip' }));
  await userEvent.click(page.getByRole('radio', { name: 'Only in Acme' }));
  await userEvent.click(button('Import 2 queries'));
  await expect.poll(() => calls.length).toBe(1);
  expect(calls[0]?.isOfTenant).toBe(true);
  expect(calls[0]?.decisions).toEqual([
    { index: 2, take: 'both' },
    { index: 3, take: 'theirs' },
  ]);
});

it('has nothing to import if every query is skipped', async () => {
  await show();
  await userEvent.click(page.getByRole('combobox', { name: 'Action for Query 0' }));
  await userEvent.click(page.getByRole('option', { name: 'Skip' }));
  await expect.element(button('Import 0 queries')).toBeDisabled();
});

it('shows both versions, one query at a time', async () => {
  await show();
  await userEvent.click(button('Compare Query 2'));
  await expect.element(page.getByText('SELECT ID FROM Role')).toBeVisible();
  await expect.element(page.getByText('SELECT Name FROM Role')).toBeVisible();
  await userEvent.click(button('Compare Query 3'));
  await expect.element(button('Compare Query 2')).toHaveAttribute('aria-expanded', 'false');
  await expect.element(button('Compare Query 3')).toHaveAttribute('aria-expanded', 'true');
});

it('stays open after a failed import, to try again', async () => {
  const failed = {
    code: 'storage-full',
    message: 'The disk is full.',
    retryable: true,
    requestId: '',
  } as const;
  let isFree = false;
  const { onimported } = await show({
    'queryFiles.import': async () => (isFree ? done : Promise.reject(new DeskFailure(failed))),
  });
  await take();
  await expect.element(button('Import 1 query')).toBeEnabled();
  expect(onimported).not.toHaveBeenCalled();
  isFree = true;
  await take();
  await expect.poll(() => onimported.mock.calls).toEqual([[done]]);
});
