import { getContext, hasContext, setContext } from 'svelte';

/** Identifies a text permanently: the tenant first, then the kind, the ID and the part of the item. */
export type DocumentKey = readonly string[];

/** The state of a closed editor. */
interface SavedEditor {
  /** Text, selection and undo history, as JSON. */
  readonly state: string;
  /** The text that line endings were taken from. */
  readonly source: string;
  /** Its scroll position, in the format of its kind of editor. */
  readonly place?: unknown;
}

interface HistoryBounds {
  readonly editors: number;
  /** UTF-16 units of all of them together. */
  readonly characters: number;
}

const defaultBounds: HistoryBounds = { editors: 100, characters: 16_000_000 };

/**
 * The undo history of closed editors, in memory only, so that it is restored when the text is opened again. The
 * oldest are dropped when there are too many.
 */
export class EditorHistories {
  readonly #bounds: HistoryBounds;
  /** By key as JSON, in the order of closing. */
  readonly #editors = new Map<string, SavedEditor>();
  #characters = 0;

  constructor(bounds = defaultBounds) {
    this.#bounds = bounds;
  }

  keep(key: DocumentKey, editor: SavedEditor): void {
    const name = JSON.stringify(key);
    this.#remove(name);
    this.#editors.set(name, editor);
    this.#characters += sizeOf(editor);
    for (const oldest of this.#editors.keys()) {
      if (this.#editors.size <= this.#bounds.editors && this.#characters <= this.#bounds.characters) return;
      this.#remove(oldest);
    }
  }

  /** Returns it once: from then on the editor owns it, until it is closed. */
  take(key: DocumentKey): SavedEditor | undefined {
    return this.#remove(JSON.stringify(key));
  }

  /** Renames the key `from` to `to`; both may be prefixes of keys. */
  move(from: DocumentKey, to: DocumentKey): void {
    for (const [name, editor] of [...this.#editors]) {
      const key = keyOf(name);
      if (!beginsWith(key, from)) continue;
      this.#remove(name);
      this.keep([...to, ...key.slice(from.length)], editor);
    }
  }

  forgetWhere(isForgotten: (key: DocumentKey) => boolean): void {
    for (const name of [...this.#editors.keys()]) if (isForgotten(keyOf(name))) this.#remove(name);
  }

  #remove(name: string): SavedEditor | undefined {
    const editor = this.#editors.get(name);
    if (editor === undefined) return undefined;
    this.#editors.delete(name);
    this.#characters -= sizeOf(editor);
    return editor;
  }
}

const sizeOf = ({ state, source }: SavedEditor): number => state.length + source.length;
const keyOf = (name: string): DocumentKey => JSON.parse(name) as DocumentKey;
const beginsWith = (key: DocumentKey, beginning: DocumentKey): boolean =>
  beginning.every((part, index) => key[index] === part);

const contextKey = Symbol('editor histories');

/** Makes all editors below the calling component store their undo history there when they are closed. */
export function setEditorHistories(histories: EditorHistories): void {
  setContext(contextKey, histories);
}

/** Undefined if nothing stores them. */
export function editorHistories(): EditorHistories | undefined {
  return hasContext(contextKey) ? getContext<EditorHistories>(contextKey) : undefined;
}
