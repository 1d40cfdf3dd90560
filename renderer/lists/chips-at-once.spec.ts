import { describe, expect, it } from 'vitest';
import { chipsAtOnce } from './chips-at-once.ts';

describe('the chips of a list', () => {
  const offered = ['enabled', 'disabled', 'failing', 'high', 'low'];

  it('leave enough space for the list until all of them are requested', () => {
    expect(chipsAtOnce(offered, 0, false)).toEqual({
      shown: ['enabled', 'disabled'],
      hidden: 3,
      canFold: true,
    });
    expect(chipsAtOnce(offered, 0, true)).toEqual({ shown: offered, hidden: 0, canFold: true });
  });

  it('are fewer when some are active', () => {
    expect(chipsAtOnce(offered, 1, false).shown).toEqual(['enabled']);
    expect(chipsAtOnce(offered, 5, false)).toMatchObject({ shown: [], hidden: 5 });
  });

  it('are not collapsed to hide only one', () => {
    const three = offered.slice(0, 3);
    expect(chipsAtOnce(three, 0, false)).toEqual({ shown: three, hidden: 0, canFold: false });
  });
});
