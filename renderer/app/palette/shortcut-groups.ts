import type { ShortcutGroup } from '../../ui/index.ts';
import { globalViews, tenantViews } from '../views/views.ts';
import { isTyping } from '../../state/is-typing.ts';
import { labelOf, mainActionOf, searchOf } from '../../state/view-keys.ts';

type Shortcut = ShortcutGroup['shortcuts'][number];

/** The shortcuts of the window, and of what its view shows now. Undefined: no view is there yet. */
export function shortcutGroups(main: HTMLElement | undefined): ShortcutGroup[] {
  const inView = main === undefined ? [] : shortcutsOf(main);
  const has = (selector: string) => main?.querySelector(selector) != null;
  return [
    ...(inView.length === 0 ? [] : [{ title: 'In this view', shortcuts: inView }]),
    {
      title: 'Anywhere',
      shortcuts: [
        { keys: 'Mod+K', label: 'Go to anything, do anything' },
        { keys: '?', label: 'This list' },
        { keys: 'Mod+,', label: 'Settings' },
        { keys: 'F6', label: 'Focus notifications' },
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
        { keys: 'Mod+Z', label: 'Undo what was just applied' },
        { keys: 'F7', label: 'Next change in a comparison' },
        { keys: 'Escape', label: 'Cancel' },
      ],
    },
    {
      title: 'Go to, from outside texts and lists',
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
  const hasField = [...main.querySelectorAll('input, textarea, .cm-content')].some(isTyping);
  return [
    ...(search === undefined ? [] : [{ keys: '/', label: search.getAttribute('aria-label') ?? 'Search' }]),
    ...(action === undefined ? [] : [{ keys: 'Mod+Enter', label: labelOf(action) }]),
    ...(hasField ? [{ keys: 'Escape', label: 'Blur field' }] : []),
  ];
}

const lists: ShortcutGroup = {
  title: 'Lists',
  shortcuts: [
    { keys: 'ArrowDown', label: 'Next row, or from the search to the list' },
    { keys: 'Enter', label: 'Open the row, or the first hit' },
    { keys: 'Home', label: 'First row' },
    { keys: 'End', label: 'Last row' },
  ],
};

const editors: ShortcutGroup = {
  title: 'Editors',
  shortcuts: [
    { keys: 'Mod+F', label: 'Find and replace' },
    { keys: 'Mod+Alt+G', label: 'Go to line' },
    { keys: 'Ctrl+Space', label: 'Complete' },
    { keys: 'F8', label: 'Next problem' },
  ],
};

const templates: ShortcutGroup = {
  title: 'Templates',
  shortcuts: [
    { keys: 'F12', label: 'Go to where a name is defined; in the preview, to what printed it' },
    { keys: 'Shift+F12', label: 'Show output in preview' },
    { keys: 'F2', label: 'Rename a variable or macro' },
    { keys: 'Shift+F1', label: 'What a name means' },
    { keys: 'Shift+Alt+F', label: 'Format the template' },
    { keys: 'Alt+Z', label: 'Wrap long lines' },
  ],
};

const scripts: ShortcutGroup = {
  title: 'Scripts',
  shortcuts: [
    { keys: 'Shift+Alt+F', label: 'Format script' },
    { keys: 'F12', label: 'Go to where a name is defined' },
    { keys: 'F1', label: 'To the functions' },
    { keys: 'Mod+R', label: 'Run test users' },
  ],
};
