import { describe, expect, it } from 'vitest';
import { editTexts } from './edit-texts.ts';

describe('an edit within a text', () => {
  it('replaces every occurrence, and uses the search text and the replacement literally', () => {
    const state = { script: 'a.b(); a.b(); aXb();', name: 'a.b' };
    expect(editTexts(state, { script: { do: 'replace', find: 'a.b', by: '$&$1' } })).toEqual({
      script: '$&$1(); $&$1(); aXb();',
    });
  });

  it.each([
    ['', 'Owned by Finance.', 'Owned by Finance.'],
    ['Pays people.', 'Owned by Finance.', 'Pays people. Owned by Finance.'],
    ['One\nTwo\n', 'Three', 'One\nTwo\nThree'],
  ])('appends to %j', (before, text, after) => {
    expect(editTexts({ description: before }, { description: { do: 'append', text } })).toEqual({
      description: after,
    });
  });

  it('leaves values that aren’t text unchanged', () => {
    expect(
      editTexts({ script: null }, { script: { do: 'append', text: 'x' }, gone: { do: 'append', text: 'x' } }),
    ).toEqual({});
  });
});
