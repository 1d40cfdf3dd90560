import type { App, Menu, MenuItemConstructorOptions } from 'electron';
import type { RecentTenant } from '../recent-tenant.ts';

export interface RecentMenuOptions {
  readonly app: Pick<App, 'dock' | 'isPackaged' | 'setUserTasks'>;
  readonly platform: NodeJS.Platform;
  /** The executable that Windows starts. */
  readonly program: string;
  readonly buildMenu: (template: MenuItemConstructorOptions[]) => Menu;
  readonly open: (link: string) => void;
  readonly openWindow: () => void;
}

/** Shows the tenants that were opened last in the jump list (Windows) or the dock menu (macOS). Linux has neither. */
export function showRecentTenants(options: RecentMenuOptions, tenants: readonly RecentTenant[]): void {
  const { app, platform, program } = options;
  if (platform === 'win32' && app.isPackaged) {
    app.setUserTasks(
      tenants.map(({ name, link }) => ({
        title: titleOf(name),
        description: `Open ${titleOf(name)}`,
        program,
        // As the system passes links: behind `--` nothing is a switch.
        arguments: `-- ${link}`,
        iconPath: program,
        iconIndex: 0,
      })),
    );
  }
  if (platform === 'darwin') {
    app.dock?.setMenu(
      options.buildMenu([
        { label: 'New window', click: options.openWindow },
        ...(tenants.length === 0 ? [] : [{ type: 'separator' } as const]),
        ...tenants.map(({ name, link }) => ({ label: titleOf(name), click: () => options.open(link) })),
      ]),
    );
  }
}

/** Names come from a shared policy or a file, and a system menu shows no marks for invisible characters. */
const titleOf = (name: string): string => name.replace(/\p{C}/gu, '').trim() || 'Tenant';
