/** Shortcuts that belong together, as the sheet shows them. */
export interface ShortcutGroup {
  readonly title: string;
  readonly shortcuts: readonly { readonly keys: string; readonly label: string }[];
}
