/** Pins or unpins the open item. Apart from the pinned items, which are loaded before anything is on the screen. */
export const pinShortcut = 'Shift+Alt+P';
