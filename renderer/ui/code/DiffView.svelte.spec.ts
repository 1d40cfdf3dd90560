import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import DiffView from './DiffView.svelte';

const before = 'setVersion("1");\nsetIssuer("a");\n\nend();';
const after = 'setVersion("1");\nsetIssuer("b");\nsetIssuer("c");\n\nend();';

/** The clipboard content after the range between two elements is selected and copied by keyboard. */
async function copied(first: Element, last: Element): Promise<string> {
  let text = '';
  const listen = (event: ClipboardEvent): void => {
    // Chromium fills the clipboard from the selection after the event.
    text = event.clipboardData?.getData('text/plain') || (getSelection()?.toString() ?? '');
  };
  document.addEventListener('copy', listen, { once: true });
  getSelection()?.setBaseAndExtent(first, 0, last, last.childNodes.length);
  await userEvent.keyboard('{Control>}c{/Control}');
  document.removeEventListener('copy', listen);
  return text;
}

const lines = (selector = '.text') => [...document.querySelectorAll(`.diff ${selector}`)];
const ends = (found: Element[]): [Element, Element] => {
  const [first, last] = [found[0], found.at(-1)];
  if (first === undefined || last === undefined) throw new Error('No line is drawn.');
  return [first, last];
};

describe('a difference', () => {
  it('is copied as the code alone, including empty lines, without text for screen readers', async () => {
    await render(DiffView, { before, after, name: 'Script' });
    await expect
      .element(page.getByRole('region', { name: 'Script: 2 lines added, 1 removed' }))
      .toBeVisible();
    expect(await copied(...ends(lines()))).toBe(
      'setVersion("1");\nsetIssuer("a");\nsetIssuer("b");\nsetIssuer("c");\n\nend();',
    );
  });

  it('says which line endings changed, which no line shows', async () => {
    const text = 'one\r\ntwo\r\nthree';
    const { rerender } = await render(DiffView, {
      before: text,
      after: 'one\ntwo\nnew\nthree',
      name: 'Script',
    });
    await expect.element(page.getByText('Line endings changed: 2 lines CRLF → LF')).toBeVisible();
    await expect
      .element(
        page.getByRole('region', {
          name: 'Script: 1 lines added, 0 removed, line endings changed: 2 lines CRLF → LF',
        }),
      )
      .toBeVisible();
    await rerender({ before: text, after: 'one\ntwo\nthree', name: 'Script' });
    await expect.element(page.getByText('Line endings changed')).toBeVisible();
    await expect.element(page.getByText('No difference.')).not.toBeInTheDocument();
    await rerender({ before: text, after: 'one\r\ntwo\r\nnew\r\nthree', name: 'Script' });
    await expect.element(page.getByRole('img', { name: 'added' })).toBeInTheDocument();
    await expect.element(page.getByText('Line endings changed')).not.toBeInTheDocument();
  });

  it('announces which lines are added and removed to screen readers', async () => {
    await render(DiffView, { before, after, name: 'Script' });
    await expect.element(page.getByRole('img', { name: 'added' }).first()).toBeInTheDocument();
    expect(page.getByRole('img', { name: 'added' }).elements()).toHaveLength(2);
    expect(page.getByRole('img', { name: 'removed' }).elements()).toHaveLength(1);
  });

  it.each(['before', 'after'] as const)('side by side is copied from the side %s alone', async (side) => {
    await render(DiffView, { before, after, name: 'Script', layout: 'split' });
    await expect.element(page.getByRole('img', { name: 'removed' })).toBeInTheDocument();
    const [first, last] = ends(lines(`.text.${side}`));
    first.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
    await expect.poll(() => document.querySelector(`.only-${side}`)).not.toBeNull();
    const code = (await copied(first, last)).split('\n').filter((line) => line !== '');
    expect(code).toEqual((side === 'before' ? before : after).split('\n').filter((line) => line !== ''));
  });

  it('marks invisible characters, and is copied with the character itself', async () => {
    const hidden = 'if (isAdmin) { /*\u202E } \u2066 grant(); */\u00A0// Te\u200Bam';
    await render(DiffView, { before: '', after: hidden, name: 'Script' });
    for (const name of [
      'U+202E RIGHT-TO-LEFT OVERRIDE',
      'U+2066 LEFT-TO-RIGHT ISOLATE',
      'U+00A0 NO-BREAK SPACE',
      'U+200B ZERO WIDTH SPACE',
    ]) {
      await expect.element(page.getByRole('img', { name })).toBeVisible();
    }
    const text = document.querySelector('.diff .text')?.textContent;
    expect(text).toContain('RLO');
    expect(await copied(...ends(lines()))).toBe(hidden);
  });

  it('renders the letters of a line in code order, regardless of their direction', async () => {
    await render(DiffView, { before: '', after: "a('שלום' + 'אב');", name: 'Script' });
    const parts = [...document.querySelectorAll('.diff bdi')].map(
      (part) => part.getBoundingClientRect().left,
    );
    expect(parts).toHaveLength(2);
    expect(parts[0]).toBeLessThan(parts[1] ?? 0);
  });
});
