import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withPlaceholders, withShownValues } from './shown-header-text.ts';

const shown = [
  { name: 'x-team', placeholder: '••••0123abcd', value: 'identity' },
  { name: 'x-region', placeholder: '••••89abcdef', value: 'eu: west' },
];

describe('headers whose values are shown', () => {
  it('stand in the text with their values, and go back to what stands for them', () => {
    const kept = 'X-TEAM: ••••0123abcd\nAuthorization: ••••0123abcd\nX-Region:••••89abcdef  \nX-Source: desk';
    const seen = 'X-TEAM: identity\nAuthorization: ••••0123abcd\nX-Region:eu: west  \nX-Source: desk';
    expect(withShownValues(kept, shown)).toBe(seen);
    expect(withPlaceholders(seen, shown)).toBe(kept);
  });

  it('leaves what somebody made of a value as it is', () => {
    expect(withPlaceholders('X-Team: identity 2\nX-Region: identity', shown)).toBe(
      'X-Team: identity 2\nX-Region: identity',
    );
  });

  it('gives any text back as it was', () => {
    const line = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('X-Team: ••••0123abcd', 'x-region:\t••••89abcdef', 'X-Team:', ':', '••••0123abcd', ''),
    );
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        const text = lines.join('\n');
        const values = shown.map(({ value }) => value);
        fc.pre(!values.some((value) => text.includes(value)));
        expect(withPlaceholders(withShownValues(text, shown), shown)).toBe(text);
      }),
    );
  });
});
