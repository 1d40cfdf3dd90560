/** Why keys can't be those of a shortcut. */

const system: Readonly<Record<string, string>> = {
  'Mod+N': 'Opens a window',
  'Mod+T': 'Opens a tab in browsers',
  'Mod+W': 'Closes the window',
  'Mod+Q': 'Quits the program',
  'Mod+Shift+N': 'Opens a private window in browsers',
  'Mod+Shift+T': 'Reopens a tab in browsers',
  'Mod+Shift+W': 'Closes the window',
  'Mod+Shift+I': 'Opens developer tools in browsers',
  'Mod+Tab': 'Switches tabs in browsers',
  'Mod+Shift+Tab': 'Switches tabs in browsers',
  'Mod+PageUp': 'Switches tabs in browsers',
  'Mod+PageDown': 'Switches tabs in browsers',
  'Alt+F4': 'Closes the window',
  'Alt+Tab': 'Switches windows',
  'Alt+Space': 'Opens the window menu',
  'Alt+Escape': 'Switches windows',
  F11: 'Turns full screen on or off',
};

const appleSystem: Readonly<Record<string, string>> = {
  'Mod+H': 'Hides the program',
  'Mod+M': 'Minimizes the window',
  'Mod+Alt+H': 'Hides other programs',
  'Mod+Space': 'Opens Spotlight',
  'Ctrl+Space': 'Switches the input source',
  'Mod+Shift+3': 'Takes a screenshot',
  'Mod+Shift+4': 'Takes a screenshot',
  'Mod+Shift+5': 'Takes a screenshot',
};

/** Of text fields and of the editor's library; a spec compares them with its keys. */
const editing = [
  /^Mod\+(?:A|C|D|F|G|I|M|U|V|X|Y|Z|[/\\[\]]|Backspace|Delete)$/,
  /^Mod\+Shift\+(?:G|K|L|M|U|V|Z|\\)$/,
  /^(?:Mod\+)?(?:Shift\+)?(?:Alt\+)?(?:Home|End|Page\w+|Arrow\w+|Insert|Backspace|Delete|Enter|Space)$/,
  /^(?:Alt\+[ILU`]|Shift\+Alt\+[AM]|Mod\+Alt\+[G\\]|(?:Shift\+)?F3|Ctrl\+Space)$/,
];
/** As everywhere on macOS. */
const appleEditing = /^Ctrl\+(?:Shift\+)?(?:Alt\+)?(?:[A-Z]|Arrow\w+)$/;

const isPlainKey =
  /^(?:Shift\+)?(?:.|Enter|Escape|Tab|Space|Backspace|Delete|Insert|Home|End|Page\w+|Arrow\w+|ContextMenu)$/u;

interface RecordedFor {
  /** Default keys of the shortcut. */
  readonly name: string;
  readonly apple: boolean;
}

/** Why these keys can't be used; undefined if they can. The default keys always can. */
export function rejectionOf(keys: string, { name, apple }: RecordedFor): string | undefined {
  if (keys === name || keys === '') return undefined;
  if (keys.includes(' ')) {
    return isSequence(name)
      ? undefined
      : 'Two keys in sequence are for “Go to” only. Add Ctrl, Alt or Shift.';
  }
  // Search and help are single characters, as everywhere on the web.
  if (isSymbol(keys) && isSymbol(name)) return undefined;
  if (isPlainKey.test(keys)) return plainReason(name, apple);
  const use = (apple ? appleSystem[keys] : undefined) ?? system[keys];
  if (use !== undefined) return `${use}. Press other keys.`;
  if (/^Mod\+[0-9]$/.test(keys)) return 'Switches tabs in browsers. Press other keys.';
  if (/^Mod\+[-+=_]$/.test(keys)) return 'Changes the zoom. Press other keys.';
  if (apple && /^(?:Shift\+)?Alt\+.$/u.test(keys)) return 'Types a character on macOS. Add Ctrl or Cmd.';
  if (!apple && /^Mod\+(?:Shift\+)?Alt\+.$/u.test(keys)) {
    return 'Ctrl+Alt types a character on many keyboards. Use one of the two.';
  }
  if (editing.some((pattern) => pattern.test(keys)) || (apple && appleEditing.test(keys)))
    return 'Edits text or moves the cursor. Press other keys.';
  return undefined;
}

const isSequence = (keys: string): boolean => keys.includes(' ');
const isSymbol = (keys: string): boolean => /^[^\sa-z0-9]$/iu.test(keys);

function plainReason(name: string, apple: boolean): string {
  const more = `Add ${apple ? 'Cmd' : 'Ctrl'} or Alt, or use a function key`;
  return isSequence(name)
    ? `${more}, or press two letters in sequence.`
    : isSymbol(name)
      ? `${more}, or press a symbol such as ;.`
      : `${more}.`;
}
