import type { Input, WebContents } from 'electron';

/** Same as the menu items. */
const step = 0.5;

type Pressed = Pick<Input, 'alt' | 'code' | 'control' | 'key' | 'meta' | 'shift' | 'type'>;

/**
 * Handles zoom keys in addition to the menu's shortcuts: `+` without Shift, which is `=` on most keyboards, and the numeric keypad.
 * Returns the new level; undefined for any other key.
 */
export function zoomedBy(pressed: Pressed, level: number, platform: NodeJS.Platform): number | undefined {
  const isMac = platform === 'darwin';
  // AltGr is Control and Alt.
  const isChord = pressed.alt
    ? false
    : isMac
      ? pressed.meta && !pressed.control
      : pressed.control && !pressed.meta;
  if (pressed.type !== 'keyDown' || !isChord) return undefined;
  if (pressed.key === '+' || (pressed.key === '=' && !pressed.shift)) return level + step;
  switch (pressed.code) {
    case 'NumpadAdd':
      return level + step;
    case 'NumpadSubtract':
      return level - step;
    case 'Numpad0':
      // With Num Lock off it is a different key.
      return pressed.key === '0' ? 0 : undefined;
    default:
      return undefined;
  }
}

/** Zooms the page with these keys. */
export function zoomByKeys(contents: WebContents, platform: NodeJS.Platform): void {
  contents.on('before-input-event', (event, input) => {
    const level = zoomedBy(input, contents.zoomLevel, platform);
    if (level === undefined) return;
    // Neither the page nor the menu should handle it as well.
    event.preventDefault();
    contents.zoomLevel = level;
  });
}
