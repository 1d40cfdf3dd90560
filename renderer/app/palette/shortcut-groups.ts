import { isApplePlatform } from '../../ui/index.ts';
import type { ShortcutGroup } from '../../ui/index.ts';
import { workAreaOf } from '../work-area/work-area.ts';
import { globalViews, tenantViews } from '../views/views.ts';
import { isTyping } from '../../state/is-typing.ts';
import { pinShortcut } from '../../state/pin-shortcut.ts';
import { labelOf, mainActionOf, searchOf } from '../../state/view-keys.ts';

type Shortcut = ShortcutGroup['shortcuts'][number];

/** The shortcuts of the window, and of the current view. Undefined while no view is drawn. */
export function shortcutGroups(main: HTMLElement | undefined): ShortcutGroup[] {
  const apple = isApplePlatform(navigator);
  const inView = main === undefined ? [] : shortcutsOf(main);
  const has = (selector: string) => main?.querySelector(selector) != null;
  return [
    ...(inView.length === 0 ? [] : [{ title: 'In this view', shortcuts: inView }]),
    {
      title: 'Anywhere',
      shortcuts: [
        { keys: 'Mod+K', label: 'Search or run a command' },
        { keys: '?', label: 'This list' },
        { keys: 'Mod+,', label: 'Settings' },
        { keys: apple ? 'Mod+[' : 'Alt+ArrowLeft', label: 'Back' },
        { keys: apple ? 'Mod+]' : 'Alt+ArrowRight', label: 'Forward' },
        { keys: 'F6', label: 'Focus messages' },
      ],
    },
    ...(has('[role=listbox]') ? [lists] : []),
    ...(has('.cm-editor') ? [editors] : []),
    ...(has('.cm-content[data-language="freemarker"]:not([aria-readonly])') ? [templates] : []),
    ...(has('[aria-label="Format script"]') ? [scripts] : []),
    {
      title: 'Review',
      shortcuts: [
        { keys: 'Mod+Enter', label: 'Apply' },
        { keys: 'Mod+Z', label: 'Undo the last apply' },
        { keys: 'F7', label: 'Next change in a comparison' },
        { keys: 'Escape', label: 'Cancel' },
      ],
    },
    {
      title: 'Go to (outside text fields and lists)',
      shortcuts: [...tenantViews, ...globalViews].map(({ name, shortcut }) => ({
        keys: shortcut,
        label: name,
      })),
    },
  ];
}

function shortcutsOf(main: HTMLElement): Shortcut[] {
  const search = searchOf(main);
  const action = mainActionOf(main);
  const pin = main.querySelector<HTMLButtonElement>(`button[data-shortcut="${pinShortcut}"]`);
  const hasField = [...main.querySelectorAll('input, textarea, .cm-content')].some(isTyping);
  return [
    ...(search === undefined ? [] : [{ keys: '/', label: search.getAttribute('aria-label') ?? 'Search' }]),
    ...(action === undefined ? [] : [{ keys: 'Mod+Enter', label: labelOf(action) }]),
    ...(pin === null ? [] : [{ keys: pinShortcut, label: labelOf(pin) }]),
    ...(workAreaOf(main) === undefined ? [] : workArea),
    ...(hasField ? [{ keys: 'Escape', label: 'Blur field' }] : []),
  ];
}

const workArea: readonly Shortcut[] = [
  { keys: 'F9', label: 'Focus editor, list or form' },
  { keys: 'Enter', label: 'The same, from a heading' },
];

const lists: ShortcutGroup = {
  title: 'Lists',
  shortcuts: [
    { keys: 'ArrowDown', label: 'Next row, or from search to list' },
    { keys: 'Enter', label: 'Open row or first result' },
    { keys: 'Home', label: 'First row' },
    { keys: 'End', label: 'Last row' },
  ],
};

const editors: ShortcutGroup = {
  title: 'Editors',
  shortcuts: [
    { keys: 'Mod+F', label: 'Find and replace' },
    { keys: 'Mod+Alt+G', label: 'Go to line' },
    { keys: 'Ctrl+Space', label: 'Autocomplete' },
    { keys: 'F8', label: 'Next problem' },
  ],
};

const templates: ShortcutGroup = {
  title: 'Templates',
  shortcuts: [
    { keys: 'F12', label: 'Go to definition or preview source' },
    { keys: 'Shift+F12', label: 'Show output in preview' },
    { keys: 'F2', label: 'Rename a variable or macro' },
    { keys: 'Shift+F1', label: 'Show documentation' },
    { keys: 'Shift+Alt+F', label: 'Format the template' },
    { keys: 'Alt+Z', label: 'Wrap long lines' },
    { keys: 'Mod+Shift+T', label: 'Send test with the last event' },
  ],
};

const scripts: ShortcutGroup = {
  title: 'Scripts',
  shortcuts: [
    { keys: 'Shift+Alt+F', label: 'Format the script' },
    { keys: 'F12', label: 'Go to definition' },
    { keys: 'F1', label: 'Focus functions' },
    { keys: 'Mod+R', label: 'Run with test users' },
  ],
};
