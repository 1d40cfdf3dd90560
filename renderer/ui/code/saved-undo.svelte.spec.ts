import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import EditorsWindow from '../../../test/component/EditorsWindow.svelte';
import { EditorHistories } from '../history/editor-histories.ts';

const long = Array.from({ length: 200 }, (_each, index) => `line ${index}`).join('\n');

/** Opens one of two texts after the other, as tabs do. */
async function window(control: 'editor' | 'area') {
  let texts: Record<string, string> = { first: `alpha\r\n${long}`, second: 'beta' };
  const histories = new EditorHistories();
  const props = () => ({ histories, texts, control, onchange: take });
  const { rerender } = await render(EditorsWindow, { ...props(), open: undefined });
  function take(name: string, text: string): void {
    texts = { ...texts, [name]: text };
    if (control === 'area') void rerender({ ...props(), open: name });
  }
  return {
    histories,
    textOf: (name: string) => texts[name] ?? '',
    set: (name: string, text: string) => take(name, text),
    async open(name: string) {
      await rerender({ ...props(), open: name });
      const editor = page.getByRole('textbox', { name });
      await expect.element(editor).toBeVisible();
      await editor.click({ position: { x: 60, y: 10 } });
      return editor;
    },
    /** Without a click, which would move the cursor. */
    reopen: async (name: string) => await rerender({ ...props(), open: name }),
    close: async () => await rerender({ ...props(), open: undefined }),
  };
}

const undo = '{Control>}z{/Control}';
const redo = '{Control>}{Shift>}Z{/Shift}{/Control}';

/** Presses a key until the text is there, and returns the texts on the way. */
async function walk(texts: Pick<Awaited<ReturnType<typeof window>>, 'textOf'>, keys: string, last: string) {
  const seen: string[] = [];
  while (seen.at(-1) !== last) {
    const before = texts.textOf('first');
    await userEvent.keyboard(keys);
    await expect.poll(() => texts.textOf('first')).not.toBe(before);
    seen.push(texts.textOf('first'));
  }
  return seen;
}

it.each(['editor', 'area'] as const)(
  'an %s undoes and redoes exactly the edits of its text, after other texts were open',
  async (control) => {
    const texts = await window(control);
    const first = texts.textOf('first');
    await texts.open('first');
    await userEvent.keyboard('{Control>}{Home}{/Control}one{ArrowDown}{End}two{Enter}');
    await userEvent.keyboard('{Control>}{End}{/Control}{Backspace}three');
    await expect.poll(() => texts.textOf('first')).toMatch(/^onealpha\r\nline 0two\n\nline[^]*19three$/);
    const typed = texts.textOf('first');
    const back = await walk(texts, undo, first);
    const forth = await walk(texts, redo, typed);
    expect(back.length).toBeGreaterThan(2);
    expect(back.at(-1)).toBe(first);
    expect(forth).toEqual([...back.slice(0, -1).toReversed(), typed]);

    await texts.open('second');
    await userEvent.keyboard('{End}!');
    await expect.poll(() => texts.textOf('second')).toBe('beta!');
    await userEvent.keyboard(undo + undo);
    await expect.poll(() => texts.textOf('second')).toBe('beta');
    await texts.close();

    await texts.open('first');
    expect(await walk(texts, undo, first)).toEqual(back);
    await texts.close();
    await texts.open('first');
    expect(await walk(texts, redo, typed)).toEqual(forth);
  },
);

it.each(['editor', 'area'] as const)(
  'an %s whose text changed while it was closed undoes that first, and then the earlier edits',
  async (control) => {
    const texts = await window(control);
    const first = texts.textOf('first');
    await texts.open('first');
    await userEvent.keyboard('{Control>}{Home}{/Control}typed ');
    await expect.poll(() => texts.textOf('first')).toBe(`typed ${first}`);
    await texts.close();
    texts.set('first', `typed ${first}\nfrom outside`);
    await texts.open('first');
    await userEvent.keyboard(undo);
    await expect.poll(() => texts.textOf('first')).toBe(`typed ${first}`);
    await userEvent.keyboard(undo);
    await expect.poll(() => texts.textOf('first')).toBe(first);
    await userEvent.keyboard(redo + redo);
    await expect.poll(() => texts.textOf('first')).toBe(`typed ${first}\nfrom outside`);
  },
);

it('an editor reopens where it was left', async () => {
  const texts = await window('editor');
  await texts.open('first');
  await userEvent.keyboard('{Control>}{End}{/Control}');
  const scrolled = () => document.querySelector('.cm-scroller')?.scrollTop ?? 0;
  await expect.poll(scrolled).toBeGreaterThan(1000);
  const place = scrolled();
  await texts.close();
  await texts.open('second');
  await texts.close();
  const editor = page.getByRole('textbox', { name: 'first' });
  await texts.reopen('first');
  await expect.element(editor).toHaveFocus();
  await expect.poll(scrolled).toBeGreaterThan(place - 5);
  await userEvent.keyboard('!');
  await expect.poll(() => texts.textOf('first')).toMatch(/line 199!$/);
});

it('has nothing left to undo once its tenant is forgotten', async () => {
  const texts = await window('editor');
  const first = texts.textOf('first');
  await texts.open('first');
  await userEvent.keyboard('{Control>}{Home}{/Control}typed ');
  await expect.poll(() => texts.textOf('first')).toBe(`typed ${first}`);
  await texts.close();
  texts.histories.forgetWhere(([tenantId]) => tenantId === 'acme');
  await texts.open('first');
  await userEvent.keyboard(undo);
  await userEvent.keyboard('{Control>}{Home}{/Control}!');
  await expect.poll(() => texts.textOf('first')).toBe(`!typed ${first}`);
});
