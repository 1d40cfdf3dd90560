import { describe, expect, it } from 'vitest';
import type { Pair } from '../../../contract/changes/change-parts.ts';
import { isSameState } from './compare-states.ts';
import type { Part } from './part.ts';
import { field } from './part.ts';
import { withoutUnreadable } from './readable-secrets.ts';

interface State {
  readonly url: string;
  readonly headers: readonly Pair[];
}

const parts: readonly Part<State>[] = [
  field<State>('url', 'Address'),
  {
    type: 'pairs',
    name: 'headers',
    label: 'Headers',
    get: ({ headers }) => headers,
    set: (state, headers) => ({ ...state, headers }),
  },
];

const state = (value: string, url = 'https://hooks.example'): State => ({
  url,
  headers: [{ name: 'Authorization', value, isSecret: true }],
});

function compare(mine: State, theirs: State, isOneKey: boolean) {
  const told = withoutUnreadable(parts, { mine, theirs }, isOneKey);
  return { isSame: isSameState(parts, told.mine, theirs), notCompared: told.notCompared };
}

describe('secrets of two tenants', () => {
  it('are compared where both were hidden with one key', () => {
    expect(compare(state('••••aaaaaaaa'), state('••••aaaaaaaa'), true)).toEqual({
      isSame: true,
      notCompared: [],
    });
    expect(compare(state('••••aaaaaaaa'), state('••••bbbbbbbb'), true)).toEqual({
      isSame: false,
      notCompared: [],
    });
  });

  it('are not compared where only dots stand for one, nor where they were hidden with two keys', () => {
    const untold = { isSame: true, notCompared: ['Authorization'] };
    expect(compare(state('••••'), state('••••'), true)).toEqual(untold);
    expect(compare(state('••••'), state('••••bbbbbbbb'), true)).toEqual(untold);
    expect(compare(state('••••aaaaaaaa'), state('••••bbbbbbbb'), false)).toEqual(untold);
  });

  it('differ where one has a secret and the other has none', () => {
    expect(compare(state('••••aaaaaaaa'), state(''), false)).toEqual({ isSame: false, notCompared: [] });
  });

  it('leave a difference beside them one', () => {
    const one = state('••••', 'https://hooks.example/••••aaaaaaaa');
    expect(compare(one, state('••••', 'https://hooks.example/••••bbbbbbbb'), false)).toEqual({
      isSame: true,
      notCompared: ['Address', 'Authorization'],
    });
    expect(compare(one, state('••••', 'https://other.example/••••bbbbbbbb'), false)).toEqual({
      isSame: false,
      notCompared: ['Authorization'],
    });
  });
});
