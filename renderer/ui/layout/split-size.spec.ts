import { describe, expect, it } from 'vitest';
import { clampSplit, rememberedSplit, rememberSplit } from './split-size.ts';

describe('a split', () => {
  it('keeps the minimum of both panes', () => {
    const bounds = { total: 1000, minStart: 200, minEnd: 300 };
    expect(clampSplit(50, bounds)).toBe(200);
    expect(clampSplit(900, bounds)).toBe(700);
    expect(clampSplit(400.4, bounds)).toBe(400);
  });

  it('keeps the first pane when both don’t fit', () => {
    expect(clampSplit(400, { total: 300, minStart: 200, minEnd: 300 })).toBe(200);
  });

  it('remembers its size, and works without storage', () => {
    const stored = new Map<string, string>();
    const storage = {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
    };
    expect(rememberedSplit(storage, 'list')).toBeUndefined();
    rememberSplit(storage, 'list', 320);
    expect(rememberedSplit(storage, 'list')).toBe(320);
    const failing = {
      getItem: (): string | null => {
        throw new Error('refused');
      },
      setItem: (): void => {
        throw new Error('refused');
      },
    };
    expect(rememberedSplit(failing, 'list')).toBeUndefined();
    expect(() => rememberSplit(failing, 'list', 1)).not.toThrow();
  });
});
