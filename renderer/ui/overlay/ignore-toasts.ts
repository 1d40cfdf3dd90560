/** Toasts are above dialogs: clicking one is not a click outside, which would close the dialog. */
export function ignoreToasts(event: Event): void {
  const { target } = event;
  if (target instanceof Element && target.closest('.toaster') !== null) event.preventDefault();
}
