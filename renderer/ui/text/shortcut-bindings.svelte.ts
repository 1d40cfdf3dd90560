/** The keys that the user has chosen, by the default keys that name a shortcut; empty: none. */
let changed = $state.raw<Readonly<Record<string, string>>>({});

export function bindShortcuts(next: Readonly<Record<string, string>>): void {
  changed = next;
}

/** The current keys of the shortcut with these default keys. */
export function boundKeys(shortcut: string): string {
  return changed[shortcut] ?? shortcut;
}
