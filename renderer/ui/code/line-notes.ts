import { StateEffect, StateField, type Extension, type Range, type Text } from '@codemirror/state';
import { Decoration, EditorView, WidgetType, type DecorationSet } from '@codemirror/view';

/** Lines with an origin or a state, shown by a bar, a background and a label: never by color alone. */
export interface LineNote {
  /** From 0. */
  readonly line: number;
  /** 0: between two lines; the label is then on its own line. */
  readonly count: number;
  readonly label: string;
  /** `open` lines wait for a decision: they are hatched. */
  readonly look: 'mine' | 'theirs' | 'merged' | 'open';
  readonly isCurrent?: boolean;
}

class NoteBetweenLines extends WidgetType {
  readonly #label: string;
  readonly #className: string;

  constructor(label: string, className: string) {
    super();
    this.#label = label;
    this.#className = className;
  }

  override eq(other: NoteBetweenLines): boolean {
    return other.#label === this.#label && other.#className === this.#className;
  }

  toDOM(): HTMLElement {
    const element = document.createElement('div');
    element.className = `cm-line ${this.#className}`;
    element.dataset['note'] = this.#label;
    return element;
  }
}

const setNotes = StateEffect.define<readonly LineNote[]>();

const notesField = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(decorations, transaction) {
    for (const effect of transaction.effects)
      if (effect.is(setNotes)) return decorationsOf(transaction.state.doc, effect.value);
    return decorations.map(transaction.changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

function decorationsOf(doc: Text, notes: readonly LineNote[]): DecorationSet {
  const found: Range<Decoration>[] = [];
  for (const { line, count, label, look, isCurrent } of notes) {
    const className = `cm-note cm-note-${look}${isCurrent === true ? ' cm-note-current' : ''}`;
    if (count === 0) {
      const isAtEnd = line >= doc.lines;
      const at = isAtEnd ? doc.length : doc.line(line + 1).from;
      const widget = new NoteBetweenLines(label, className);
      found.push(Decoration.widget({ widget, block: true, side: isAtEnd ? 1 : -1 }).range(at));
      continue;
    }
    for (let index = line; index < Math.min(line + count, doc.lines); index += 1) {
      const { from } = doc.line(index + 1);
      const attributes = index === line ? { class: className, 'data-note': label } : { class: className };
      found.push(Decoration.line({ attributes }).range(from));
    }
  }
  return Decoration.set(found, true);
}

const theme = EditorView.baseTheme({
  '.cm-note': { position: 'relative', boxShadow: 'inset 3px 0 0 var(--note-bar)' },
  '.cm-note[data-note]::after': {
    content: 'attr(data-note)',
    position: 'absolute',
    top: '0',
    right: '8px',
    padding: '0 6px',
    background: 'var(--note-back)',
    fontFamily: 'var(--font-ui)',
    fontSize: 'var(--text-xs)',
    color: 'var(--color-text-2)',
    pointerEvents: 'none',
  },
  '.cm-note-mine': {
    '--note-bar': 'var(--color-accent)',
    '--note-back': 'var(--color-accent-soft)',
    background: 'var(--note-back)',
  },
  '.cm-note-theirs': {
    '--note-bar': 'var(--color-warn)',
    '--note-back': 'var(--color-warn-soft)',
    background: 'var(--note-back)',
  },
  '.cm-note-merged': { '--note-bar': 'var(--color-good)', '--note-back': 'var(--color-surface)' },
  '.cm-note-open': {
    '--note-bar': 'var(--color-line-strong)',
    '--note-back': 'var(--color-surface)',
    minHeight: '20px',
    background:
      'repeating-linear-gradient(135deg, transparent 0 6px, var(--color-line) 6px 7px), var(--color-surface)',
  },
  '.cm-note-open[data-note]::after': { color: 'var(--color-text)', fontWeight: '500' },
  '.cm-note-current': { outline: '2px solid var(--color-focus)', outlineOffset: '-2px' },
});

/** Draws the notes that `lineNotesEffect` sets, and moves them with the text. */
export function lineNotes(): Extension {
  return [notesField, theme];
}

/** Replaces the notes. */
export const lineNotesEffect = (notes: readonly LineNote[]): StateEffect<readonly LineNote[]> =>
  setNotes.of(notes);
