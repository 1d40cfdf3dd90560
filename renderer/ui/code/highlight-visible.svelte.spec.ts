import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import CodeEditor from './CodeEditor.svelte';

const lines = Array.from({ length: 600 }, (_, index) => `"at ${index}": "\${event.at_${index}?c}"`);
const value = lines.join('\n');

/** A long template in an editor that is 300 pixels high. */
async function show() {
  const rendered = await render(CodeEditor, { value, language: 'freemarker', ariaLabel: 'Template' });
  rendered.container.style.height = '300px';
  const editor = page.getByRole('textbox', { name: 'Template' });
  await expect.element(editor).toBeVisible();
  const content = editor.element();
  const scroller = content.closest('.cm-scroller');
  if (scroller === null) throw new Error('The editor has nothing that scrolls.');
  return { component: rendered.component, content, scroller };
}

/** Rendered lines that begin like one of ours, by whether they are visible and highlighted. */
function drawn(content: Element, scroller: Element) {
  const { top, bottom } = scroller.getBoundingClientRect();
  return [...content.querySelectorAll('.cm-line')].map((line) => {
    const place = line.getBoundingClientRect();
    return {
      text: line.textContent,
      isVisible: place.bottom > top && place.top < bottom,
      isCloseTo: place.bottom > top - 260 && place.top < bottom + 260,
      isHighlighted: line.querySelector('.tok-interpolation') !== null,
    };
  });
}

const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));

async function expectColors(content: Element, scroller: Element, first: string): Promise<void> {
  await expect
    .poll(() => {
      const seen = drawn(content, scroller).filter(({ isVisible }) => isVisible);
      return (
        seen.some(({ text }) => text.includes(first)) && seen.every(({ isHighlighted }) => isHighlighted)
      );
    })
    .toBe(true);
}

it('highlights what is visible, and not everything rendered', async () => {
  const { content, scroller } = await show();
  await expectColors(content, scroller, 'at_1?c');
  const far = drawn(content, scroller).filter(({ isCloseTo }) => !isCloseTo);
  expect(far.length).toBeGreaterThan(3);
  expect(far.filter(({ isHighlighted }) => isHighlighted)).toEqual([]);
});

it('highlights what is scrolled or jumped to before the frame is painted', async () => {
  const { component, content, scroller } = await show();
  // Text that isn't parsed yet isn't highlighted: all of it is parsed once its end is highlighted.
  scroller.scrollTop = scroller.scrollHeight;
  await expectColors(content, scroller, 'at_599?c');
  scroller.scrollTop = 0;
  await expectColors(content, scroller, 'at_1?c');
  for (const top of [200, 700, 3000, 6000, 2500]) {
    scroller.scrollTop = top;
    // The second frame begins once the first is painted.
    await frame();
    await frame();
    const seen = drawn(content, scroller).filter(({ isVisible }) => isVisible);
    expect(seen.length).toBeGreaterThan(10);
    expect(seen.filter(({ isHighlighted }) => !isHighlighted)).toEqual([]);
  }
  component.goTo(value.indexOf('at_580?c'));
  await expectColors(content, scroller, 'at_580?c');
});

it('highlights typed text in the frame that shows it', async () => {
  const { component, content, scroller } = await show();
  component.goTo(value.indexOf('"at 300"'));
  await expectColors(content, scroller, 'at_300?c');
  await userEvent.keyboard('${{typed');
  await frame();
  await frame();
  const line = [...content.querySelectorAll('.cm-line')].find(({ textContent }) =>
    textContent.startsWith('${typed'),
  );
  expect(line?.querySelector('.tok-interpolation')?.textContent).toContain('${typed');
});

it('highlights a text that replaces another', async () => {
  const { component, content, scroller } = await show();
  await expectColors(content, scroller, 'at_1?c');
  component.replaceText(lines.toReversed().join('\n'), 0);
  await expectColors(content, scroller, 'at_599?c');
});

it('highlights the visible part of a long line before the frame is painted, and all of one with characters of varying width', async () => {
  const names = Array.from({ length: 120 }, (_, index) => `\${column_${index}}`);
  const long = names.join(' and ');
  const rendered = await render(CodeEditor, {
    value: `${long}\n漢字 ${long}\n`,
    language: 'freemarker',
    ariaLabel: 'Template',
  });
  rendered.container.style.cssText = 'width: 300px; height: 200px';
  const editor = page.getByRole('textbox', { name: 'Template' });
  await expect.element(editor).toBeVisible();
  const content = editor.element();
  const scroller = content.closest('.cm-scroller');
  if (scroller === null) throw new Error('The editor has nothing that scrolls.');
  const highlighted = (line: number) => {
    const { left, right } = scroller.getBoundingClientRect();
    const ranges = [
      ...(content.querySelectorAll('.cm-line')[line]?.querySelectorAll('.tok-interpolation') ?? []),
    ];
    const isSeen = (one: Element) => {
      const place = one.getBoundingClientRect();
      return place.right > left && place.left < right;
    };
    return {
      all: ranges.length,
      seen: ranges
        .filter(isSeen)
        .map(({ textContent }) => textContent)
        .join(' '),
    };
  };
  await expect.poll(() => highlighted(0).seen).toContain('column_1}');
  await expect.poll(() => highlighted(1).all).toBeGreaterThanOrEqual(120);
  expect(highlighted(0).all).toBeLessThan(60);
  for (const left of [1500, 9000, 400, scroller.scrollWidth]) {
    scroller.scrollLeft = left;
    await frame();
    await frame();
    const { seen, all } = highlighted(0);
    expect(seen).toMatch(/column_\d+\}.*column_\d+/);
    expect(all).toBeLessThan(60);
  }
  expect(highlighted(0).seen).toContain('column_119}');
});
