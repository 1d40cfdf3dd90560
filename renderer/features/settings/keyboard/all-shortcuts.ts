import { isApplePlatform } from '../../../ui/index.ts';
import type { ShortcutGroup } from '../../../ui/index.ts';
import { pinShortcut } from '../../../state/pin-shortcut.ts';
import type { ListedView } from '../../../state/context.ts';

/** All shortcuts by area, for Settings; those that can't be changed are fixed. */
export function allShortcuts(views: readonly ListedView[]): readonly ShortcutGroup[] {
  const apple = isApplePlatform(navigator);
  return [
    {
      title: 'Anywhere',
      shortcuts: [
        { keys: 'Mod+K', label: 'Command palette' },
        { keys: 'Mod+Enter', label: 'Main action: run, review or apply' },
        { keys: '/', label: 'Search in the view' },
        { keys: '?', label: 'Keyboard shortcuts' },
        { keys: 'Mod+,', label: 'Settings' },
        { keys: apple ? 'Mod+[' : 'Alt+ArrowLeft', label: 'Back' },
        { keys: apple ? 'Mod+]' : 'Alt+ArrowRight', label: 'Forward' },
        { keys: pinShortcut, label: 'Pin or unpin the open item' },
        { keys: 'F6', label: 'Focus messages' },
        { keys: 'F9', label: 'Focus editor, list or form' },
        { keys: 'Escape', label: 'Close or cancel', isFixed: true },
      ],
    },
    {
      title: 'Go to',
      shortcuts: [
        ...views.map(({ name, shortcut }) => ({ keys: shortcut, label: `Go to ${name}` })),
        ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map((place) => ({
          keys: `g ${place}`,
          label: `Go to pinned item ${place}`,
        })),
      ],
    },
    {
      title: 'Editors',
      shortcuts: [
        { keys: 'F8', label: 'Next problem' },
        { keys: 'Shift+F8', label: 'Previous problem' },
        { keys: 'F12', label: 'Go to definition' },
        { keys: 'F2', label: 'Rename' },
        { keys: 'Shift+F1', label: 'Show documentation' },
        { keys: 'Shift+Alt+F', label: 'Format' },
        { keys: 'Mod+F', label: 'Find and replace', isFixed: true },
        { keys: 'Mod+Alt+G', label: 'Go to line', isFixed: true },
        { keys: 'Ctrl+Space', label: 'Autocomplete', isFixed: true },
      ],
    },
    {
      title: 'Templates and scripts',
      shortcuts: [
        { keys: 'Mod+R', label: 'Run the test' },
        { keys: 'F1', label: 'Focus functions' },
        { keys: 'Mod+Shift+T', label: 'Send test with the last event' },
        { keys: 'Shift+F12', label: 'Show output in preview' },
        { keys: 'Alt+Z', label: 'Wrap long lines' },
      ],
    },
    {
      title: 'Query and review',
      shortcuts: [
        { keys: 'Mod+S', label: 'Save query' },
        { keys: 'F7', label: 'Next change or conflict' },
        { keys: 'Shift+F7', label: 'Previous change or conflict' },
        { keys: 'Mod+Z', label: 'Undo', isFixed: true },
      ],
    },
    {
      title: 'Lists and grids',
      shortcuts: [
        { keys: 'ArrowDown', label: 'Next row, or from search to list', isFixed: true },
        { keys: 'Enter', label: 'Open row or first result', isFixed: true },
        { keys: 'Space', label: 'Select or toggle', isFixed: true },
        { keys: 'Home', label: 'First row', isFixed: true },
        { keys: 'End', label: 'Last row', isFixed: true },
        { keys: 'Delete', label: 'Delete or close tab', isFixed: true },
        { keys: 'Mod+D', label: 'Fill down in roles', isFixed: true },
      ],
    },
  ];
}
