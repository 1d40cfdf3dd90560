import { afterEach, describe, expect, it, vi } from 'vitest';
import { createLastKeys } from './last-keys.ts';

describe('the last keys of a page that is closed', () => {
  afterEach(() => void vi.useRealTimers());

  it('are waited for, asked for once', async () => {
    const told: string[] = [];
    const keys = createLastKeys({ emit: (name) => void told.push(name), hasPage: () => true });
    const saved = Promise.all([keys.save(), keys.save()]).then(() => told.push('saved'));
    await Promise.resolve();
    expect(told).toEqual(['app.closing']);
    keys.noteSaved();
    await saved;
    expect(told).toEqual(['app.closing', 'saved']);
  });

  it('hold up nothing where the page does not answer, or is not there', async () => {
    vi.useFakeTimers();
    let isOver = false;
    const silent = createLastKeys({ emit: () => undefined, hasPage: () => true });
    void silent.save().then(() => (isOver = true));
    await vi.advanceTimersByTimeAsync(1000);
    expect(isOver).toBe(false);
    await vi.advanceTimersByTimeAsync(1000);
    expect(isOver).toBe(true);
    const told: string[] = [];
    await createLastKeys({ emit: (name) => void told.push(name), hasPage: () => false }).save();
    expect(told).toEqual([]);
  });
});
