import { settingsGroups } from '../../features/settings/group-names.ts';
import type { PaletteCommand } from '../../ui/index.ts';
import { globalPath } from '../../state/router.svelte.ts';

/** One for each group of Settings; those that have a command by another name, and those that may be absent, aside. */
export function settingsCommands(go: (path: string) => void): PaletteCommand[] {
  return Object.entries(settingsGroups)
    .filter(([id]) => !['keyboard', 'managed', 'security', 'about'].includes(id))
    .map(([id, title]) => ({
      id: `settings ${id}`,
      group: 'Go to',
      label: `Settings: ${title}`,
      run: () => go(globalPath('settings', id)),
    }));
}
