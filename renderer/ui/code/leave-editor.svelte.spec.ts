import { describe, expect, it, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import ItemEditors from '../../../test/component/ItemEditors.svelte';

/** Uncaught errors: the runner would only name them at the end of the file. */
function uncaughtErrors(): string[] {
  const found: string[] = [];
  const listening = new AbortController();
  addEventListener(
    'error',
    (event) => {
      event.preventDefault();
      found.push(event.message);
    },
    { signal: listening.signal },
  );
  onTestFinished(() => listening.abort());
  return found;
}

async function openEditor() {
  const texts = new Map([
    ['a', ''],
    ['b', 'text of b'],
  ]);
  const errors = uncaughtErrors();
  const shown = await render(ItemEditors, { texts, openId: 'a' });
  const editor = page.getByRole('textbox', { name: 'Text of a' });
  await expect.element(editor).toBeVisible();
  const content = editor.element();
  if (content instanceof HTMLElement) content.focus();
  const type = async (text: string): Promise<void> => {
    document.execCommand('insertText', false, text);
    // The editor sees the mutation in a microtask; no frame is drawn in between.
    await Promise.resolve();
  };
  return { ...shown, texts, errors, type };
}

const pauses = [0, 8, 50];
const ways = [
  {
    name: 'is closed',
    leave: ({ rerender }: Awaited<ReturnType<typeof openEditor>>) => rerender({ openId: undefined }),
  },
  {
    name: 'gives way to another item',
    leave: ({ rerender }: Awaited<ReturnType<typeof openEditor>>) => rerender({ openId: 'b' }),
  },
  {
    name: 'is unmounted with its page',
    leave: ({ unmount }: Awaited<ReturnType<typeof openEditor>>) => unmount(),
  },
];

describe.for(ways)('an editor that $name', ({ leave }) => {
  it.for(pauses)('publishes the last keys, typed %i ms before', async (pause) => {
    const window = await openEditor();
    for (let key = 0; key < 24; key += 1) await window.type('x');
    if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause));
    await leave(window);
    await new Promise((resolve) => setTimeout(resolve));
    expect(window.texts.get('a')).toBe('x'.repeat(24));
    expect(window.texts.get('b')).toBe('text of b');
    expect(window.errors).toEqual([]);
  });
});
