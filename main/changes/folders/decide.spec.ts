import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FileSides } from './decide.ts';
import { decideFile } from './decide.ts';

const base = 'one\ntwo\nthree\nfour\nfive\n';
const sides = (changes: Partial<FileSides>): FileSides => ({
  base,
  file: base,
  live: base,
  draft: undefined,
  taken: undefined,
  isAppliedSince: false,
  ...changes,
});
const edited = base.replace('one', 'ONE');
const foreign = base.replace('five', 'FIVE');

describe('a script and its file', () => {
  it('need no action if they are equal, even if both changed', () => {
    expect(decideFile(sides({}))).toEqual({ do: 'nothing', base });
    expect(decideFile(sides({ file: edited, live: edited }))).toEqual({ do: 'nothing', base: edited });
  });

  it('are synced by updating the file if the script changed', () => {
    expect(decideFile(sides({ live: foreign }))).toEqual({ do: 'write' });
  });

  it('are synced by making the changed file the draft, even if the script changed as well', () => {
    expect(decideFile(sides({ file: edited }))).toEqual({ do: 'draft', draft: edited });
    expect(decideFile(sides({ file: edited, live: foreign }))).toEqual({ do: 'draft', draft: edited });
  });

  it('need a decision if the file is gone', () => {
    expect(decideFile(sides({ file: undefined, live: foreign }))).toEqual({ do: 'ask', about: 'deleted' });
  });
});

describe('a draft next to an edited file', () => {
  it('is merged if different lines were edited', () => {
    expect(decideFile(sides({ file: edited, draft: foreign }))).toEqual({
      do: 'draft',
      draft: edited.replace('five', 'FIVE'),
    });
  });

  it('is a conflict if the same line was edited', () => {
    const draft = base.replace('one', 'Eins');
    expect(decideFile(sides({ file: edited, draft }))).toEqual({ do: 'ask', about: 'conflict' });
  });

  it('that came from the file is updated from it, preserving what was typed since', () => {
    const again = edited.replace('two', 'TWO');
    expect(decideFile(sides({ file: again, taken: edited, draft: edited }))).toEqual({
      do: 'draft',
      draft: again,
    });
    const typed = edited.replace('five', 'FIVE');
    expect(decideFile(sides({ file: again, taken: edited, draft: typed }))).toEqual({
      do: 'draft',
      draft: again.replace('five', 'FIVE'),
    });
  });
});

describe('a file that became the draft', () => {
  it('waits for its review, whatever is typed and however the tenant changes', () => {
    const taken = { file: edited, taken: edited };
    expect(decideFile(sides({ ...taken, draft: edited }))).toEqual({ do: 'wait' });
    expect(decideFile(sides({ ...taken, draft: foreign, live: foreign }))).toEqual({ do: 'wait' });
  });

  it('gets what was applied, merged with changes by others', () => {
    const live = edited.replace('five', 'FIVE');
    expect(decideFile(sides({ file: edited, taken: edited, live, isAppliedSince: true }))).toEqual({
      do: 'write',
    });
  });

  it('whose draft was discarded stays unchanged, and needs a decision', () => {
    expect(decideFile(sides({ file: edited, taken: edited }))).toEqual({ do: 'ask', about: 'differs' });
    expect(decideFile(sides({ file: edited, taken: edited, live: foreign }))).toEqual({
      do: 'ask',
      about: 'differs',
    });
  });
});

it('never overwrites a file that no one has reviewed, and never a draft', () => {
  const text = fc.constantFrom(base, edited, foreign, 'other\n', base.replace('one', 'Eins'));
  const any = fc.record({
    base: text,
    file: fc.option(text, { nil: undefined }),
    live: text,
    draft: fc.option(text, { nil: undefined }),
    taken: fc.option(text, { nil: undefined }),
    isAppliedSince: fc.boolean(),
  });
  fc.assert(
    fc.property(any, (given) => {
      const decision = decideFile(given);
      if (decision.do === 'write') {
        expect(given.file === given.base || (given.file === given.taken && given.isAppliedSince)).toBe(true);
      }
      if (decision.do === 'draft' && given.draft !== undefined && given.draft !== given.taken) {
        for (const line of given.draft.split('\n')) {
          const isOld = (given.taken ?? given.base).split('\n').includes(line);
          if (!isOld) expect(decision.draft.split('\n')).toContain(line);
        }
      }
    }),
  );
});
