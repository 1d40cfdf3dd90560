import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { userEvent } from 'vitest/browser';

import { createViewKeys } from './view-keys.ts';

/** A view as the window shows it: a link in its list, and a pane that is drawn later. */
function aView() {
  const main = document.createElement('main');
  const link = document.createElement('a');
  link.href = '#/somewhere';
  link.textContent = 'Launches';
  main.append(link);
  document.body.append(main);
  const progress = { isBehind: false, changedAt: performance.now() };
  const keys = createViewKeys(() => main, progress);
  window.addEventListener('keydown', keys.before, { capture: true });
  window.addEventListener('keydown', keys.handle);
  window.addEventListener('pointerdown', keys.cancel, { capture: true });
  onTestFinished(() => {
    keys.cancel();
    window.removeEventListener('keydown', keys.before, { capture: true });
    window.removeEventListener('keydown', keys.handle);
    window.removeEventListener('pointerdown', keys.cancel, { capture: true });
    main.remove();
  });

  function drawAction(onclick: () => void, disabled = false): HTMLButtonElement {
    const button = document.createElement('button');
    button.textContent = 'Run';
    button.disabled = disabled;
    button.dataset['shortcut'] = 'Mod+Enter';
    button.addEventListener('click', onclick);
    main.append(button);
    return button;
  }

  function drawSearch(): HTMLInputElement {
    const search = document.createElement('input');
    search.type = 'search';
    main.append(search);
    return search;
  }

  link.focus();
  return { main, link, progress, drawAction, drawSearch };
}

const frames = (count: number): Promise<void> =>
  new Promise((resolve) => {
    const next = (left: number): void =>
      left === 0 ? resolve() : void requestAnimationFrame(() => next(left - 1));
    next(count);
  });

const pressMain = () => userEvent.keyboard('{Control>}{Enter}{/Control}');

describe('keys that come before the view is drawn', () => {
  it('run the main action as soon as it is drawn, and never follow the focused link', async () => {
    const { link, drawAction } = aView();
    const followed = vi.fn((event: Event) => event.preventDefault());
    link.addEventListener('click', followed);
    await pressMain();
    const run = vi.fn();
    drawAction(run);
    await expect.poll(() => run.mock.calls.length).toBe(1);
    await frames(3);
    expect(run).toHaveBeenCalledTimes(1);
    expect(followed).not.toHaveBeenCalled();
  });

  it('wait until a disabled action can be used', async () => {
    const { drawAction } = aView();
    const run = vi.fn();
    const button = drawAction(run, true);
    await pressMain();
    await frames(2);
    expect(run).not.toHaveBeenCalled();
    button.disabled = false;
    await expect.poll(() => run.mock.calls.length).toBe(1);
  });

  it('do not run the action of the view that is being left', async () => {
    const { progress, drawAction } = aView();
    const runOld = vi.fn();
    const old = drawAction(runOld);
    progress.isBehind = true;
    await pressMain();
    await frames(2);
    expect(runOld).not.toHaveBeenCalled();
    old.remove();
    const runNew = vi.fn();
    drawAction(runNew);
    progress.isBehind = false;
    await expect.poll(() => runNew.mock.calls.length).toBe(1);
    expect(runOld).not.toHaveBeenCalled();
  });

  it('are dropped when the user presses another key or clicks first', async () => {
    const { main, link, drawAction } = aView();
    link.addEventListener('click', (event) => event.preventDefault());
    const run = vi.fn();
    await pressMain();
    await userEvent.keyboard('{ArrowDown}');
    drawAction(run);
    await frames(3);
    expect(run).not.toHaveBeenCalled();
    main.querySelector('button')?.remove();
    link.focus();
    await pressMain();
    await userEvent.click(link);
    drawAction(run);
    await frames(3);
    expect(run).not.toHaveBeenCalled();
  });

  it('open the search with /, and what was typed after it follows', async () => {
    const { drawSearch } = aView();
    await userEvent.keyboard('/pay');
    const search = drawSearch();
    const typed = vi.fn();
    search.addEventListener('input', typed);
    await expect.poll(() => search.value).toBe('pay');
    expect(document.activeElement).toBe(search);
    expect(typed).toHaveBeenCalled();
    await userEvent.keyboard('roll');
    expect(search.value).toBe('payroll');
  });

  it('are left to the browser if a view that was drawn long ago has no main action', async () => {
    const { link, progress } = aView();
    progress.changedAt = performance.now() - 60_000;
    const event = new KeyboardEvent('keydown', {
      key: 'Enter',
      ctrlKey: true,
      bubbles: true,
      cancelable: true,
    });
    link.dispatchEvent(event);
    expect(event.defaultPrevented).toBe(false);
  });
});
