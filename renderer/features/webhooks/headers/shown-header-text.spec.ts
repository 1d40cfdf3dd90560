import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withPlaceholders, withShownValues } from './shown-header-text.ts';

const shown = [
  { name: 'x-team', placeholder: '••••0123abcd', value: 'identity' },
  { name: 'x-region', placeholder: '••••89abcdef', value: 'eu: west' },
];

describe('headers with shown values', () => {
  it('appear with their values, and turn back into placeholders', () => {
    const stored =
      'X-TEAM: ••••0123abcd\nAuthorization: ••••0123abcd\nX-Region:••••89abcdef  \nX-Source: desk';
    const seen = 'X-TEAM: identity\nAuthorization: ••••0123abcd\nX-Region:eu: west  \nX-Source: desk';
    expect(withShownValues(stored, shown)).toBe(seen);
    expect(withPlaceholders(seen, shown)).toBe(stored);
  });

  it('leaves edited values unchanged', () => {
    expect(withPlaceholders('X-Team: identity 2\nX-Region: identity', shown)).toBe(
      'X-Team: identity 2\nX-Region: identity',
    );
  });

  it('restores any text unchanged', () => {
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
