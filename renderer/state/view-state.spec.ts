import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { maxViewStateLength } from '../../contract/settings/view-state-limits.ts';
import { fakeDesk } from '../../test/fakes/desk.ts';
import { ViewState } from './view-state.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function aProfile(stored: Record<string, string> = {}) {
  const written: Readonly<Record<string, string | null>>[] = [];
  const { desk } = fakeDesk({
    'viewState.read': async () => stored,
    'viewState.write': async (values) => {
      written.push(values);
    },
  });
  return { written, viewState: new ViewState(desk) };
}

describe('the view settings of a window', () => {
  it('are those of the profile', async () => {
    const { viewState } = aProfile({ 'split:list': '320' });
    await viewState.load();
    expect(viewState.getItem('split:list')).toBe('320');
    expect(viewState.getItem('split:other')).toBeNull();
  });

  it('are read at once and written once for many changes in a row', async () => {
    const { viewState, written } = aProfile({ folded: 'true' });
    await viewState.load();
    for (let width = 300; width <= 400; width += 1) viewState.setItem('split:list', String(width));
    viewState.removeItem('folded');
    expect(viewState.getItem('split:list')).toBe('400');
    expect(viewState.getItem('folded')).toBeNull();
    expect(written).toEqual([]);
    await vi.advanceTimersByTimeAsync(250);
    expect(written).toEqual([{ 'split:list': '400', folded: null }]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(written).toHaveLength(1);
  });

  it('are sent without waiting when the window closes', async () => {
    const { viewState, written } = aProfile();
    viewState.setItem('folded', 'true');
    viewState.flush();
    await vi.advanceTimersByTimeAsync(0);
    expect(written).toEqual([{ folded: 'true' }]);
  });

  it('keep changes that were made before the profile was loaded', async () => {
    const { viewState } = aProfile({ folded: 'true' });
    viewState.setItem('folded', 'false');
    await viewState.load();
    expect(viewState.getItem('folded')).toBe('false');
  });

  it('reject what the profile would reject', () => {
    const { viewState } = aProfile();
    expect(() => viewState.setItem('long', 'x'.repeat(maxViewStateLength + 1))).toThrow(RangeError);
    expect(viewState.getItem('long')).toBeNull();
  });
});
