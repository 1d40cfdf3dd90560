import { StateEffect, StateField, type Extension } from '@codemirror/state';
import { Decoration, EditorView, type DecorationSet } from '@codemirror/view';

const lineMark = Decoration.line({ class: 'cm-marked-line' });
const markLines = StateEffect.define<readonly number[]>();

const marks = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(before, { changes, effects, state }) {
    let after = before.map(changes);
    for (const effect of effects) {
      if (!effect.is(markLines)) continue;
      const lines = effect.value.filter((line) => line >= 1 && line <= state.doc.lines);
      after = Decoration.set(lines.map((line) => lineMark.range(state.doc.line(line).from)));
    }
    return after;
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** Lines that belong to something outside of the editor. */
export const markedLines: Extension = marks;

/** Marks these lines, in ascending order from 1, and scrolls to the first one; the cursor stays. */
export function showMarked(view: EditorView, lines: readonly number[]): void {
  const [first] = lines;
  const isIn = first !== undefined && first >= 1 && first <= view.state.doc.lines;
  const scroll = isIn ? [EditorView.scrollIntoView(view.state.doc.line(first).from)] : [];
  view.dispatch({ effects: [markLines.of(lines), ...scroll] });
}
