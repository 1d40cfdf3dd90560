// cspell:ignore payr unpayroll wkii
import { describe, expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import ApplicationList from '../../test/component/ApplicationList.svelte';
import { listedApplications } from '../../test/component/listed-application.ts';
import type { ListedApplication } from '../../test/component/listed-application.ts';
import { fakeDesk } from '../../test/fakes/desk.ts';
import { createViewKeys } from '../state/view-keys.ts';
import { localResource } from '../state/resource.svelte.ts';

async function show(applications: readonly ListedApplication[]) {
  const resource = localResource(async () => applications);
  await resource.load();
  await render(ApplicationList, { desk: fakeDesk().desk, resource });
  return {
    search: page.getByRole('searchbox', { name: 'Search applications' }),
    list: page.getByRole('listbox', { name: 'Applications' }),
    row: (name: string) => page.getByRole('option', { name: new RegExp(`^${name}\\b`) }),
    facet: (name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) }),
    editor: page.getByRole('textbox', { name: /^Text of/ }),
    /** The name of the active row. */
    atCursor: () => {
      const id = page.getByRole('listbox').element().getAttribute('aria-activedescendant') ?? '';
      return document.getElementById(id)?.querySelector('b')?.textContent;
    },
  };
}

describe('a searchable list', () => {
  it('renders only the visible rows of ten thousand, sorted by name with numbers as numbers', async () => {
    const { list, row } = await show(listedApplications(10_000));
    await expect.element(row('App 0')).toBeVisible();
    const drawn = [...list.element().querySelectorAll('b')].map((title) => title.textContent);
    expect(drawn.slice(0, 3)).toEqual(['App 0', 'App 1', 'App 2']);
    expect(drawn.length).toBeLessThan(60);
  });

  it('filters with every key, counts the results, and shows everything again with Escape', async () => {
    const { search, row } = await show(listedApplications(200));
    await search.fill('saml 19');
    await expect.element(page.getByRole('status', { name: '9 found' })).toBeVisible();
    await expect.element(row('App 19')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(row('App 0')).toBeVisible();
  });

  it('ranks the results, underlines what matches, and takes one wrong letter', async () => {
    const named = (name: string, id: string) => ({ id, name, type: 'SAML' });
    const { search, list } = await show([
      named('A global payroll', 'a'),
      named('Payroll', 'p'),
      named('Unpayroll', 'u'),
      named('Wiki', 'w'),
    ]);
    const names = () => [...list.element().querySelectorAll('[role=option] b')].map((b) => b.textContent);
    const marks = () => [...list.element().querySelectorAll('[role=option] mark')];
    await search.fill('payr');
    await expect.poll(names).toEqual(['Payroll', 'A global payroll', 'Unpayroll']);
    expect(marks().map(({ textContent }) => textContent)).toEqual(['Payr', 'payr', 'payr']);
    expect(marks().map((mark) => getComputedStyle(mark).textDecorationLine)).toContain('underline');
    await search.fill('wkii');
    await expect.poll(names).toEqual(['Wiki']);
    await search.fill('saml wi');
    await expect.poll(() => marks().map(({ textContent }) => textContent)).toEqual(['Wi', 'SAML']);
  });

  it('says that a field does not exist instead of finding nothing silently', async () => {
    const { search } = await show(listedApplications(5));
    await search.fill('owner:zoe');
    await expect.element(page.getByText('Unknown field “owner”. This search has no fields.')).toBeVisible();
    await expect.element(search).toHaveAccessibleDescription(/Unknown field/);
    await search.fill('App');
    await expect.element(page.getByText(/Unknown field/)).not.toBeInTheDocument();
  });

  it('is searched with / from anywhere except a text field', async () => {
    const { search, editor } = await show(listedApplications(3));
    const keys = createViewKeys(() => document.body);
    window.addEventListener('keydown', keys.handle);
    onTestFinished(() => window.removeEventListener('keydown', keys.handle));
    await page.getByRole('button', { name: 'Before the list' }).click();
    await userEvent.keyboard('/');
    await expect.element(search).toHaveFocus();
    await expect.element(search).toHaveValue('');
    await editor.click();
    await userEvent.keyboard('/');
    await expect.element(editor).toHaveValue('/');
  });

  it('keeps the open item while the user moves through the list with Tab, arrows and letters', async () => {
    const { search, list, row, editor, atCursor } = await show(listedApplications(50));
    await row('App 2').click();
    await editor.fill('half a sentence');
    await search.click();
    await userEvent.keyboard('{Tab}{Tab}{Tab}');
    await expect.element(list).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    await expect.poll(atCursor).toBe('App 4');
    await userEvent.keyboard('{End}');
    await expect.poll(atCursor).toBe('App 49');
    await userEvent.keyboard('app 1');
    await expect.poll(atCursor).toBe('App 1');
    await expect.element(editor).toHaveValue('half a sentence');
    await expect.element(row('App 2')).toHaveAttribute('aria-selected', 'true');
  });

  it('puts the cursor on the first row when nothing is open, without opening it', async () => {
    const { search, list, editor, atCursor } = await show(listedApplications(5));
    await search.click();
    await userEvent.keyboard('{Tab}{Tab}{Tab}');
    await expect.element(list).toHaveFocus();
    await expect.poll(atCursor).toBe('App 0');
    await expect.element(editor).toHaveAccessibleName('Text of nothing');
  });

  it.each(['{Enter}', ' '])('opens the row at the cursor with %j', async (key) => {
    const { search, editor } = await show(listedApplications(5));
    await search.click();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    await userEvent.keyboard(key);
    await expect.element(editor).toHaveAccessibleName('Text of a1');
  });

  it('moves with Down from the search into the results, and opens the first with Enter', async () => {
    const { search, list, editor, atCursor } = await show(listedApplications(50));
    await search.fill('49');
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(list).toHaveFocus();
    await expect.poll(atCursor).toBe('App 49');
    await expect.element(editor).toHaveAccessibleName('Text of nothing');
    await search.fill('app 48');
    await userEvent.keyboard('{Enter}');
    await expect.element(editor).toHaveAccessibleName('Text of a48');
    await expect.element(list).toHaveFocus();
  });

  it('starts at the top of the results, however far down the list was scrolled', async () => {
    const { search, list, row } = await show(listedApplications(500));
    await search.click();
    await userEvent.keyboard('{ArrowDown}{End}');
    await expect.element(row('App 499')).toBeVisible();
    await search.fill('app');
    await expect.poll(() => list.element().scrollTop).toBe(0);
  });

  it('filters by a facet, shows counts, and clears it on the next press', async () => {
    const { list, facet } = await show(listedApplications(9));
    await expect.element(facet('SAML')).toHaveTextContent('SAML6');
    await facet('Bookmark').click();
    await expect.element(facet('Bookmark')).toHaveAttribute('aria-pressed', 'true');
    await expect.poll(() => list.getByRole('option').elements().length).toBe(3);
    await facet('Bookmark').click();
    await expect.poll(() => list.getByRole('option').elements().length).toBe(9);
  });

  it('distinguishes no results from an empty list, and offers to clear the search', async () => {
    const { search, row } = await show(listedApplications(5));
    await search.fill('nothing has this name');
    await expect.element(page.getByText('No application matches your search.')).toBeVisible();
    await page.getByRole('button', { name: 'Show all' }).click();
    await expect.element(row('App 0')).toBeVisible();
    await expect.element(search).toHaveFocus();
  });

  it('shows the empty state when there is nothing', async () => {
    await show([]);
    await expect.element(page.getByText('No applications yet')).toBeVisible();
  });
});
