/**
 * Sets the initial focus of a dialog: on `[data-autofocus]`, else on the first control of its body, else on the
 * dialog itself.
 */
export function focusFirst(event: Event, body: HTMLElement | undefined): void {
  const dialog = body?.closest('[role="dialog"], [role="alertdialog"]');
  const target =
    dialog?.querySelector<HTMLElement>('[data-autofocus]') ??
    body?.querySelector<HTMLElement>(
      'input:not([disabled]), textarea:not([disabled]), select, [role="combobox"], [tabindex="0"], button:not([disabled])',
    );
  const first = target ?? dialog;
  if (!(first instanceof HTMLElement)) return;
  event.preventDefault();
  first.focus();
}
