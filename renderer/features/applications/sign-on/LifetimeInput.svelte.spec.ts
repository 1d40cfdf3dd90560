import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import LifetimeInput from './LifetimeInput.svelte';

it('takes "5h" as a lifetime with the key itself, and shows its format when the field is left', async () => {
  const onleave = vi.fn();
  const props = {
    value: '1:00:00',
    onleave,
    onchange: (value: string) => void rerender({ value }),
  };
  const { rerender } = await render(LifetimeInput, props);
  const field = page.getByRole('textbox');
  await field.clear();
  await field.click();
  await userEvent.keyboard('5h');
  await expect.element(field).toHaveValue('5h');
  await userEvent.tab();
  await expect.element(field).toHaveValue('5:00:00');
  expect(onleave).toHaveBeenCalled();
});
