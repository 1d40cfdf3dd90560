import { StateEffect, StateField, type Extension, type Text, type Transaction } from '@codemirror/state';
import { Decoration, EditorView, type DecorationSet } from '@codemirror/view';

/** What a line is worth, shown after its text. */
export interface LineValue {
  /** From 1. */
  readonly line: number;
  readonly text: string;
}

const setValues = StateEffect.define<readonly LineValue[]>();

const valuesField = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(before, transaction) {
    for (const effect of transaction.effects)
      if (effect.is(setValues)) return decorationsOf(transaction.state.doc, effect.value);
    return transaction.docChanged && before.size > 0 ? withoutEdited(before, transaction) : before;
  },
  provide: (field) => EditorView.decorations.from(field),
});

function decorationsOf(doc: Text, values: readonly LineValue[]): DecorationSet {
  return Decoration.set(
    values
      .filter(({ line }) => line >= 1 && line <= doc.lines)
      .map(({ line, text }) => {
        const attributes = { class: 'cm-valued-line', 'data-value': text };
        return Decoration.line({ attributes }).range(doc.line(line).from);
      }),
    true,
  );
}

/** An edited line has another value, which is not known yet. */
function withoutEdited(before: DecorationSet, { changes, newDoc }: Transaction): DecorationSet {
  let after = before.map(changes);
  changes.iterChangedRanges((_fromA, _toA, from, to) => {
    const filterFrom = newDoc.lineAt(from).from;
    const filterTo = newDoc.lineAt(to).to;
    after = after.update({ filterFrom, filterTo, filter: () => false });
  });
  return after;
}

/** Generated content: it is not part of the text, so it is neither selected nor copied. */
const theme = EditorView.baseTheme({
  '.cm-valued-line::after': {
    content: 'attr(data-value)',
    marginLeft: '14px',
    fontFamily: 'var(--font-ui)',
    fontSize: 'var(--text-xs)',
    fontStyle: 'italic',
    color: 'var(--color-text-3)',
    unicodeBidi: 'isolate',
    pointerEvents: 'none',
  },
});

/** Draws the values that `lineValuesEffect` sets, and moves them with the text. */
export function lineValues(): Extension {
  return [valuesField, theme];
}

/** Replaces the values. */
export const lineValuesEffect = (values: readonly LineValue[]): StateEffect<readonly LineValue[]> =>
  setValues.of(values);
