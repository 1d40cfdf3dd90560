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

describe('finished rules of a migration', () => {
  it('are collapsed except the last ones, with a summary', () => {
    expect(fold(...many(10, 'verified'), 'applying', 'pending')).toEqual({
      count: 5,
      text: '5 earlier rules: verified',
    });
    expect(fold('verified', 'skip', ...many(5, 'verified'), 'applying')?.text).toBe(
      '2 earlier rules: 1 verified, 1 skipped',
    );
  });

  it('stay visible while they are few, and from the first failure on', () => {
    expect(fold(...many(5, 'verified'), 'applying')).toBeUndefined();
    expect(fold('refused', ...many(20, 'verified'))).toBeUndefined();
    expect(fold(...many(6, 'verified'), 'unknown', ...many(20, 'verified'))?.count).toBe(1);
  });
});
