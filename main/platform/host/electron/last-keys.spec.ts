import { afterEach, describe, expect, it, vi } from 'vitest';
import { createLastKeys } from './last-keys.ts';

describe('the last edits of a closing page', () => {
  afterEach(() => void vi.useRealTimers());

  it('are requested once and awaited', async () => {
    const events: string[] = [];
    const keys = createLastKeys({ emit: (name) => void events.push(name), hasPage: () => true });
    const saved = Promise.all([keys.save(), keys.save()]).then(() => events.push('saved'));
    await Promise.resolve();
    expect(events).toEqual(['app.closing']);
    keys.noteSaved();
    await saved;
    expect(events).toEqual(['app.closing', 'saved']);
  });

  it('delay nothing if the page does not respond, or is not open', async () => {
    vi.useFakeTimers();
    let isOver = false;
    const silent = createLastKeys({ emit: () => undefined, hasPage: () => true });
    void silent.save().then(() => (isOver = true));
    await vi.advanceTimersByTimeAsync(1000);
    expect(isOver).toBe(false);
    await vi.advanceTimersByTimeAsync(1000);
    expect(isOver).toBe(true);
    const events: string[] = [];
    await createLastKeys({ emit: (name) => void events.push(name), hasPage: () => false }).save();
    expect(events).toEqual([]);
  });
});
