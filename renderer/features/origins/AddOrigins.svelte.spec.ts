import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import { fakeDesk } from '../../../test/fakes/desk.ts';
import AddOrigins from './AddOrigins.svelte';
import { ExplainedOrigins } from './explained-origins.svelte.ts';

/** As main explains them: a text with spaces isn't a host name. */
async function show(wanted: readonly string[] = []) {
  const { desk } = fakeDesk({
    'origins.explain': async ({ texts }) =>
      texts.map((text) =>
        /[\s!]/.test(text)
          ? { text, problem: `“${text}” is not a host name.`, notes: [] }
          : { text, origin: text, notes: [] },
      ),
  });
  const added: string[] = [];
  await render(AddOrigins, {
    explained: new ExplainedOrigins(desk),
    wanted,
    onadd: (origins: readonly string[]) => void added.push(...origins),
  });
  return { field: page.getByRole('textbox', { name: 'Add origins' }), added };
}

describe('pasting origins', () => {
  it('adds nothing for a sentence, and leaves it in the field with a reason', async () => {
    const { field, added } = await show();
    await field.fill('not a host!!');
    await userEvent.keyboard('{Enter}');
    await expect.element(field).toHaveAccessibleDescription(/“not a host!!” is not a host name/);
    await expect.element(field).toHaveValue('not a host!!');
    expect(added).toEqual([]);
  });

  it('says so when all of them are in the list', async () => {
    const { field, added } = await show(['a.example', 'b.example']);
    await field.fill('a.example b.example');
    await userEvent.keyboard('{Enter}');
    await expect.element(field).toHaveAccessibleDescription(/All 2 are already in the list/);
    await expect.element(field).toHaveValue('a.example b.example');
    expect(added).toEqual([]);
  });

  it('adds every host of a pasted list', async () => {
    const { field, added } = await show();
    await field.fill('a.example b.example:8443');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => added).toEqual(['a.example', 'b.example:8443']);
  });
});
