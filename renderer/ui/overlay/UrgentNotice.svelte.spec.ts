import { describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import UrgentWindow from '../../../test/component/UrgentWindow.svelte';

describe('a question with a time limit that arrives while a modal surface is open', () => {
  it.each(['dialog', 'sheet', 'palette'] as const)('is shown and answered in the %s', async (kind) => {
    const onkeep = vi.fn();
    const { rerender } = await render(UrgentWindow, { kind, isAsking: false, onkeep });
    const surface = page.getByRole('dialog');
    await expect.element(surface).toBeVisible();
    const keep = surface.getByRole('button', { name: 'Keep this change' });
    await expect.element(keep).not.toBeInTheDocument();
    await rerender({ kind, isAsking: true, onkeep });
    await keep.click();
    expect(onkeep).toHaveBeenCalledOnce();
    await rerender({ kind, isAsking: false, onkeep });
    await expect.element(keep).not.toBeInTheDocument();
  });
});
