import { beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import { fakeBrowserDesk } from '../../test/fakes/browser-desk.ts';
import App from './App.svelte';

beforeEach(() => {
  location.hash = '#/drafts';
});

it('sets no focus once its window is gone', async () => {
  const { desk } = fakeBrowserDesk();
  const { unmount } = await render(App, { desk });
  await expect.element(page.getByRole('heading', { level: 1, name: 'Drafts' })).toBeVisible();

  const frames: FrameRequestCallback[] = [];
  const draw = vi
    .spyOn(globalThis, 'requestAnimationFrame')
    .mockImplementation((frame) => frames.push(frame));
  try {
    location.hash = '#/settings';
    await expect.poll(() => document.querySelector('h1')?.textContent).toContain('Settings');
    await expect.poll(() => frames.length).toBeGreaterThan(0);
    await unmount();
    expect(() => frames.forEach((frame) => frame(performance.now()))).not.toThrow();
  } finally {
    draw.mockRestore();
  }
});
