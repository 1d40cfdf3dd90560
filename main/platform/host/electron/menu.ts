import type { MenuItemConstructorOptions } from 'electron';
import type { MenuCommand } from '../../../../contract/bridge/menu.ts';
import type { Shortcuts } from '../../../../contract/settings/shortcuts.ts';

export interface MenuOptions {
  readonly platform: NodeJS.Platform;
  /** Reloading and developer tools are for development only. */
  readonly isDevelopment: boolean;
  /** Sends the command to the page. */
  readonly choose: (command: MenuCommand) => void;
  readonly showLogFolder: () => void;
  readonly openWindow: () => void;
  /** Changed by the user. */
  readonly shortcuts: Shortcuts;
}

type Items = MenuItemConstructorOptions[];

const separator: MenuItemConstructorOptions = { type: 'separator' };

/**
 * The application menu. Commands are sent to the page instead of simulating a key, which a focused field would treat as text.
 */
export function menuTemplate(options: MenuOptions): Items {
  const isMac = options.platform === 'darwin';
  const command = (
    label: string,
    name: MenuCommand,
    more: MenuItemConstructorOptions = {},
  ): MenuItemConstructorOptions => ({
    label,
    ...more,
    // The page handles the shortcut.
    registerAccelerator: false,
    click: () => options.choose(name),
  });
  const settings = command('Settings…', 'settings', acceleratorOf('Mod+,', options));
  const about = command('About Tenant Desk', 'about');
  const newWindow: MenuItemConstructorOptions = {
    label: 'New window',
    accelerator: 'CommandOrControl+Shift+N',
    click: options.openWindow,
  };

  return [
    ...(isMac ? [applicationMenu(about, settings)] : []),
    {
      label: '&File',
      submenu: isMac
        ? [newWindow, { role: 'close' }]
        : [newWindow, separator, settings, separator, { role: 'quit' }],
    },
    { role: 'editMenu' },
    {
      label: '&View',
      submenu: [
        command('Command palette…', 'palette', acceleratorOf('Mod+K', options)),
        separator,
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        separator,
        { role: 'togglefullscreen' },
        ...(options.isDevelopment
          ? ([separator, { role: 'reload' }, { role: 'toggleDevTools' }] satisfies Items)
          : []),
      ],
    },
    { role: 'windowMenu' },
    {
      role: 'help',
      submenu: [
        command('Keyboard shortcuts', 'shortcuts'),
        { label: 'Show log files', click: options.showLogFolder },
        ...(isMac ? [] : [separator, about]),
      ],
    },
  ];
}

/** The current keys of the shortcut with these default keys, as Electron names them. */
function acceleratorOf(shortcut: string, { shortcuts }: MenuOptions): MenuItemConstructorOptions {
  const keys = shortcuts[shortcut] ?? shortcut;
  // Electron rejects keys that it doesn't know, such as letters outside ASCII; "+" separates.
  if (!/^((Mod|Ctrl|Alt|Shift)\+)*([A-Z0-9]|F\d+|[,./;'[\]\\=-]|Arrow\w+)$/i.test(keys)) return {};
  return {
    accelerator: keys
      .replace(/\bMod\b/, 'CommandOrControl')
      .replace('Ctrl', 'Control')
      .replace('Arrow', ''),
  };
}

/** The macOS application menu, with our About and Settings. */
function applicationMenu(
  about: MenuItemConstructorOptions,
  settings: MenuItemConstructorOptions,
): MenuItemConstructorOptions {
  return {
    role: 'appMenu',
    submenu: [
      about,
      separator,
      settings,
      separator,
      { role: 'services' },
      separator,
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      separator,
      { role: 'quit' },
    ],
  };
}
