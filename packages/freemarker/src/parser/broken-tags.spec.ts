import { describe, expect, it } from 'vitest';
import { T } from '../lexer/token.ts';
import type { TokenKind } from '../lexer/token.ts';
import { BrokenTags } from './broken-tags.ts';
import type { BrokenTag } from './broken-tags.ts';

const tag = (start: number, opens: TokenKind | undefined, more: Partial<BrokenTag> = {}): BrokenTag => ({
  start,
  opens,
  isEnd: false,
  isKnown: true,
  used: undefined,
  ...more,
});

describe('broken tags', () => {
  it('give the last opening tag of a kind that is not used, from an offset on', () => {
    const broken = new BrokenTags();
    const [first, second, third] = [tag(10, T.IF), tag(20, T.IF), tag(30, T.LIST)];
    for (const each of [first, second, third, tag(40, T.IF, { isEnd: true })]) broken.add(each);
    expect(broken.lastOpening([T.IF], 0, false)).toBe(second);
    expect(broken.lastOpening([T.IF, T.LIST], 0, false)).toBe(third);
    expect(broken.lastOpening([T.IF], 21, false)).toBeUndefined();
    second.used = 'as-end';
    expect(broken.lastOpening([T.IF], 0, false)).toBe(first);
    const unknown = broken.add(tag(5, undefined, { isKnown: false }));
    expect(broken.lastOpening([T.IF], 0, true)).toBe(unknown);
    expect(broken.lastOpening([T.IF], 6, true)).toBe(first);
  });

  it('forget what was noted since', () => {
    const broken = new BrokenTags();
    const remaining = broken.add(tag(10, T.IF));
    broken.add(tag(10, T.IF));
    broken.add(tag(20, T.IF, { isKnown: false }));
    broken.forgetFrom(1);
    expect(broken.all).toEqual([remaining]);
    expect(broken.lastOpening([T.IF], 0, true)).toBe(remaining);
    expect([broken.isAt(10), broken.isAt(20)]).toEqual([true, false]);
  });

  it('are not gone through for each tag that has no opening one', () => {
    const broken = new BrokenTags();
    let looks = 0;
    const watched = (start: number, opens: TokenKind, isEnd: boolean): BrokenTag => ({
      ...tag(start, opens, { isEnd }),
      get start() {
        looks++;
        return start;
      },
      get used() {
        looks++;
        return undefined;
      },
    });
    const places = Array.from({ length: 1_000 }, (_, at) => at);
    for (const at of places) {
      broken.add(watched(3 * at, T.IF, true));
      broken.add(watched(3 * at + 1, T.LIST, false));
      broken.add(watched(3 * at + 2, T.MACRO, false));
    }
    looks = 0;
    for (const at of places) expect(broken.lastOpening([T.IF, T.LIST], 3_000 + at, true)).toBeUndefined();
    expect(looks).toBeLessThanOrEqual(2 * places.length);
  });
});
