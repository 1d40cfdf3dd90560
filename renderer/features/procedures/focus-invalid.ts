/** Focuses the first invalid field, once its error is shown below it. */
export function focusInvalid(form: HTMLElement | undefined): void {
  requestAnimationFrame(() =>
    form?.querySelector<HTMLElement>('[aria-invalid="true"], [role="textbox"]')?.focus(),
  );
}
