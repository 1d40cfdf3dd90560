import { describe, expect, it } from 'vitest';
import { mergedText } from './merged-text.ts';

const nothing = { added: [], removed: [] };

describe('what others did to a list in the meantime', () => {
  it('is described by who did it, additions and removals separately', () => {
    const theirs = { added: ['theirs', 'both'], removed: ['gone', 'both gone'] };
    const mine = { added: ['both', 'mine'], removed: ['both gone', 'my gone'] };
    expect(mergedText(theirs, mine)).toEqual([
      'Also included: theirs, added by someone else.',
      'Someone else had already added both.',
      'Also removed: gone, removed by someone else.',
      'Someone else had already removed both gone.',
    ]);
  });

  it('is empty if no one did anything', () => {
    expect(mergedText(nothing, { added: ['mine'], removed: [] })).toEqual([]);
  });

  it('is matched by the keys of members, in the spelling of the tenant', () => {
    const theirs = { ...nothing, added: ['App.Example'] };
    const mine = { ...nothing, added: ['app.example'] };
    expect(mergedText(theirs, mine, (member) => member.toLowerCase())).toEqual([
      'Someone else had already added App.Example.',
    ]);
  });

  it('names a few of many, and counts the rest', () => {
    const added = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    expect(mergedText({ ...nothing, added }, nothing)).toEqual([
      'Also included: a, b, c, d, e, and 2 others, added by someone else.',
    ]);
  });
});
