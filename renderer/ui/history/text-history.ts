import { history, historyField, isolateHistory, redo, undo } from '@codemirror/commands';
import { EditorState, Transaction } from '@codemirror/state';
import { changedRanges } from './changed-ranges.ts';

/** `InputEvent.inputType` mapped to the events that join steps. */
const userEvents: Readonly<Record<string, string>> = {
  insertText: 'input.type',
  deleteContentBackward: 'delete.backward',
  deleteContentForward: 'delete.forward',
};

const fields = { history: historyField };

/**
 * The undo history of a plain text field, like that of code editors: a browser drops it when a field is closed, or
 * gets its text from a program. Texts have line feeds only; offsets are UTF-16 units from 0.
 */
export class TextHistory {
  #state: EditorState;

  /** `kept`: what `toJson` returned earlier; all changes of the text since then are one step. */
  constructor(text: string, saved?: string) {
    const config = { extensions: [history()] };
    if (saved === undefined) {
      this.#state = EditorState.create({ ...config, doc: text });
      return;
    }
    this.#state = EditorState.fromJSON(JSON.parse(saved), config, fields);
    this.follow(text);
  }

  /** The user has typed; `inputType` says how, `cursor` is the cursor after it. */
  typed(text: string, inputType: string, cursor: number): void {
    const changes = changedRanges(this.#state.doc.toString(), text);
    if (changes.length === 0) return;
    this.#state = this.#state.update({
      changes,
      selection: { anchor: Math.min(cursor, text.length) },
      annotations: Transaction.userEvent.of(userEvents[inputType] ?? 'input'),
    }).state;
  }

  /** The text was changed by the program: that is a separate step. */
  follow(text: string): void {
    const changes = changedRanges(this.#state.doc.toString(), text);
    if (changes.length === 0) return;
    this.#state = this.#state.update({ changes, annotations: isolateHistory.of('full') }).state;
  }

  /** Undefined if there is nothing to undo or redo. */
  step(which: 'undo' | 'redo'): { readonly text: string; readonly cursor: number } | undefined {
    const act = which === 'undo' ? undo : redo;
    const isDone = act({
      state: this.#state,
      dispatch: ({ state }) => {
        this.#state = state;
      },
    });
    return isDone ? { text: this.#state.doc.toString(), cursor: this.#state.selection.main.head } : undefined;
  }

  toJson(): string {
    return JSON.stringify(this.#state.toJSON(fields));
  }
}
