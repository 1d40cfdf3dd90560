import { createRawSnippet } from 'svelte';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import MasterDetail from './MasterDetail.svelte';

const list = createRawSnippet(() => ({ render: () => '<p><button>A row</button></p>' }));
const detail = createRawSnippet<[{ readonly isAlone: boolean }]>((props) => ({
  render: () => '<p></p>',
  setup(element) {
    $effect(() => {
      element.textContent = `What the row is about${props().isAlone ? ', alone' : ''}`;
    });
  },
}));

async function show(viewportWidth: number) {
  await page.viewport(viewportWidth, 600);
  let offers = 0;
  const props = {
    list,
    detail,
    hasDetail: false,
    onback: () => undefined,
    onspace: () => void (offers += 1),
    storageKey: 'spec',
    listName: 'Rows',
  };
  const { rerender } = await render(MasterDetail, props);
  return {
    row: page.getByRole('button', { name: 'A row' }),
    about: page.getByText('What the row is about'),
    open: (hasDetail: boolean) => rerender({ hasDetail }),
    wantSpace: (wantsSpace: boolean) => rerender({ wantsSpace }),
    offers: () => offers,
  };
}

describe('a list with a detail', () => {
  it('is side by side if both fit, and asks for a selection', async () => {
    const { row, about, open, offers } = await show(1280);
    expect(offers()).toBe(1);
    await open(true);
    await expect.element(row).toBeVisible();
    await expect.element(about).toBeVisible();
  });

  it('shows one pane at a time in a narrow window, and asks for nothing', async () => {
    const { row, about, open, offers } = await show(600);
    expect(offers()).toBe(0);
    await expect.element(row).toBeVisible();
    await open(true);
    await expect.element(about).toBeVisible();
    await expect.element(row).not.toBeInTheDocument();
    await expect.element(page.getByRole('button', { name: 'Rows' })).toBeVisible();
  });

  it('gives a detail the space of the list on request, unless the window is wide enough, and informs it', async () => {
    const { row, about, open, wantSpace } = await show(1280);
    await open(true);
    await expect.element(row).toBeVisible();
    await wantSpace(true);
    await expect.element(row).not.toBeInTheDocument();
    await expect.element(about).toHaveTextContent('What the row is about, alone');
    // A detail without the list provides the back button itself.
    await expect.element(page.getByRole('button', { name: 'Rows' })).not.toBeInTheDocument();
    await page.viewport(1500, 600);
    await expect.element(row).toBeVisible();
    await expect.element(about).not.toHaveTextContent('alone');
    await page.viewport(1280, 600);
    await wantSpace(false);
    await expect.element(row).toBeVisible();
  });

  it('keeps the state of both panes when the window crosses the breakpoint', async () => {
    const { about, open } = await show(1280);
    await open(true);
    const [row, text] = [document.querySelector('button:not([hidden])'), about.element()];
    for (const width of [600, 1280, 600]) {
      await page.viewport(width, 600);
      const back = page.getByRole('button', { name: 'Rows' });
      await (width < 720 ? expect.element(back).toBeVisible() : expect.element(back).not.toBeInTheDocument());
      expect(about.element()).toBe(text);
      expect(row?.isConnected).toBe(true);
    }
  });

  it('never loses the focus when one pane replaces the other', async () => {
    const { row, about, open } = await show(600);
    const holdsFocus = () => document.activeElement !== document.body;
    (row.element() as HTMLElement).focus();
    await open(true);
    await expect.element(about).toBeVisible();
    await expect.poll(holdsFocus).toBe(true);
    expect(document.activeElement?.textContent).toContain('What the row is about');
    await open(false);
    await expect.element(row).toBeVisible();
    await expect.poll(() => document.activeElement?.contains(row.element())).toBe(true);
  });
});
