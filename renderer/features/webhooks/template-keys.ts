/** Shortcuts of the template and its preview. */
export const templateKeys = {
  printed: 'Shift+F12',
  send: 'Mod+Shift+T',
  problem: 'F8',
  format: 'Shift+Alt+F',
  wrap: 'Alt+Z',
} as const;
