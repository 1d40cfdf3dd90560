/** Inputs that are pressed or selected and accept no text. */
const withoutText = ['checkbox', 'radio', 'button', 'submit', 'reset', 'file', 'range', 'color'];

/** Whether a key pressed on `target` enters text there, so that it must not act as a shortcut. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      (target instanceof HTMLInputElement && !withoutText.includes(target.type)) ||
      target instanceof HTMLTextAreaElement)
  );
}

/** Whether `target` handles letter keys itself: it is a text field, has type-ahead, or covers the window. */
export function takesLetters(target: EventTarget | null): boolean {
  return (
    isTyping(target) ||
    isWithin(target, '[role=listbox], [role=grid], [role=menu], [role=dialog], [role=alertdialog]')
  );
}

function isWithin(target: EventTarget | null, selector: string): boolean {
  return target instanceof Element && target.closest(selector) !== null;
}
