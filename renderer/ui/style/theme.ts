/** The user's choice; `system` follows the operating system. */
export type ThemeChoice = 'system' | 'light' | 'dark';
export type Density = 'regular' | 'compact';

/** Sets the theme of `root` (usually `document.documentElement`). `system` removes the override. */
export function applyTheme(root: HTMLElement, choice: ThemeChoice): void {
  if (choice === 'system') delete root.dataset['theme'];
  else root.dataset['theme'] = choice;
}

/** Sets the row density of `root`: 32 px rows, or 28 px when compact. */
export function applyDensity(root: HTMLElement, density: Density): void {
  if (density === 'regular') delete root.dataset['density'];
  else root.dataset['density'] = density;
}
