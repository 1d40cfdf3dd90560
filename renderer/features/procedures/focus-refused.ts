/** Moves the focus to the first field that cannot be sent, once its words stand below it. */
export function focusRefused(form: HTMLElement | undefined): void {
  requestAnimationFrame(() =>
    form?.querySelector<HTMLElement>('[aria-invalid="true"], [role="textbox"]')?.focus(),
  );
}
