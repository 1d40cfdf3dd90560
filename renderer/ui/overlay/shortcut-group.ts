/** A shortcut, named by its default keys. */
export interface ListedShortcut {
  readonly keys: string;
  readonly label: string;
  /** The user can't choose other keys. */
  readonly isFixed?: boolean;
}

/** Shortcuts that belong together, as the sheet shows them. */
export interface ShortcutGroup {
  readonly title: string;
  readonly shortcuts: readonly ListedShortcut[];
}
