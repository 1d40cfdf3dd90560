import { describe, expect, it } from 'vitest';
import type { Snapshot } from '../../contract/schema/snapshot.ts';
import { LastShown } from './last-shown.ts';

const snapshotOf = (data: string): Snapshot<string> => ({ data, fetchedAt: 1, source: 'tenant' });

describe('what a view showed when it was last open', () => {
  it('is shown again, for the same tenant', () => {
    const shown = new LastShown<string>();
    shown.keep('acme', 0, snapshotOf('applications of acme'));
    expect(shown.of('acme', 0)).toEqual(snapshotOf('applications of acme'));
    expect(shown.of('other', 0)).toBeUndefined();
  });

  it('is not shown once a change was applied to the tenant', () => {
    const shown = new LastShown<string>();
    shown.keep('acme', 0, snapshotOf('before'));
    expect(shown.of('acme', 1)).toBeUndefined();
  });

  it('is dropped for the tenant that was visited the longest ago, if there are many', () => {
    const shown = new LastShown<string>();
    for (const id of ['a', 'b', 'c', 'd']) shown.keep(id, 0, snapshotOf(id));
    shown.keep('a', 0, snapshotOf('a again'));
    shown.keep('e', 0, snapshotOf('e'));
    expect(['a', 'b', 'c', 'd', 'e'].map((id) => shown.of(id, 0)?.data)).toEqual([
      'a again',
      undefined,
      'c',
      'd',
      'e',
    ]);
  });
});
