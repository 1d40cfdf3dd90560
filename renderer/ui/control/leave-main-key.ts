import { isApplePlatform, matchesShortcut } from '../text/shortcut.ts';

/** Runs a control's key handler except for Mod+Enter, which belongs to the view: its Enter would open a dropdown. */
export function leaveMainKey(handler: unknown): (event: KeyboardEvent) => void {
  return (event) => {
    if (!matchesShortcut(event, 'Mod+Enter', isApplePlatform(navigator)) && isHandler(handler))
      handler(event);
  };
}

const isHandler = (handler: unknown): handler is (event: KeyboardEvent) => void =>
  typeof handler === 'function';
