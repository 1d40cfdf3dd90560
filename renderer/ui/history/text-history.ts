import { history, historyField, isolateHistory, redo, undo } from '@codemirror/commands';
import { EditorState, Transaction } from '@codemirror/state';
import { changedStretches } from './changed-stretches.ts';

/** What was typed, as `InputEvent.inputType` has it, in the words by which steps are joined. */
const userEvents: Readonly<Record<string, string>> = {
  insertText: 'input.type',
  deleteContentBackward: 'delete.backward',
  deleteContentForward: 'delete.forward',
};

const fields = { history: historyField };

/**
 * The steps of Undo and Redo of a plain text field, as code editors have them: a browser forgets those of a field that is closed,
 * or gets its text from a program. Texts have line feeds only; places are UTF-16 units from 0.
 */
export class TextHistory {
  #state: EditorState;

  /** `kept`: what `toJson` answered earlier; what became of the text since then is one step. */
  constructor(text: string, kept?: string) {
    const config = { extensions: [history()] };
    if (kept === undefined) {
      this.#state = EditorState.create({ ...config, doc: text });
      return;
    }
    this.#state = EditorState.fromJSON(JSON.parse(kept), config, fields);
    this.follow(text);
  }

  /** A person has typed; `inputType` says how, `cursor` where the cursor is after it. */
  typed(text: string, inputType: string, cursor: number): void {
    const changes = changedStretches(this.#state.doc.toString(), text);
    if (changes.length === 0) return;
    this.#state = this.#state.update({
      changes,
      selection: { anchor: Math.min(cursor, text.length) },
      annotations: Transaction.userEvent.of(userEvents[inputType] ?? 'input'),
    }).state;
  }

  /** The text became another one without a person's typing: that is a step of its own. */
  follow(text: string): void {
    const changes = changedStretches(this.#state.doc.toString(), text);
    if (changes.length === 0) return;
    this.#state = this.#state.update({ changes, annotations: isolateHistory.of('full') }).state;
  }

  /** Undefined where there is nothing to undo or redo. */
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
