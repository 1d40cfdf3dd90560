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
  const sides = withoutUnreadable(parts, { mine, theirs }, isOneKey);
  return { isSame: isSameState(parts, sides.mine, theirs), notCompared: sides.notCompared };
}

describe('secrets of two tenants', () => {
  it('are compared if both were hidden with the same key', () => {
    expect(compare(state('••••aaaaaaaa'), state('••••aaaaaaaa'), true)).toEqual({
      isSame: true,
      notCompared: [],
    });
    expect(compare(state('••••aaaaaaaa'), state('••••bbbbbbbb'), true)).toEqual({
      isSame: false,
      notCompared: [],
    });
  });

  it('are not compared if one has no digest, or if they were hidden with different keys', () => {
    const notCompared = { isSame: true, notCompared: ['Authorization'] };
    expect(compare(state('••••'), state('••••'), true)).toEqual(notCompared);
    expect(compare(state('••••'), state('••••bbbbbbbb'), true)).toEqual(notCompared);
    expect(compare(state('••••aaaaaaaa'), state('••••bbbbbbbb'), false)).toEqual(notCompared);
  });

  it('differ if one tenant has a secret and the other has none', () => {
    expect(compare(state('••••aaaaaaaa'), state(''), false)).toEqual({ isSame: false, notCompared: [] });
  });

  it('don’t hide another difference', () => {
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
