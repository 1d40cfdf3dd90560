import { expect, it } from 'vitest';
import { lineChanges } from './line-changes.ts';

it('counts a changed line on both sides and an untouched text not at all', () => {
  expect(lineChanges('a\nb\nc\n', 'a\nB\nc\nd\n')).toEqual({ added: 2, removed: 1 });
  expect(lineChanges('a\n', 'a\n')).toEqual({ added: 0, removed: 0 });
});
