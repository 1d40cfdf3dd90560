import type { Extension } from '@codemirror/state';
import { EditorView, ViewPlugin } from '@codemirror/view';
import type { PluginValue, ViewUpdate } from '@codemirror/view';

/** As long as it is seen, and as long as it is not. */
const blinkMs = 600;

/**
 * Lets the cursor blink by a timer. The library's own does so by an animation, for which the browser draws every frame of the
 * screen for as long as the editor has the focus: a key then waits for the next one, and a battery pays for all of them.
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

  /** From what is seen: whoever moves the cursor looks for it. */
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
