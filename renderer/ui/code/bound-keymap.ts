import type { Extension } from '@codemirror/state';
import { type Command, EditorView } from '@codemirror/view';
import { isApplePlatform, matchesShortcut } from '../text/shortcut.ts';

/** Like the library's `keymap`, for shortcuts whose keys the user may have changed. */
export function boundKeymap(commands: Readonly<Record<string, Command>>): Extension {
  return EditorView.domEventHandlers({
    keydown: (event, view) =>
      Object.entries(commands).some(
        ([shortcut, run]) => matchesShortcut(event, shortcut, isApplePlatform(navigator)) && run(view),
      ),
  });
}
