import { describe, expect, it } from 'vitest';
import { EditorHistories } from './editor-histories.ts';

const editor = (state: string) => ({ state, source: '' });
const script = (id: string) => ['acme', 'script', id, 'script'];

describe('the histories of editors', () => {
  it('return the last one stored, once', () => {
    const histories = new EditorHistories();
    histories.keep(script('a'), editor('one'));
    histories.keep(script('a'), editor('two'));
    expect(histories.take(script('a'))?.state).toBe('two');
    expect(histories.take(script('a'))).toBeUndefined();
  });

  it('are limited by number and by size, dropping the oldest', () => {
    const few = new EditorHistories({ editors: 2, characters: 100 });
    for (const id of ['a', 'b', 'c']) few.keep(script(id), editor(id));
    expect(['a', 'b', 'c'].map((id) => few.take(script(id))?.state)).toEqual([undefined, 'b', 'c']);
    const small = new EditorHistories({ editors: 10, characters: 10 });
    for (const id of ['a', 'b', 'c']) small.keep(script(id), editor(id.repeat(5)));
    expect(['a', 'b', 'c'].map((id) => small.take(script(id))?.state)).toEqual([undefined, 'bbbbb', 'ccccc']);
    small.keep(script('d'), editor('d'.repeat(11)));
    expect(small.take(script('d'))).toBeUndefined();
    small.keep(script('e'), editor('e'.repeat(10)));
    expect(small.take(script('e'))?.state).toHaveLength(10);
  });

  it('follow an item that gets another ID, and nothing else', () => {
    const histories = new EditorHistories();
    histories.keep(script('a'), editor('one'));
    histories.keep(script('ab'), editor('two'));
    histories.move(['acme', 'script', 'a'], ['acme', 'script', 'z']);
    expect(histories.take(script('a'))).toBeUndefined();
    expect(histories.take(script('z'))?.state).toBe('one');
    expect(histories.take(script('ab'))?.state).toBe('two');
  });

  it('are dropped by key prefix', () => {
    const histories = new EditorHistories();
    histories.keep(script('a'), editor('one'));
    histories.keep(['other', 'script', 'a', 'script'], editor('two'));
    histories.forgetWhere(([tenantId]) => tenantId === 'acme');
    expect(histories.take(script('a'))).toBeUndefined();
    expect(histories.take(['other', 'script', 'a', 'script'])?.state).toBe('two');
  });
});
