import { describe, expect, it } from 'vitest';
import { createNouns, kindsOf } from '../../main/app/nouns.ts';
import { operations } from './operations.ts';

/** Nothing is asked of what the kinds are made from: they only have to say their names. */
const nothing = new Proxy(() => nothing, { get: () => nothing }) as never;

describe('the fault matrix', () => {
  it('has an operation for every change kind', () => {
    const kinds = kindsOf(createNouns(nothing, '')).all.map(({ name }) => name);
    expect(kinds.length).toBeGreaterThan(5);
    const missing = kinds.filter((name) => !operations.some(({ kind }) => kind === name));
    expect(missing).toEqual([]);
  });
});
