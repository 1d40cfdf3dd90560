/** Time within which dialogs restore the focus and views set it; after that it counts as lost. */
const stableMs = 80;
const dialogs = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox][data-state=open]';

/**
 * The heading to focus on arrival: the item's if the URL names one, else the view's. Undefined while neither is
 * drawn.
 */
export function headingOf(main: HTMLElement, isOfItem: boolean): HTMLElement | undefined {
  const of = (level: string) => main.querySelector<HTMLElement>(`${level}[tabindex="-1"]`) ?? undefined;
  return (isOfItem ? of('h2') : undefined) ?? of('h1') ?? of('h2');
}

/** How long an item may take to be drawn until its heading no longer gets the focus, ms. */
const arrivalMs = 5000;

interface Arrival {
  readonly isOfItem: boolean;
  /** Whether a control had the focus before: then the view hasn't set it. */
  readonly hadFocus: (control: Element) => boolean;
}

/**
 * Focuses it, unless a dialog has the focus or the view has already set it. The heading of an item that isn't drawn yet
 * gets the focus as soon as it is, if the user hasn't moved it by then. Returns a function that stops waiting for it.
 */
export function arriveAt(main: HTMLElement, { isOfItem, hadFocus }: Arrival): () => void {
  const { activeElement } = document;
  const isSetByView = activeElement !== null && isControlIn(main, activeElement) && !hadFocus(activeElement);
  if (activeElement?.closest(dialogs) != null || isSetByView) return () => undefined;
  const target = headingOf(main, isOfItem) ?? main;
  target.focus({ preventScroll: true });
  if (!isOfItem || target.matches('h2')) return () => undefined;
  const observer = new MutationObserver(() => {
    const heading = headingOf(main, true);
    if (heading?.matches('h2') !== true) return;
    stop();
    if (document.activeElement === target || document.activeElement === document.body)
      heading.focus({ preventScroll: true });
  });
  const timer = setTimeout(() => stop(), arrivalMs);
  const stop = (): void => {
    observer.disconnect();
    clearTimeout(timer);
  };
  observer.observe(main, { subtree: true, childList: true });
  return stop;
}

const isControlIn = (main: HTMLElement, element: Element): boolean =>
  main.contains(element) &&
  element.matches('input, textarea, button, [contenteditable=true], [role=grid], [role=listbox]');

/**
 * When the focused element is removed or disabled, moves the focus to the heading of the nearest part of the page
 * that remains. Returns a function that stops this.
 */
export function restoreFocus(main: HTMLElement): () => void {
  let last: HTMLElement | undefined;
  /** From the inside out, recorded while it had the focus. */
  let around: readonly HTMLElement[] = [];
  let waiting: ReturnType<typeof setTimeout> | undefined;

  function remember({ target }: FocusEvent): void {
    if (!(target instanceof HTMLElement)) return;
    last = target;
    around = ancestorsOf(target);
  }

  /** A click elsewhere is no loss. Removal is visible only after the focus is lost. */
  function forgetWhatIsLeft(): void {
    setTimeout(() => {
      if (document.activeElement === document.body && last !== undefined && isUsable(last)) last = undefined;
    });
  }

  function look(): void {
    waiting = undefined;
    if (last === undefined || isUsable(last) || document.activeElement !== document.body) return;
    last = undefined;
    const part = around.find((element) => element.isConnected && main.contains(element));
    (headingWithin(part, main) ?? headingOf(main, true) ?? main).focus({ preventScroll: true });
  }

  function lookSoon(): void {
    if (last === undefined || isUsable(last)) return;
    waiting ??= setTimeout(look, stableMs);
  }

  const observer = new MutationObserver(lookSoon);
  observer.observe(document.body, {
    subtree: true,
    childList: true,
    attributeFilter: ['disabled', 'hidden'],
  });
  document.addEventListener('focusin', remember);
  document.addEventListener('focusout', forgetWhatIsLeft);
  return () => {
    observer.disconnect();
    clearTimeout(waiting);
    document.removeEventListener('focusin', remember);
    document.removeEventListener('focusout', forgetWhatIsLeft);
  };
}

function isUsable(element: HTMLElement): boolean {
  return element.isConnected && !element.matches(':disabled') && element.closest('[hidden]') === null;
}

function ancestorsOf(element: HTMLElement): HTMLElement[] {
  const ancestors: HTMLElement[] = [];
  for (let at = element.parentElement; at !== null; at = at.parentElement) ancestors.push(at);
  return ancestors;
}

function headingWithin(part: HTMLElement | undefined, main: HTMLElement): HTMLElement | undefined {
  for (let at = part; at !== undefined && main.contains(at); at = at.parentElement ?? undefined) {
    const heading = at.querySelector<HTMLElement>('h1[tabindex="-1"], h2[tabindex="-1"]');
    if (heading !== null) return heading;
  }
  return undefined;
}
