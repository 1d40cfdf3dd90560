import { isApplePlatform, matchesShortcut } from '../text/shortcut.ts';

/** What a control does with keys, but for Mod+Enter, which is the view's: a list of choices would open for the Enter in it. */
export function leaveMainKey(handler: unknown): (event: KeyboardEvent) => void {
  return (event) => {
    if (!matchesShortcut(event, 'Mod+Enter', isApplePlatform(navigator)) && isHandler(handler))
      handler(event);
  };
}

const isHandler = (handler: unknown): handler is (event: KeyboardEvent) => void =>
  typeof handler === 'function';
