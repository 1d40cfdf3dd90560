import type { MenuItemConstructorOptions } from 'electron';
import { describe, expect, it } from 'vitest';
import type { MenuCommand } from '../../../../contract/bridge/menu.ts';
import type { Shortcuts } from '../../../../contract/settings/shortcuts.ts';
import { menuTemplate } from './menu.ts';

function open(platform: NodeJS.Platform, isDevelopment = false, shortcuts: Shortcuts = {}) {
  const chosen: MenuCommand[] = [];
  const template = menuTemplate({
    platform,
    isDevelopment,
    choose: (command) => chosen.push(command),
    shortcuts,
    openWindow: () => undefined,
    showLogFolder: () => undefined,
  });
  const under = (name: string): readonly MenuItemConstructorOptions[] => {
    const menu = template.find(({ label, role }) => (label ?? role) === name);
    return Array.isArray(menu?.submenu) ? menu.submenu : [];
  };
  return {
    chosen,
    under,
    named: (name: string, label: string) => under(name).find((item) => item.label === label),
  };
}

/** Clicks an item. A real click passes arguments, which these items ignore. */
function click(item: MenuItemConstructorOptions | undefined): void {
  const act = item?.click as (() => void) | undefined;
  if (act === undefined) throw new Error('The menu has no such item.');
  act();
}

describe('the menu', () => {
  it.each([
    ['linux', '&File', 'help'],
    ['win32', '&File', 'help'],
    ['darwin', 'appMenu', 'appMenu'],
  ] as const)('has Settings and About where users of %s expect them', (platform, forSettings, forAbout) => {
    const { named, chosen } = open(platform);
    click(named(forSettings, 'Settings…'));
    click(named(forAbout, 'About Tenant Desk'));
    expect(chosen).toEqual(['settings', 'about']);
  });

  it('sends commands to the page instead of simulating keys', () => {
    const { named, chosen } = open('linux');
    click(named('help', 'Keyboard shortcuts'));
    click(named('&View', 'Command palette…'));
    expect(chosen).toEqual(['shortcuts', 'palette']);
  });

  it('shows the page’s shortcuts without registering them', () => {
    const { named } = open('linux');
    expect(named('&View', 'Command palette…')).toMatchObject({
      accelerator: 'CommandOrControl+K',
      registerAccelerator: false,
    });
    expect(named('&File', 'Settings…')).toMatchObject({
      accelerator: 'CommandOrControl+,',
      registerAccelerator: false,
    });
  });

  it('shows the keys that the user has chosen, and none that Electron doesn’t know', () => {
    const shown = (keys: string) =>
      open('linux', false, { 'Mod+K': keys }).named('&View', 'Command palette…')?.accelerator;
    expect(shown('Mod+Shift+P')).toBe('CommandOrControl+Shift+P');
    expect(shown('Alt+ArrowUp')).toBe('Alt+Up');
    expect(shown('')).toBeUndefined();
    expect(shown('Mod+é')).toBeUndefined();
  });

  it('has Quit on every system', () => {
    expect(open('linux').under('&File')).toContainEqual({ role: 'quit' });
    expect(open('darwin').under('appMenu')).toContainEqual({ role: 'quit' });
  });

  it('has developer tools in development only', () => {
    const roles = (isDevelopment: boolean) =>
      open('linux', isDevelopment)
        .under('&View')
        .map(({ role }) => role);
    expect(roles(true)).toEqual(expect.arrayContaining(['reload', 'toggleDevTools']));
    expect(roles(false)).not.toContain('toggleDevTools');
    expect(roles(false)).not.toContain('reload');
  });
});
