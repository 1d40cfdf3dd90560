import { isApplePlatform, matchesShortcut } from '../ui/index.ts';
import { isModalOpen } from './is-modal-open.ts';
import { isTyping } from './is-typing.ts';
import { createPendingKey } from './pending-key.ts';
import type { KeyOutcome } from './pending-key.ts';

/* Shortcuts that work the same in every view are derived from what the view shows: its search, and the button with
   the shortcut Mod+Enter. A view need not handle either, and the shortcut sheet always matches. */

function isVisible(element: HTMLElement): boolean {
  return element.checkVisibility({ visibilityProperty: true });
}

/**
 * The search of the view; undefined if it has none, or it is hidden. If there are several, it is the nearest one around
 * `from`: a user in a detail searches the detail.
 */
export function searchOf(main: HTMLElement, from?: Node): HTMLInputElement | undefined {
  const searches = [...main.querySelectorAll<HTMLInputElement>('input[type=search]')].filter(isVisible);
  for (let at = from; at !== undefined && at !== main; at = at.parentNode ?? undefined) {
    const around = at;
    const nearest = searches.find((search) => around.contains(search));
    if (nearest !== undefined) return nearest;
  }
  return searches[0];
}

/** The main button of the view; it may be disabled. */
export function mainActionOf(main: HTMLElement): HTMLButtonElement | undefined {
  return [...main.querySelectorAll<HTMLButtonElement>('button[data-shortcut="Mod+Enter"]')].find(isVisible);
}

/** Its label, without its key hint. */
export function labelOf(button: HTMLElement): string {
  const copy = button.cloneNode(true);
  if (!(copy instanceof HTMLElement)) return '';
  copy.querySelectorAll('[aria-hidden=true]').forEach((part) => part.remove());
  return (button.getAttribute('aria-label') ?? copy.textContent).trim();
}

interface ViewKeys {
  /** Before any other handler. */
  before(event: KeyboardEvent): void;
  /** After all other handlers. */
  handle(event: KeyboardEvent): void;
  /** The user has turned to something else, so a key that still waits for the view is dropped. */
  cancel(): void;
}

/** When the view on screen is the selected one. */
interface ViewProgress {
  /** The URL has changed, and the window doesn't show its view yet. */
  readonly isBehind: boolean;
  /** When the URL last changed, ms of `performance.now()`. */
  readonly changedAt: number;
}

/** How long after a change of the URL a missing control counts as "not drawn yet", ms. */
const drawingMs = 5000;

/**
 * `/` focuses the search, Mod+Enter does the main action wherever the focus is, Escape leaves a field for the heading
 * above it, keeping its text. Keys that a field or an editor has handled are left alone.
 *
 * A key belongs to the selected view, not to what happens to be drawn: if the view or its data is still loading, the
 * key waits for it (`progress`).
 */
export function createViewKeys(mainPart: () => HTMLElement | undefined, progress?: ViewProgress): ViewKeys {
  /** The first Escape closes a dropdown, the next one leaves the field. */
  let hadChoices = false;
  const pending = createPendingKey(window);

  const isDrawing = (): boolean =>
    progress !== undefined &&
    (progress.isBehind || window.performance.now() - progress.changedAt < drawingMs);

  function runMainAction(): KeyOutcome {
    const main = mainPart();
    if (isModalOpen()) return 'done';
    if (progress?.isBehind === true || main === undefined) return 'waiting';
    const button = mainActionOf(main);
    if (button === undefined || button.disabled) return 'waiting';
    button.click();
    return 'done';
  }

  function goToSearch(from: Node | undefined, typedAfter: string): KeyOutcome {
    const main = mainPart();
    if (isModalOpen()) return 'done';
    if (progress?.isBehind === true || main === undefined) return 'waiting';
    const search = searchOf(main, from);
    if (search === undefined) return 'waiting';
    search.focus();
    if (typedAfter !== '') {
      search.setRangeText(typedAfter, search.selectionStart ?? 0, search.selectionEnd ?? 0, 'end');
      search.dispatchEvent(
        new InputEvent('input', { bubbles: true, data: typedAfter, inputType: 'insertText' }),
      );
    }
    return 'done';
  }

  function handle(event: KeyboardEvent): void {
    const main = mainPart();
    const { target, key } = event;
    if (main === undefined || event.defaultPrevented || event.isComposing) return;
    if (isModalOpen()) return;
    if (target instanceof Element && target.closest('[role=menu]') !== null) return;
    if (matchesShortcut(event, 'Mod+Enter', isApplePlatform(navigator))) {
      const waits = isDrawing();
      if (!waits && mainActionOf(main)?.disabled !== false) return;
      // On a link the browser would open another tab.
      event.preventDefault();
      if (waits) pending.start(runMainAction);
      else runMainAction();
    } else if (matchesShortcut(event, '/', isApplePlatform(navigator)) && !isTyping(target)) {
      const from = target instanceof Node ? target : undefined;
      const waits = isDrawing();
      if (!waits && searchOf(main, from) === undefined) return;
      event.preventDefault();
      if (waits) pending.start((typedAfter) => goToSearch(from, typedAfter), { collectsText: true });
      else goToSearch(from, '');
    } else if (key === 'Escape' && !hadChoices && isTyping(target) && target instanceof HTMLElement) {
      if (!main.contains(target)) return;
      event.preventDefault();
      leave(target, main);
    }
  }

  return {
    before(event) {
      const { target } = event;
      hadChoices = target instanceof Element && target.matches('[aria-expanded=true]');
      if (!pending.collect(event)) return;
      event.preventDefault();
      event.stopPropagation();
    },
    handle,
    cancel: () => pending.cancel(),
  };
}

function leave(field: HTMLElement, main: HTMLElement): void {
  for (let at = field.parentElement; at !== null && main.contains(at); at = at.parentElement) {
    const heading = at.querySelector<HTMLElement>('h1[tabindex="-1"], h2[tabindex="-1"]');
    if (heading === null) continue;
    heading.focus({ preventScroll: true });
    return;
  }
  main.focus({ preventScroll: true });
}
