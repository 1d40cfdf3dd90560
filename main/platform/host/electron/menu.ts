import type { MenuItemConstructorOptions, WebContents } from 'electron';

export interface MenuOptions {
  readonly platform: NodeJS.Platform;
  /** Reloading and developer tools are for development only. */
  readonly isDevelopment: boolean;
  readonly contents: () => Pick<WebContents, 'sendInputEvent'> | undefined;
  readonly showLogFolder: () => void;
}

const separator: MenuItemConstructorOptions = { type: 'separator' };

/** The application's menu. What the page does by keys of its own, the menu does by pressing those keys. */
export function menuTemplate(options: MenuOptions): MenuItemConstructorOptions[] {
  const { platform, isDevelopment } = options;
  const isMac = platform === 'darwin';
  const key = (
    label: string,
    accelerator: string,
    keyCode: string,
    modifiers: ('control' | 'meta')[],
  ): MenuItemConstructorOptions => ({
    label,
    accelerator,
    // The page listens for the key itself.
    registerAccelerator: false,
    click: () => pressKey(options.contents(), keyCode, modifiers),
  });
  return [
    ...(isMac ? [{ role: 'appMenu' } satisfies MenuItemConstructorOptions] : []),
    { label: '&File', submenu: [isMac ? { role: 'close' } : { role: 'quit' }] },
    { role: 'editMenu' },
    {
      label: '&View',
      submenu: [
        key('Command palette…', 'CommandOrControl+K', 'K', [isMac ? 'meta' : 'control']),
        separator,
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        separator,
        { role: 'togglefullscreen' },
        ...(isDevelopment
          ? ([
              separator,
              { role: 'reload' },
              { role: 'toggleDevTools' },
            ] satisfies MenuItemConstructorOptions[])
          : []),
      ],
    },
    { role: 'windowMenu' },
    {
      role: 'help',
      submenu: [
        key('Keyboard shortcuts', '?', '?', []),
        { label: 'Show log files', click: options.showLogFolder },
        ...(isMac ? [] : ([separator, { role: 'about' }] satisfies MenuItemConstructorOptions[])),
      ],
    },
  ];
}

function pressKey(
  contents: Pick<WebContents, 'sendInputEvent'> | undefined,
  keyCode: string,
  modifiers: ('control' | 'meta')[],
): void {
  contents?.sendInputEvent({ type: 'keyDown', keyCode, modifiers });
  contents?.sendInputEvent({ type: 'keyUp', keyCode, modifiers });
}
