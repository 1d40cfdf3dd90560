/** What had the focus before each dialog, and before the one in which that stood, nearest first. */
const chains = new WeakMap<Element, readonly HTMLElement[]>();

/** Of the dialog that opened last, until it gave the focus back. */
let latest: readonly HTMLElement[] = [];

const dialogs = '[role="dialog"], [role="alertdialog"]';

/**
 * Where the focus goes back to when a dialog closes: to what had it before; where that went with a dialog of its own, as the
 * form of a change does when its review takes its place, to what that dialog was opened from.
 */
export class ReturnFocus {
  #chain: readonly HTMLElement[] = [];

  /** Call it before the dialog opens: a control inside may take the focus before anybody looks where it was. */
  remember(): void {
    const { activeElement } = document;
    if (!(activeElement instanceof HTMLElement)) return;
    if (activeElement === document.body) {
      // What had it went already, with the dialog whose place this one takes.
      this.#chain = latest;
      return;
    }
    const around = activeElement.closest(dialogs);
    this.#chain = [activeElement, ...(around === null ? [] : (chains.get(around) ?? []))];
  }

  /** Call it with something in the dialog once it is there. */
  opened(inside: Element | undefined): void {
    const dialog = inside?.closest(dialogs);
    if (dialog == null) return;
    chains.set(dialog, this.#chain);
    latest = this.#chain;
  }

  /** Takes the place of what would happen by itself. `instead`: where all of that is gone by now. */
  give(event: Event, instead?: HTMLElement | null): void {
    const target = this.#chain.find(isThere) ?? instead;
    if (target == null) return;
    event.preventDefault();
    target.focus();
    if (latest === this.#chain && document.activeElement === target) latest = [];
  }
}

/** Also a dialog that is closing is still there to be seen: with it the focus would go. */
function isThere(element: HTMLElement): boolean {
  const around = element.closest(dialogs);
  return (
    element.isConnected &&
    element.checkVisibility() &&
    (around === null || around.getAttribute('data-state') !== 'closed')
  );
}
