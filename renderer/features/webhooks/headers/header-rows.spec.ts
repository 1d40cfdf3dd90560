import { describe, expect, it } from 'vitest';
import { headerProblems, headerRows, withHeaderRow, withoutHeaderRow } from './header-rows.ts';

const messages = (text: string) => headerProblems(text).map(({ line, message }) => `${line}: ${message}`);
const only = (text: string) => headerProblems(text)[0]?.message ?? '';

describe('headers as a table and as text', () => {
  it('match, even with colons, quotes, spaces and invalid lines', () => {
    const texts = [
      '',
      'X-Team: a',
      'X-Url: https://a.example:8443/x?y=1\nX-Say: "a: b"\n',
      'no colon\n: no name\n\n  X-Folded: b\nX-Empty: ',
    ];
    for (const text of texts) {
      const rows = headerRows(text);
      let again = text;
      for (const [index, row] of rows.entries()) again = withHeaderRow(again, index, row);
      expect(headerRows(again)).toEqual(rows);
      expect(again.replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
    }
  });

  it('change one line only, and add and remove a line', () => {
    const text = 'A: 1\nodd line\nC: 3';
    expect(withHeaderRow(text, 0, { name: 'A', value: 'x:y' })).toBe('A: x:y\nodd line\nC: 3');
    expect(withHeaderRow(text, 3, { name: 'D', value: '4' })).toBe('A: 1\nodd line\nC: 3\nD: 4');
    expect(withHeaderRow('', 0, { name: 'A', value: '' })).toBe('A: ');
    expect(withoutHeaderRow(text, 1)).toBe('A: 1\nC: 3');
    expect(withoutHeaderRow('A: 1', 0)).toBe('');
  });
});

describe('a header line', () => {
  it('may contain colons and Latin-1 letters in its value', () => {
    expect(headerProblems('')).toEqual([]);
    expect(headerProblems('X-Url: https://a.example:1/\nX-Name: Zoë\nX-Tab: a\tb\n')).toEqual([]);
  });

  it('reports problems with its name', () => {
    expect(only('X-Team')).toContain('Add a colon');
    expect(only(': value')).toContain('Enter a name');
    expect(only('X Team: a')).toContain('“X Team” is not a valid header name');
    expect(only('Überschrift: a')).toContain('is not a valid header name');
    expect(only(' X-Team: a')).toContain('starts with a space');
    expect(only('Host: other.example')).toContain('is set by the sender');
    expect(only('content-type: text/plain')).toContain('its own field');
    expect(messages('X-Team: a\nX-Other: b\nx-team: c')).toEqual([
      '3: Duplicate header x-team (line 1). Combine the values with a comma or remove one.',
    ]);
  });

  it('reports problems with its value', () => {
    expect(only('X-Arrow: a → b')).toContain('“→” (U+2192)');
    expect(only('X-Smile: 😀')).toContain('“😀” (U+1F600)');
    expect(only('X-Bell: \u0007')).toContain('the control character U+0007');
    expect(only('X-None: ')).toContain('is sent empty');
    expect(only('X-Quoted: "a"')).toContain('quotes');
  });

  it("can't hide another header behind an unusual line break", () => {
    for (const end of ['\r', '\v', '\f', '\u0085', '\u2028', '\u2029']) {
      expect(only(`X-Team: a${end}Authorization: Bearer b`)).toContain('hidden line break');
    }
    expect(only('X-Team: a\r\nX-Other: b')).toContain('hidden line break');
    expect(messages('X-Team: a\n\nX-Other: b')).toEqual([expect.stringContaining('2: Empty line')]);
  });

  it('may have a hidden value, which is replaced only as a whole', () => {
    expect(headerProblems('Authorization: ••••0123abcd')).toEqual([]);
    for (const value of ['••••0123abc', 'Bearer ••••0123abcd', '••••0123abcdX', '•••0123abcd']) {
      expect(only(`Authorization: ${value}`)).toContain('Enter the whole value');
    }
  });
});
