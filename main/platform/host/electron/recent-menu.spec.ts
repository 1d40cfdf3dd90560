import type { Menu, MenuItemConstructorOptions } from 'electron';
import { expect, it } from 'vitest';
import { asApp, FakeApp } from '../../../../test/fakes/electron/fake-app.ts';
import { showRecentTenants } from './recent-menu.ts';

const acme = {
  name: 'Acme \u202eProd',
  link: 'tenant-desk://open/overview?tenant=https%3A%2F%2Facme.example',
};

function show(platform: NodeJS.Platform, isPackaged = true) {
  const app = new FakeApp({ appFolder: '', homeFolder: '', isPackaged, getsLock: true });
  const opened: string[] = [];
  const built: MenuItemConstructorOptions[] = [];
  const options = {
    app: asApp(app),
    platform,
    program: 'C:\\Tenant Desk.exe',
    buildMenu: (template: MenuItemConstructorOptions[]) => {
      built.splice(0, built.length, ...template);
      return { template } as unknown as Menu;
    },
    open: (link: string) => void opened.push(link),
    openWindow: () => void opened.push('a window'),
  };
  showRecentTenants(options, [acme]);
  return { app, built, opened };
}

it('lists tenants in the jump list of the installed program, as links behind which nothing is a switch', () => {
  expect(show('win32').app.userTasks).toEqual([
    {
      title: 'Acme Prod',
      description: 'Open Acme Prod',
      program: 'C:\\Tenant Desk.exe',
      arguments: `-- ${acme.link}`,
      iconPath: 'C:\\Tenant Desk.exe',
      iconIndex: 0,
    },
  ]);
  expect(show('win32', false).app.userTasks).toEqual([]);
  expect(show('linux').app.userTasks).toEqual([]);
});

it('lists them in the dock menu below New window, and opens the one that is clicked', () => {
  const { app, built, opened } = show('darwin');
  expect(app.dock.menus).toHaveLength(1);
  expect(built.map(({ label, type }) => label ?? type)).toEqual(['New window', 'separator', 'Acme Prod']);
  // A real click passes arguments, which these items ignore.
  for (const { click } of built) (click as (() => void) | undefined)?.();
  expect(opened).toEqual(['a window', acme.link]);
});
