import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TextHistory } from './text-history.ts';

describe('the history of a text field', () => {
  it('joins letters typed one after the other, and keeps other steps separate', () => {
    const typed = new TextHistory('');
    typed.typed('a', 'insertText', 1);
    typed.typed('ab', 'insertText', 2);
    typed.typed('ab pasted', 'insertFromPaste', 9);
    expect(typed.step('undo')).toEqual({ text: 'ab', cursor: 2 });
    expect(typed.step('undo')).toEqual({ text: '', cursor: 0 });
    expect(typed.step('undo')).toBeUndefined();
    expect(typed.step('redo')?.text).toBe('ab');
    expect(typed.step('redo')?.text).toBe('ab pasted');
    expect(typed.step('redo')).toBeUndefined();
  });

  it('continues from a saved state, and undoes changes made meanwhile first', () => {
    const before = new TextHistory('one\ntwo');
    before.typed('one\ntwo!', 'insertText', 8);
    const after = new TextHistory('ONE\ntwo!', before.toJson());
    expect(after.step('undo')?.text).toBe('one\ntwo!');
    expect(after.step('undo')?.text).toBe('one\ntwo');
    expect(after.step('redo')?.text).toBe('one\ntwo!');
    expect(after.step('redo')?.text).toBe('ONE\ntwo!');
  });

  it('leads back to the first text and to the last, wherever it was saved between', () => {
    const text = fc.array(fc.constantFrom('a', 'b', '\n'), { maxLength: 12 }).map((all) => all.join(''));
    fc.assert(
      fc.property(text, fc.array(fc.tuple(text, fc.boolean()), { maxLength: 8 }), (first, edits) => {
        let field = new TextHistory(first);
        for (const [next, isRecorded] of edits) {
          field.typed(next, 'insertFromPaste', next.length);
          if (isRecorded) field = new TextHistory(next, field.toJson());
        }
        let shown = edits.at(-1)?.[0] ?? first;
        const last = shown;
        for (let step = field.step('undo'); step !== undefined; step = field.step('undo')) shown = step.text;
        expect(shown).toBe(first);
        for (let step = field.step('redo'); step !== undefined; step = field.step('redo')) shown = step.text;
        expect(shown).toBe(last);
      }),
    );
  });
});
