import { forEachDiagnostic, setDiagnosticsEffect } from '@codemirror/lint';
import type { Extension } from '@codemirror/state';
import { EditorView, ViewPlugin } from '@codemirror/view';
import type { PluginValue, ViewUpdate } from '@codemirror/view';
import type { CodeDiagnostic } from './code-diagnostic.ts';
import type { Placed, ProblemMark } from './problem-marks.ts';
import { markNear, problemMarks } from './problem-marks.ts';

/**
 * A strip at the right edge that shows where in the whole text the problems are, and which part of it is visible. A
 * click goes to a problem, or to that part of the text. The list of problems says the same to screen readers.
 *
 * Its marks are drawn when they change: when problems are found or move, and when the size changes.
 */
class ProblemMap implements PluginValue {
  readonly #view: EditorView;
  readonly #strip = document.createElement('div');
  readonly #sight = document.createElement('div');
  readonly #listening = new AbortController();
  #problems: readonly { readonly from: number; readonly severity: CodeDiagnostic['severity'] }[] = [];
  #marks: readonly ProblemMark[] = [];
  /** The drawn marks. */
  #drawn = '';

  constructor(view: EditorView) {
    this.#view = view;
    this.#strip.className = 'cm-problemMap';
    this.#strip.ariaHidden = 'true';
    this.#strip.hidden = true;
    this.#sight.className = 'cm-problemMap-sight';
    const { signal } = this.#listening;
    this.#strip.addEventListener('mousedown', (event) => this.#go(event), { signal });
    view.scrollDOM.addEventListener('scroll', () => this.#measure(false), { passive: true, signal });
    view.dom.append(this.#strip);
  }

  update(update: ViewUpdate): void {
    const isFound = update.transactions.some(({ effects }) =>
      effects.some((effect) => effect.is(setDiagnosticsEffect)),
    );
    if (isFound) this.#collect();
    if (isFound || (update.geometryChanged && this.#problems.length > 0)) this.#measure(true);
  }

  destroy(): void {
    this.#listening.abort();
    this.#strip.remove();
  }

  #collect(): void {
    const problems: { from: number; severity: CodeDiagnostic['severity'] }[] = [];
    forEachDiagnostic(this.#view.state, ({ severity }, from) => {
      problems.push({ from, severity: severity === 'hint' ? 'info' : severity });
    });
    this.#problems = problems;
    this.#strip.hidden = problems.length === 0;
  }

  #measure(areMarksNew: boolean): void {
    if (this.#problems.length === 0) return;
    this.#view.requestMeasure({
      key: areMarksNew ? this.#strip : this.#sight,
      read: (view) => ({
        height: view.scrollDOM.clientHeight,
        scrollbar: view.scrollDOM.offsetWidth - view.scrollDOM.clientWidth,
        top: view.scrollDOM.scrollTop,
        whole: Math.max(view.scrollDOM.scrollHeight, 1),
        placed: areMarksNew ? this.#place() : undefined,
      }),
      write: ({ height, scrollbar, top, whole, placed }) => {
        this.#strip.style.right = `${scrollbar}px`;
        if (placed !== undefined) this.#draw(problemMarks(placed, height));
        this.#sight.style.height = `${(100 * Math.min(height, whole)) / whole}%`;
        this.#sight.style.top = `${(100 * top) / whole}%`;
        this.#sight.hidden = whole <= height;
      },
    });
  }

  #place(): readonly Placed[] {
    const view = this.#view;
    const { length } = view.state.doc;
    const whole = Math.max(view.scrollDOM.scrollHeight, 1);
    return this.#problems.map(({ from, severity }) => {
      const { top, height } = view.lineBlockAt(Math.min(from, length));
      return { from, severity, at: (view.documentPadding.top + top + height / 2) / whole };
    });
  }

  #draw(marks: readonly ProblemMark[]): void {
    const look = marks.map(({ top, severity }) => `${top} ${severity}`).join();
    this.#marks = marks;
    // With nearly every key they are unchanged.
    if (look === this.#drawn) return;
    this.#drawn = look;
    this.#strip.replaceChildren(
      this.#sight,
      ...marks.map(({ top, severity }) => {
        const mark = document.createElement('i');
        mark.className = severity;
        mark.style.top = `${top}px`;
        return mark;
      }),
    );
  }

  #go(event: MouseEvent): void {
    if (event.button !== 0) return;
    event.preventDefault();
    const view = this.#view;
    const { top, height } = this.#strip.getBoundingClientRect();
    const at = event.clientY - top;
    const mark = markNear(this.#marks, at);
    if (mark === undefined) {
      const { scrollHeight, clientHeight } = view.scrollDOM;
      view.scrollDOM.scrollTop = (at / height) * scrollHeight - clientHeight / 2;
    } else {
      const anchor = Math.min(mark.from, view.state.doc.length);
      view.dispatch({
        selection: { anchor },
        effects: EditorView.scrollIntoView(anchor, { y: 'center' }),
      });
      view.focus();
    }
  }
}

const look = EditorView.theme({
  '.cm-problemMap': {
    position: 'absolute',
    zIndex: '4',
    top: '0',
    right: '0',
    bottom: '0',
    width: '10px',
    cursor: 'pointer',
  },
  '.cm-problemMap[hidden], .cm-problemMap-sight[hidden]': { display: 'none' },
  '.cm-problemMap-sight': {
    position: 'absolute',
    right: '0',
    left: '0',
    backgroundColor: 'color-mix(in oklab, var(--color-text-3) 18%, transparent)',
  },
  // Distinguished by width as well as by color.
  '.cm-problemMap i': { position: 'absolute', right: '1px', height: '3px', borderRadius: '1px' },
  '.cm-problemMap .error': { width: '8px', backgroundColor: 'var(--color-bad)' },
  '.cm-problemMap .warning': { width: '5px', backgroundColor: 'var(--color-warn)' },
  '.cm-problemMap .info': { width: '3px', backgroundColor: 'var(--color-accent)' },
});

export function problemMap(): Extension {
  return [ViewPlugin.fromClass(ProblemMap), look];
}
