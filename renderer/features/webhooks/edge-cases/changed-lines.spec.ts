import { expect, it } from 'vitest';
import { changedLines } from './changed-lines.ts';

it('shows each line once, with everything new in it', () => {
  const source = 'first\n${a} and ${b}\nlast ${c}';
  const edits = [source.indexOf('b') + 1, source.indexOf('a}') + 1, source.indexOf('c}') + 1].map((at) => ({
    start: at,
    end: at,
    text: '?c',
  }));
  expect(changedLines(source, edits)).toEqual([
    {
      number: 2,
      before: '${a} and ${b}',
      after: [
        { text: '${a', isNew: false },
        { text: '?c', isNew: true },
        { text: '} and ${b', isNew: false },
        { text: '?c', isNew: true },
        { text: '}', isNew: false },
      ],
    },
    {
      number: 3,
      before: 'last ${c}',
      after: [
        { text: 'last ${c', isNew: false },
        { text: '?c', isNew: true },
        { text: '}', isNew: false },
      ],
    },
  ]);
});
