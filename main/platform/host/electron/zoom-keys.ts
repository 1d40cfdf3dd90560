import type { Input, WebContents } from 'electron';

/** As much as the items of the menu do. */
const step = 0.5;

type Pressed = Pick<Input, 'alt' | 'code' | 'control' | 'key' | 'meta' | 'shift' | 'type'>;

/**
 * What a key press does to the zoom, beyond the keys that the menu's own items have: `+` without its Shift, which is
 * `=` on most keyboards, and the numeric keypad. Answers the new level; undefined when the key is for somebody else.
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
      // With Num Lock off it is another key.
      return pressed.key === '0' ? 0 : undefined;
    default:
      return undefined;
  }
}

/** Zooms the page by those keys. */
export function zoomByKeys(contents: WebContents, platform: NodeJS.Platform): void {
  contents.on('before-input-event', (event, input) => {
    const level = zoomedBy(input, contents.zoomLevel, platform);
    if (level === undefined) return;
    // Neither the page nor the menu, whose own key this may be, is to have it too.
    event.preventDefault();
    contents.zoomLevel = level;
  });
}
