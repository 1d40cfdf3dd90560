import { describe, expect, it } from 'vitest';
import { pastedTexts } from './pasted-texts.ts';

describe('pastedTexts', () => {
  it.each([
    ['nothing', ' \n ', []],
    ['one URL', ' https://a.example/x ', ['https://a.example/x']],
    ['lines', 'a.example\r\nb.example\n\nc.example', ['a.example', 'b.example', 'c.example']],
    ['a list', 'a.example, b.example; c.example', ['a.example', 'b.example', 'c.example']],
    [
      'quoted words',
      '"a.example", \'b.example\' <https://c.example>',
      ['a.example', 'b.example', 'https://c.example'],
    ],
    ['an array of a JSON file', '["a.example",\n "b.example"]', ['a.example', 'b.example']],
    ['an IPv6 address', '[2001:db8::1]:8443', ['[2001:db8::1]:8443']],
    ['one entry in a sentence, which is rejected as a whole', 'not a host!!', ['not a host!!']],
    ['one entry in a line with words around a host', 'see a.example please', ['see a.example please']],
    ['single-word hosts on lines of their own', 'intranet\nwiki', ['intranet', 'wiki']],
    ['the same twice', 'a.example a.example', ['a.example']],
  ])('finds %s', (_what, pasted, texts) => {
    expect(pastedTexts(pasted)).toEqual(texts);
  });
});
