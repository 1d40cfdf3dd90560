import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import ShortcutWindow from '../../../test/component/ShortcutWindow.svelte';

it('starts at the list of shortcuts, which scrolls by keyboard', async () => {
  await render(ShortcutWindow);
  await expect.element(page.getByRole('group', { name: 'Shortcuts' })).toHaveFocus();
});
