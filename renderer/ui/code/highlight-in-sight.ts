import { syntaxTree } from '@codemirror/language';
import { Prec, RangeSetBuilder, StateEffect } from '@codemirror/state';
import type { Extension } from '@codemirror/state';
import { Decoration, ViewPlugin } from '@codemirror/view';
import type { DecorationSet, EditorView, PluginValue, ViewUpdate } from '@codemirror/view';
import { highlightTree, type Highlighter } from '@lezer/highlight';

interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** Pixels above and below what is in sight that are coloured, too: a scroll is drawn before anybody is asked for colours. */
const marginPx = 240;

const sightMoved = StateEffect.define<undefined>();
const marks = new Map<string, Decoration>();

/**
 * Colours what is in sight, by the classes of a highlighter. The library's own colours all that is drawn, which is a thousand
 * pixels above and below that: with every key the browser would lay out and paint several times as many elements as are seen.
 */
class HighlightInSight implements PluginValue {
  decorations: DecorationSet = Decoration.none;
  readonly #view: EditorView;
  readonly #highlighter: Highlighter;
  readonly #listening = new AbortController();
  #tree: ReturnType<typeof syntaxTree>;
  /** Undefined until it is measured, which it is before anything is painted. */
  #sight: Stretch | undefined;
  #coloured: Stretch = { from: 0, to: 0 };

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
    const coloured = mapped(this.#coloured, update);
    const sight = this.#sight ?? coloured;
    const isNew =
      tree !== this.#tree ||
      update.viewportChanged ||
      update.transactions.some(({ effects }) => effects.some((effect) => effect.is(sightMoved)));
    // Where the text is not parsed that far yet, the colours that are there are better than none.
    const isLate = tree.length < Math.min(sight.to, update.view.viewport.to) && covers(coloured, sight);
    if (isNew && !isLate) {
      this.#tree = tree;
      this.#colour(update.view);
    } else {
      this.#coloured = coloured;
      this.decorations = this.decorations.map(changes);
    }
    if (update.geometryChanged || update.viewportChanged) this.#measure();
  }

  destroy(): void {
    this.#listening.abort();
  }

  #colour({ visibleRanges }: EditorView): void {
    const sight = this.#sight;
    if (sight === undefined) return;
    const builder = new RangeSetBuilder<Decoration>();
    for (const { from, to } of visibleRanges) {
      const start = Math.max(from, sight.from);
      const end = Math.min(to, sight.to);
      if (start >= end) continue;
      highlightTree(
        this.#tree,
        this.#highlighter,
        (at, until, style) => builder.add(at, until, markOf(style)),
        start,
        end,
      );
    }
    this.decorations = builder.finish();
    this.#coloured = sight;
  }

  #measure(): void {
    this.#view.requestMeasure({
      key: this,
      read: (view) => {
        const { top, bottom } = view.scrollDOM.getBoundingClientRect();
        const { documentTop } = view;
        const linesWithin = (margin: number): Stretch => ({
          from: view.lineBlockAtHeight(top - documentTop - margin).from,
          to: view.lineBlockAtHeight(bottom - documentTop + margin).to,
        });
        this.#sight = linesWithin(marginPx);
        return linesWithin(marginPx / 2);
      },
      write: (needed, view) => {
        if (covers(this.#coloured, needed)) return;
        // Still before this frame is painted: while the editor measures, nothing can be told to it.
        queueMicrotask(() => {
          if (this.#listening.signal.aborted || covers(this.#coloured, needed)) return;
          view.dispatch({ effects: sightMoved.of(undefined) });
        });
      },
    });
  }
}

function covers(outer: Stretch, inner: Stretch): boolean {
  return outer.from <= inner.from && outer.to >= inner.to;
}

function mapped({ from, to }: Stretch, { changes }: ViewUpdate): Stretch {
  return { from: changes.mapPos(from, -1), to: changes.mapPos(to, 1) };
}

function markOf(style: string): Decoration {
  const known = marks.get(style);
  if (known !== undefined) return known;
  const mark = Decoration.mark({ class: style });
  marks.set(style, mark);
  return mark;
}

/** Inside of what other extensions mark: a problem is underlined once, not word by word. */
export function highlightInSight(highlighter: Highlighter): Extension {
  return Prec.high(
    ViewPlugin.define((view) => new HighlightInSight(view, highlighter), {
      decorations: ({ decorations }) => decorations,
    }),
  );
}
