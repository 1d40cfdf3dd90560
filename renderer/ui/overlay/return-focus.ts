/** The focused elements before each open dialog, nearest first. */
const chains = new WeakMap<Element, readonly HTMLElement[]>();

/** For the dialog that opened last, until it returned the focus. */
let latest: readonly HTMLElement[] = [];

const dialogs = '[role="dialog"], [role="alertdialog"]';

/**
 * Where the focus returns when a dialog closes: to the element that had it before; if that was removed with its own
 * dialog, as the form of a change is when its review opens, to what that dialog was opened from.
 */
export class ReturnFocus {
  #chain: readonly HTMLElement[] = [];

  /** Call before the dialog opens: a control inside may take the focus before it is recorded. */
  remember(): void {
    const { activeElement } = document;
    if (!(activeElement instanceof HTMLElement)) return;
    if (activeElement === document.body) {
      // That element is already gone, with the dialog that this one replaces.
      this.#chain = latest;
      return;
    }
    const around = activeElement.closest(dialogs);
    this.#chain = [activeElement, ...(around === null ? [] : (chains.get(around) ?? []))];
  }

  /** Call with an element of the dialog once it is mounted. */
  opened(inside: Element | undefined): void {
    const dialog = inside?.closest(dialogs);
    if (dialog == null) return;
    chains.set(dialog, this.#chain);
    latest = this.#chain;
  }

  /** Replaces the library's default. `instead`: used if all of those are gone. */
  give(event: Event, instead?: HTMLElement | null): void {
    const target = this.#chain.find(isThere) ?? instead;
    if (target == null) return;
    event.preventDefault();
    target.focus();
    if (latest === this.#chain && document.activeElement === target) latest = [];
  }
}

/** A closing dialog is still visible: the focus would be lost with it. */
function isThere(element: HTMLElement): boolean {
  const around = element.closest(dialogs);
  return (
    element.isConnected &&
    element.checkVisibility() &&
    (around === null || around.getAttribute('data-state') !== 'closed')
  );
}
