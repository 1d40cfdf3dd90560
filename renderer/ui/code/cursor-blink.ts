import type { Extension } from '@codemirror/state';
import { EditorView, ViewPlugin } from '@codemirror/view';
import type { PluginValue, ViewUpdate } from '@codemirror/view';

/** How long it is visible, and how long hidden. */
const blinkMs = 600;

/**
 * Blinks the cursor by a timer. The library uses an animation, which makes the browser draw every frame of the screen
 * as long as the editor has the focus: a key then waits for the next frame, and it drains the battery.
 */
class CursorBlink implements PluginValue {
  readonly #view: EditorView;
  readonly #lessMotion = matchMedia('(prefers-reduced-motion: reduce)');
  #timer: ReturnType<typeof setInterval> | undefined;
  #isSeen = true;

  constructor(view: EditorView) {
    this.#view = view;
    this.#start();
  }

  update({ docChanged, selectionSet, focusChanged }: ViewUpdate): void {
    if (docChanged || selectionSet || focusChanged) this.#start();
  }

  destroy(): void {
    clearInterval(this.#timer);
  }

  /** Restarts in the visible phase: a user who moves the cursor looks for it. */
  #start(): void {
    clearInterval(this.#timer);
    this.#see(true);
    if (this.#view.hasFocus && !this.#lessMotion.matches)
      this.#timer = setInterval(() => this.#see(!this.#isSeen), blinkMs);
  }

  #see(isSeen: boolean): void {
    if (isSeen === this.#isSeen) return;
    this.#isSeen = isSeen;
    const layer = this.#view.scrollDOM.querySelector<HTMLElement>(':scope > .cm-cursorLayer');
    if (layer !== null) layer.style.visibility = isSeen ? '' : 'hidden';
  }
}

const still = EditorView.theme({ '.cm-cursorLayer': { animation: 'none !important' } });

export function cursorBlink(): Extension {
  return [ViewPlugin.fromClass(CursorBlink), still];
}
