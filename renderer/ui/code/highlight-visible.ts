import { syntaxTree } from '@codemirror/language';
import { Prec, RangeSetBuilder, StateEffect } from '@codemirror/state';
import type { Extension, Line, Text } from '@codemirror/state';
import { Decoration, ViewPlugin } from '@codemirror/view';
import type { DecorationSet, EditorView, PluginValue, ViewUpdate } from '@codemirror/view';
import { highlightTree, type Highlighter } from '@lezer/highlight';

interface ColumnRange {
  readonly from: number;
  readonly to: number;
}

/** The visible part of the text. */
interface Sight {
  /** The lines, as offsets in the text. */
  readonly lines: ColumnRange;
  /** The visible columns, if all characters are equally wide; whole lines if lines are wrapped. */
  readonly columns: ColumnRange;
}

/** Pixels around the visible part that are highlighted too: not every scroll changes the highlighting. */
const marginPx = 48;
/** Step of the columns: otherwise each key at the end of a long line would move the visible part. */
const columnStep = 16;
const wholeLine: ColumnRange = { from: 0, to: Infinity };
/** Characters of equal width in a code font; the width of any other is unknown. */
const plain = /^[\x20-\x7e]*$/;

const sightMoved = StateEffect.define<undefined>();
const marks = new Map<string, Decoration>();

/**
 * Highlights the visible part with the classes of a highlighter. The library's own highlighter covers everything that
 * is rendered, which is a thousand pixels above and below, and whole lines: for every key the browser would
 * have to render several times as many elements as are visible.
 */
class VisibleHighlighter implements PluginValue {
  decorations: DecorationSet = Decoration.none;
  readonly #view: EditorView;
  readonly #highlighter: Highlighter;
  readonly #listening = new AbortController();
  #tree: ReturnType<typeof syntaxTree>;
  /** Undefined until it is measured, which happens before anything is painted. */
  #sight: Sight | undefined;
  #highlighted: Sight = { lines: { from: 0, to: 0 }, columns: wholeLine };

  constructor(view: EditorView, highlighter: Highlighter) {
    this.#view = view;
    this.#highlighter = highlighter;
    this.#tree = syntaxTree(view.state);
    const options = { passive: true, signal: this.#listening.signal };
    view.scrollDOM.addEventListener('scroll', () => this.#measure(), options);
    this.#measure();
  }

  update(update: ViewUpdate): void {
    const tree = syntaxTree(update.state);
    const { changes } = update;
    if (this.#sight !== undefined) this.#sight = mapped(this.#sight, update);
    const highlighted = mapped(this.#highlighted, update);
    const sight = this.#sight ?? highlighted;
    const isNew =
      tree !== this.#tree ||
      update.viewportChanged ||
      update.transactions.some(({ effects }) => effects.some((effect) => effect.is(sightMoved)));
    // If the text is not parsed that far yet, keep the existing highlighting.
    const isLate =
      tree.length < Math.min(sight.lines.to, update.view.viewport.to) && covers(highlighted, sight);
    if (isNew && !isLate) {
      this.#tree = tree;
      this.#highlight(update.view);
    } else {
      this.#highlighted = highlighted;
      this.decorations = this.decorations.map(changes);
    }
    if (update.geometryChanged || update.viewportChanged) this.#measure();
  }

  destroy(): void {
    this.#listening.abort();
  }

  #highlight({ state, visibleRanges }: EditorView): void {
    const sight = this.#sight;
    if (sight === undefined) return;
    const builder = new RangeSetBuilder<Decoration>();
    const isVisible = columnTest(state.doc, sight.columns);
    for (const { from, to } of visibleRanges) {
      const start = Math.max(from, sight.lines.from);
      const end = Math.min(to, sight.lines.to);
      if (start >= end) continue;
      highlightTree(
        this.#tree,
        this.#highlighter,
        (at, until, style) => {
          if (isVisible(at, until)) builder.add(at, until, markOf(style));
        },
        start,
        end,
      );
    }
    this.decorations = builder.finish();
    this.#highlighted = sight;
  }

  #measure(): void {
    this.#view.requestMeasure({
      key: this,
      read: (view) => {
        this.#sight = sightOf(view, marginPx);
        return sightOf(view, marginPx / 2);
      },
      write: (needed, view) => {
        if (covers(this.#highlighted, needed)) return;
        // Still before this frame is painted: while the editor measures, nothing can be dispatched to it.
        queueMicrotask(() => {
          if (this.#listening.signal.aborted || covers(this.#highlighted, needed)) return;
          view.dispatch({ effects: sightMoved.of(undefined) });
        });
      },
    });
  }
}

function sightOf(view: EditorView, margin: number): Sight {
  const { top, bottom, left, right } = view.scrollDOM.getBoundingClientRect();
  const { documentTop, defaultCharacterWidth: width } = view;
  const lines = {
    from: view.lineBlockAtHeight(top - documentTop - margin).from,
    to: view.lineBlockAtHeight(bottom - documentTop + margin).to,
  };
  if (view.lineWrapping) return { lines, columns: wholeLine };
  const textLeft = view.contentDOM.getBoundingClientRect().left;
  const columns = {
    from: Math.floor((left - textLeft - margin) / width / columnStep) * columnStep,
    to: Math.ceil((right - textLeft + margin) / width / columnStep) * columnStep,
  };
  return { lines, columns };
}

/** Returns whether any part of a range is within the columns; must be called in the order of the text. */
function columnTest(doc: Text, columns: ColumnRange): (from: number, to: number) => boolean {
  let line: Line | undefined;
  let isPlain = false;
  return (from, to) => {
    if (columns === wholeLine) return true;
    if (line === undefined || from > line.to) {
      line = doc.lineAt(from);
      isPlain = plain.test(line.text);
    }
    if (!isPlain || to > line.to) return true;
    return to - line.from > columns.from && from - line.from < columns.to;
  };
}

function covers(outer: Sight, inner: Sight): boolean {
  return isWithin(inner.lines, outer.lines) && isWithin(inner.columns, outer.columns);
}

function isWithin(inner: ColumnRange, outer: ColumnRange): boolean {
  return outer.from <= inner.from && outer.to >= inner.to;
}

function mapped({ lines, columns }: Sight, { changes }: ViewUpdate): Sight {
  return { lines: { from: changes.mapPos(lines.from, -1), to: changes.mapPos(lines.to, 1) }, columns };
}

function markOf(style: string): Decoration {
  const known = marks.get(style);
  if (known !== undefined) return known;
  const mark = Decoration.mark({ class: style });
  marks.set(style, mark);
  return mark;
}

/** Inside of what other extensions mark: a problem is underlined once, not word by word. */
export function highlightVisible(highlighter: Highlighter): Extension {
  return Prec.high(
    ViewPlugin.define((view) => new VisibleHighlighter(view, highlighter), {
      decorations: ({ decorations }) => decorations,
    }),
  );
}
