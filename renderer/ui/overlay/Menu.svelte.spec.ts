import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import MenuWindow from '../../../test/component/MenuWindow.svelte';
import { loadMenu } from './load-menu.ts';

const actual = await vi.importActual<{ loadMenu: typeof loadMenu }>('./load-menu.ts');
vi.mock('./load-menu.ts', () => ({ loadMenu: vi.fn() }));

const onselect = vi.fn<(label: string) => void>();
const trigger = page.getByRole('button', { name: 'Actions', exact: true });
const menu = page.getByRole('menu');
const first = page.getByRole('menuitem', { name: 'Rename…' });

beforeEach(async () => {
  // A pointer that an earlier test left where the button appears would load the menu.
  await userEvent.unhover(document.body);
  vi.mocked(loadMenu).mockReset().mockImplementation(actual.loadMenu);
  onselect.mockClear();
});

/** Menus aren't loaded until the function returned is called. */
function holdMenu(): () => void {
  const { promise: held, resolve } = Promise.withResolvers<undefined>();
  vi.mocked(loadMenu).mockImplementation(async () => {
    await held;
    return actual.loadMenu();
  });
  return () => resolve(undefined);
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
      const release = holdMenu();
      await render(MenuWindow, { onselect });
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
    const release = holdMenu();
    await render(MenuWindow, { onselect });
    const click = trigger.click();
    await click;
    await expect.element(trigger).toHaveAttribute('aria-expanded', 'true');
    release();
    await expect.element(menu).toHaveFocus();
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    expect(onselect).toHaveBeenCalledExactlyOnceWith('Delete…');
  });

  it('stays closed if it was pressed twice while it loads', async () => {
    const release = holdMenu();
    await render(MenuWindow, { onselect });
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
