import { ariaShortcut, isApplePlatform, matchesShortcut } from '../../ui/index.ts';
import { isModalOpen } from './is-modal-open.ts';
import { isTyping } from './is-typing.ts';

/*
 * What the same keys do in every view is read from what the view shows: its search, and the button that says it is what
 * Mod+Enter does. So a view has to handle neither, and what the list of shortcuts says of it is what happens.
 */

function isInSight(element: HTMLElement): boolean {
  return element.checkVisibility({ visibilityProperty: true });
}

/**
 * The search of the view; undefined where it has none, or has it not in sight. Of several it is that of the nearest part
 * around `from`: who is in a detail searches the detail.
 */
export function searchOf(main: HTMLElement, from?: Node): HTMLInputElement | undefined {
  const searches = [...main.querySelectorAll<HTMLInputElement>('input[type=search]')].filter(isInSight);
  for (let at = from; at !== undefined && at !== main; at = at.parentNode ?? undefined) {
    const around = at;
    const nearest = searches.find((search) => around.contains(search));
    if (nearest !== undefined) return nearest;
  }
  return searches[0];
}

/** The button of what the view is there for; it may be disabled. */
export function mainActionOf(main: HTMLElement): HTMLButtonElement | undefined {
  const keys = ariaShortcut('Mod+Enter', isApplePlatform(navigator));
  return [...main.querySelectorAll<HTMLButtonElement>(`button[aria-keyshortcuts="${keys}"]`)].find(isInSight);
}

/** What it says, without the drawing of its keys. */
export function labelOf(button: HTMLElement): string {
  const copy = button.cloneNode(true);
  if (!(copy instanceof HTMLElement)) return '';
  copy.querySelectorAll('[aria-hidden=true]').forEach((part) => part.remove());
  return (button.getAttribute('aria-label') ?? copy.textContent).trim();
}

export interface ViewKeys {
  /** Before anything else has seen the key. */
  before(event: KeyboardEvent): void;
  /** After everything else has. */
  handle(event: KeyboardEvent): void;
}

/**
 * `/` goes to the search, Mod+Enter does the main thing wherever the focus is, Escape leaves a field for the heading above
 * it, with its text as it is. What a field or an editor has done with the key already stays done.
 */
export function createViewKeys(mainPart: () => HTMLElement | undefined): ViewKeys {
  /** A list of choices under a field is closed by Escape; the field itself by the next. */
  let hadChoices = false;

  function handle(event: KeyboardEvent): void {
    const main = mainPart();
    const { target, key } = event;
    if (main === undefined || event.defaultPrevented || event.isComposing) return;
    if (isModalOpen()) return;
    if (target instanceof Element && target.closest('[role=menu]') !== null) return;
    if (matchesShortcut(event, 'Mod+Enter', isApplePlatform(navigator))) {
      const button = mainActionOf(main);
      if (button === undefined || button.disabled) return;
      event.preventDefault();
      button.click();
    } else if (key === '/' && !isTyping(target)) {
      const search = searchOf(main, target instanceof Node ? target : undefined);
      if (search === undefined) return;
      event.preventDefault();
      search.focus();
    } else if (key === 'Escape' && !hadChoices && isTyping(target) && target instanceof HTMLElement) {
      if (!main.contains(target)) return;
      event.preventDefault();
      leave(target, main);
    }
  }

  return {
    before({ target }) {
      hadChoices = target instanceof Element && target.matches('[aria-expanded=true]');
    },
    handle,
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
