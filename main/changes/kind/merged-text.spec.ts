import { describe, expect, it } from 'vitest';
import { mergedText } from './merged-text.ts';

const nothing = { added: [], removed: [] };

describe('what others did to a list meanwhile', () => {
  it('is told by whose it was, added and removed', () => {
    const theirs = { added: ['theirs', 'both'], removed: ['gone', 'both gone'] };
    const mine = { added: ['both', 'mine'], removed: ['both gone', 'my gone'] };
    expect(mergedText(theirs, mine)).toEqual([
      'Also kept: theirs, added by someone else.',
      'Someone else had already added both.',
      'Also removed: gone, removed by someone else.',
      'Someone else had already removed both gone.',
    ]);
  });

  it('is nothing where nobody did anything', () => {
    expect(mergedText(nothing, { added: ['mine'], removed: [] })).toEqual([]);
  });

  it('goes by what tells members apart, in the spelling of the tenant', () => {
    const theirs = { ...nothing, added: ['App.Example'] };
    const mine = { ...nothing, added: ['app.example'] };
    expect(mergedText(theirs, mine, (member) => member.toLowerCase())).toEqual([
      'Someone else had already added App.Example.',
    ]);
  });

  it('names a few of many, and counts the rest', () => {
    const added = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    expect(mergedText({ ...nothing, added }, nothing)).toEqual([
      'Also kept: a, b, c, d, e, and 2 others, added by someone else.',
    ]);
  });
});
