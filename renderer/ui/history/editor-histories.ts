import { getContext, hasContext, setContext } from 'svelte';

/** Names a text for good: the tenant first, then the kind, the ID and what of it the text is. */
export type DocumentKey = readonly string[];

/** An editor as it was left. */
interface SavedEditor {
  /** Text, selection and the steps of Undo and Redo, as JSON. */
  readonly state: string;
  /** The text that line ends were taken from. */
  readonly source: string;
  /** Where it was scrolled to, as its kind of editor notes it. */
  readonly place?: unknown;
}

interface HistoryBounds {
  readonly editors: number;
  /** UTF-16 units of all of them together. */
  readonly characters: number;
}

const defaultBounds: HistoryBounds = { editors: 100, characters: 16_000_000 };

/**
 * What editors that are closed can still undo, in memory only, so that it is there when the text is opened again. Those
 * that were left first go when there are too many.
 */
export class EditorHistories {
  readonly #bounds: HistoryBounds;
  /** By key as JSON, in the order in which they were left. */
  readonly #kept = new Map<string, SavedEditor>();
  #characters = 0;

  constructor(bounds = defaultBounds) {
    this.#bounds = bounds;
  }

  keep(key: DocumentKey, editor: SavedEditor): void {
    const name = JSON.stringify(key);
    this.#remove(name);
    this.#kept.set(name, editor);
    this.#characters += sizeOf(editor);
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= this.#bounds.editors && this.#characters <= this.#bounds.characters) return;
      this.#remove(oldest);
    }
  }

  /** Answers it once: from then on the editor has it, until it is left. */
  take(key: DocumentKey): SavedEditor | undefined {
    return this.#remove(JSON.stringify(key));
  }

  /** What was known as `from` is known as `to` from now on; both may be the beginning of keys. */
  move(from: DocumentKey, to: DocumentKey): void {
    for (const [name, editor] of [...this.#kept]) {
      const key = keyOf(name);
      if (!beginsWith(key, from)) continue;
      this.#remove(name);
      this.keep([...to, ...key.slice(from.length)], editor);
    }
  }

  forgetWhere(isForgotten: (key: DocumentKey) => boolean): void {
    for (const name of [...this.#kept.keys()]) if (isForgotten(keyOf(name))) this.#remove(name);
  }

  #remove(name: string): SavedEditor | undefined {
    const editor = this.#kept.get(name);
    if (editor === undefined) return undefined;
    this.#kept.delete(name);
    this.#characters -= sizeOf(editor);
    return editor;
  }
}

const sizeOf = ({ state, source }: SavedEditor): number => state.length + source.length;
const keyOf = (name: string): DocumentKey => JSON.parse(name) as DocumentKey;
const beginsWith = (key: DocumentKey, beginning: DocumentKey): boolean =>
  beginning.every((part, index) => key[index] === part);

const contextKey = Symbol('editor histories');

/** Has all editors below the component that calls it keep their steps of Undo there when they are left. */
export function setEditorHistories(histories: EditorHistories): void {
  setContext(contextKey, histories);
}

/** Undefined where nothing keeps them. */
export function editorHistories(): EditorHistories | undefined {
  return hasContext(contextKey) ? getContext<EditorHistories>(contextKey) : undefined;
}
