/** Toasts stand over dialogs: pressing one is not pressing outside, which would close the dialog. */
export function ignoreToasts(event: Event): void {
  const { target } = event;
  if (target instanceof Element && target.closest('.toaster') !== null) event.preventDefault();
}
