import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import { copyMarked } from './copy-marked.ts';
import VisibleText from './VisibleText.svelte';

const drawnWidth = async (text: string): Promise<number> => {
  const { container } = await render(VisibleText, { text });
  return container.querySelector('bdi')?.getBoundingClientRect().width ?? 0;
};

function selectedText(element: Element): string {
  getSelection()?.selectAllChildren(element);
  return getSelection()?.toString() ?? '';
}

describe('text that is rendered so that nothing of it is hidden', () => {
  it.each(['Te\u200Bam', 'Te\u00ADam', '\u202ETeam', 'Team\u2060', 'Team ', 'Te\u200Dam', 'Te\uFE0Fam'])(
    'looks different from Team: %j',
    async (text) => {
      expect(await drawnWidth(text)).toBeGreaterThan((await drawnWidth('Team')) + 8);
    },
  );

  it.each([
    'Te\u200Bam',
    'a\u00A0b',
    'a\nb',
    'x\u202Ey',
    'https://аpple.com/x',
    'שלום 5',
    '👨\u200D👩\u200D👧',
  ])('is selected as it is: %j', async (text) => {
    const { container } = await render(VisibleText, { text });
    expect(selectedText(container)).toBe(text);
  });

  it('stays on its line whatever line breaks it has', async () => {
    const { container } = await render(VisibleText, { text: 'a\nb' });
    const { container: plain } = await render(VisibleText, { text: 'ab' });
    const heightOf = (element: Element) => element.querySelector('bdi')?.getBoundingClientRect().height;
    expect(heightOf(container)).toBe(heightOf(plain));
  });

  it('names the characters to screen readers, and shows a host in both of its forms', async () => {
    await render(VisibleText, { text: 'Te\u200Bam https://аpple.com' });
    await expect.element(page.getByRole('img', { name: 'U+200B ZERO WIDTH SPACE' })).toBeVisible();
    await expect
      .element(
        page.getByRole('img', {
          name: 'аpple.com is xn--pple-43d.com: letters that look like other letters',
        }),
      )
      .toBeVisible();
    await expect.element(page.getByText('xn--pple-43d.com')).toBeVisible();
  });

  it('is copied with its own spaces', async () => {
    const { container } = await render(VisibleText, { text: 'a\u00A0b' });
    document.addEventListener('copy', copyMarked, { once: true });
    getSelection()?.selectAllChildren(container);
    await userEvent.keyboard('{Control>}c{/Control}');
    const field = document.body.appendChild(document.createElement('textarea'));
    field.focus();
    await userEvent.keyboard('{Control>}v{/Control}');
    await expect.poll(() => field.value).toBe('a\u00A0b');
    field.remove();
  });
});
