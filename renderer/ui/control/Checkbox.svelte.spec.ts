import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import Checkbox from './Checkbox.svelte';

it('can be hit within at least 24 px', async () => {
  const { container } = await render(Checkbox, { label: 'Select Delivered', hideLabel: true });
  container.style.padding = '40px';
  const box = page.getByRole('checkbox').element();
  const { left, top, width, height } = box.getBoundingClientRect();
  const [x, y] = [left + width / 2, top + height / 2];
  for (const [across, down] of [
    [-12, 0],
    [12, 0],
    [0, -12],
    [0, 12],
  ] as const)
    expect(document.elementFromPoint(x + across, y + down), `${across}, ${down}`).toBe(box);
});
