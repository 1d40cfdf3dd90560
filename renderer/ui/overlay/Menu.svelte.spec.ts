import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import MenuWindow from '../../../test/component/MenuWindow.svelte';
import { loadMenu } from './load-menu.ts';

/** Held back by a test, to press keys while the menu is being loaded. */
let release: () => void = () => undefined;
vi.mock('./load-menu.ts', async (original) => {
  const real = (await original<{ loadMenu: () => Promise<unknown> }>()).loadMenu;
  return { loadMenu: vi.fn(real) };
});

const onselect = vi.fn<(label: string) => void>();
const trigger = page.getByRole('button', { name: 'Actions', exact: true });
const menu = page.getByRole('menu');
const first = page.getByRole('menuitem', { name: 'Rename…' });

beforeEach(() => {
  vi.mocked(loadMenu).mockClear();
  onselect.mockClear();
});

/** The next menu is loaded only once the test says so. */
function holdMenu(): void {
  const real = vi.mocked(loadMenu).getMockImplementation();
  const held = new Promise<void>((resolve) => (release = resolve));
  vi.mocked(loadMenu).mockImplementationOnce(async () => {
    await held;
    if (real === undefined) throw new Error('No menu to load.');
    return real();
  });
}

describe('the first use of a menu', () => {
  it('loads nothing before, and the button is complete', async () => {
    await render(MenuWindow, { onselect });
    await expect.element(trigger).toHaveAttribute('aria-haspopup', 'menu');
    await expect.element(trigger).toHaveAttribute('aria-expanded', 'false');
    expect(loadMenu).not.toHaveBeenCalled();
  });

  it.each(['Enter', ' ', 'ArrowDown'])(
    'opens with %j while it loads, the first item focused',
    async (key) => {
      await render(MenuWindow, { onselect });
      holdMenu();
      const place = trigger.element().getBoundingClientRect();
      trigger.element().focus();
      await userEvent.keyboard(key === ' ' ? ' ' : `{${key}}`);
      await expect.element(trigger).toHaveAttribute('aria-expanded', 'true');
      await expect.element(menu).not.toBeInTheDocument();
      release();
      await expect.element(first).toHaveFocus();
      expect(trigger.element().getBoundingClientRect()).toEqual(place);
      await userEvent.keyboard('{ArrowDown}{Enter}');
      expect(onselect).toHaveBeenCalledExactlyOnceWith('Duplicate');
      await expect.element(menu).not.toBeInTheDocument();
      await expect.element(trigger).toHaveFocus();
      await expect.element(trigger).toHaveAttribute('aria-expanded', 'false');
    },
  );

  it('opens with a click while it loads, the focus in the menu', async () => {
    await render(MenuWindow, { onselect });
    holdMenu();
    const click = trigger.click();
    await click;
    await expect.element(trigger).toHaveAttribute('aria-expanded', 'true');
    release();
    await expect.element(menu).toHaveFocus();
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    expect(onselect).toHaveBeenCalledExactlyOnceWith('Delete…');
  });

  it('stays closed if it was pressed twice while it loads', async () => {
    await render(MenuWindow, { onselect });
    holdMenu();
    trigger.element().focus();
    await userEvent.keyboard('{Enter}{Enter}');
    await expect.element(trigger).toHaveAttribute('aria-expanded', 'false');
    release();
    await expect.poll(() => trigger.element().hasAttribute('data-dropdown-menu-trigger')).toBe(true);
    await expect.element(menu).not.toBeInTheDocument();
    await expect.element(trigger).toHaveFocus();
  });

  it('tries again after it could not be loaded', async () => {
    await render(MenuWindow, { onselect });
    vi.mocked(loadMenu).mockRejectedValueOnce(new Error('gone'));
    const errors: unknown[] = [];
    const note = (event: PromiseRejectionEvent) => {
      event.preventDefault();
      errors.push(event.reason);
    };
    window.addEventListener('unhandledrejection', note);
    trigger.element().focus();
    await expect.poll(() => errors.length).toBe(1);
    window.removeEventListener('unhandledrejection', note);
    await userEvent.keyboard('{Enter}');
    await expect.element(first).toHaveFocus();
  });

  it('opens from outside, placed beside the button', async () => {
    await render(MenuWindow, { onselect });
    await page.getByRole('button', { name: 'Open the actions' }).click();
    await expect.element(menu).toBeVisible();
    await expect
      .poll(
        () => menu.element().getBoundingClientRect().top - trigger.element().getBoundingClientRect().bottom,
      )
      .toBeCloseTo(4, 0);
    await userEvent.keyboard('{Escape}');
    await expect.element(trigger).toHaveFocus();
  });

  it('does not open from a disabled button', async () => {
    await render(MenuWindow, { onselect, disabled: true });
    trigger.element().dispatchEvent(new PointerEvent('pointerdown', { pointerType: 'mouse', button: 0 }));
    await expect.element(trigger).toHaveAttribute('aria-expanded', 'false');
    expect(loadMenu).not.toHaveBeenCalled();
  });
});

it('is loaded when the pointer is over the button', async () => {
  await render(MenuWindow, { onselect });
  await trigger.hover();
  await expect.poll(() => vi.mocked(loadMenu).mock.calls.length).toBe(1);
});
