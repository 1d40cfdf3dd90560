import { describe, expect, it } from 'vitest';
import type { ItemState } from '../../../../contract/changes/changes.ts';
import { aWorkbookRule } from '../../../../test/builders/a-workbook.ts';
import { earlierRules } from './earlier-rules.ts';

const ruleOf = (state: ItemState | 'skip', index: number) =>
  state === 'skip'
    ? aWorkbookRule({ key: String(index), decision: 'skip', run: null })
    : aWorkbookRule({
        key: String(index),
        decision: 'create',
        run: { planId: 'plan', itemId: String(index), state, message: '' },
      });

const fold = (...states: readonly (ItemState | 'skip')[]) =>
  earlierRules(states.map(ruleOf), ({ run }) => run);
const many = (count: number, state: ItemState): ItemState[] => Array.from({ length: count }, () => state);

describe('rules of a migration that are done', () => {
  it('are folded but for the last, and told by what became of them', () => {
    expect(fold(...many(10, 'verified'), 'applying', 'pending')).toEqual({
      count: 5,
      words: '5 earlier rules: verified',
    });
    expect(fold('verified', 'skip', ...many(5, 'verified'), 'applying')?.words).toBe(
      '2 earlier rules: 1 verified, 1 skipped',
    );
  });

  it('stay in sight while they are few, and from the first that failed on', () => {
    expect(fold(...many(5, 'verified'), 'applying')).toBeUndefined();
    expect(fold('refused', ...many(20, 'verified'))).toBeUndefined();
    expect(fold(...many(6, 'verified'), 'unknown', ...many(20, 'verified'))?.count).toBe(1);
  });
});
