import { expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import CodeEditor from './CodeEditor.svelte';

async function show({ lessMotion }: { readonly lessMotion: boolean }) {
  const match = matchMedia.bind(globalThis);
  vi.spyOn(globalThis, 'matchMedia').mockImplementation((query) =>
    query.includes('reduced-motion') ? ({ matches: lessMotion } as MediaQueryList) : match(query),
  );
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });
  const { container } = await render(CodeEditor, { value: 'text', ariaLabel: 'Text', autofocus: true });
  container.style.height = '200px';
  await expect.element(page.getByRole('textbox', { name: 'Text' })).toHaveFocus();
  const layer = container.querySelector('.cm-cursorLayer');
  if (layer === null) throw new Error('The editor draws no cursor.');
  return { isSeen: () => getComputedStyle(layer).visibility === 'visible', container };
}

it('blinks without an animation, and is visible after each key', async () => {
  const { isSeen, container } = await show({ lessMotion: false });
  expect(isSeen()).toBe(true);
  vi.advanceTimersByTime(600);
  expect(isSeen()).toBe(false);
  vi.advanceTimersByTime(600);
  expect(isSeen()).toBe(true);
  vi.advanceTimersByTime(600);
  await userEvent.keyboard('x');
  expect(isSeen()).toBe(true);
  vi.advanceTimersByTime(599);
  expect(isSeen()).toBe(true);
  vi.advanceTimersByTime(1);
  expect(isSeen()).toBe(false);
  expect(container.getAnimations({ subtree: true })).toEqual([]);
});

it('is always visible with reduced motion', async () => {
  const { isSeen } = await show({ lessMotion: true });
  for (let passed = 0; passed < 4; passed += 1) {
    vi.advanceTimersByTime(600);
    expect(isSeen()).toBe(true);
  }
});

it('stops once the focus is elsewhere', async () => {
  const { isSeen } = await show({ lessMotion: false });
  vi.advanceTimersByTime(600);
  expect(isSeen()).toBe(false);
  (document.activeElement as HTMLElement).blur();
  await expect.poll(isSeen).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
});
