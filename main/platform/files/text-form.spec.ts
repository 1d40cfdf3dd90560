import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mostTextBytes } from '../../../contract/text-limits.ts';
import { plainForm, readText, textBytes } from './text-form.ts';

const read = (text: string | Uint8Array) =>
  readText('a.js', typeof text === 'string' ? Buffer.from(text, 'utf8') : text);
const codeOf = (work: () => unknown): string => {
  try {
    work();
    return 'none';
  } catch (error) {
    return (error as { code: string }).code;
  }
};

describe('a text in a file', () => {
  it('is read with line feeds, and its form is known', () => {
    expect(read('a\nb')).toEqual({ text: 'a\nb', hasByteOrderMark: false, lineEnd: '\n' });
    expect(read('\uFEFFa\r\nb\r\n')).toEqual({ text: 'a\nb\n', hasByteOrderMark: true, lineEnd: '\r\n' });
    expect(read('a\rb')).toMatchObject({ text: 'a\nb', lineEnd: '\n' });
    expect(read('')).toEqual({ text: '', hasByteOrderMark: false, lineEnd: '\n' });
  });

  it('of lines that end either way has the way of most of them', () => {
    expect(read('a\r\nb\r\nc\nd').lineEnd).toBe('\r\n');
    expect(read('a\r\nb\nc\nd').lineEnd).toBe('\n');
  });

  it('comes back as it was written, whatever is in it', () => {
    const forms = fc.record({
      hasByteOrderMark: fc.boolean(),
      lineEnd: fc.constantFrom('\n' as const, '\r\n' as const),
    });
    const scripts = fc
      .string({ unit: 'grapheme', maxLength: 200 })
      .map((text) => text.replaceAll(/\r\n?/g, '\n').replaceAll('\0', ''))
      .filter((text) => !text.startsWith('\uFEFF'));
    fc.assert(
      fc.property(scripts, forms, (script, form) => {
        const again = readText('a.js', textBytes('a.js', script, form));
        expect(again.text).toBe(script);
        expect(again.hasByteOrderMark).toBe(form.hasByteOrderMark);
        if (script.includes('\n')) expect(again.lineEnd).toBe(form.lineEnd);
      }),
    );
  });

  it('over 1 MB is refused both ways', () => {
    expect(codeOf(() => read('x'.repeat(mostTextBytes)))).toBe('none');
    expect(codeOf(() => read('x'.repeat(mostTextBytes + 1)))).toBe('file-too-large');
    expect(codeOf(() => textBytes('a.js', 'x'.repeat(mostTextBytes + 1), plainForm))).toBe('file-too-large');
  });

  it.each([
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
    ['UTF-16', Buffer.from('setVersion();', 'utf16le')],
    ['Latin-1', Buffer.from('// Zo\u00eb', 'latin1')],
    ['a text with a zero byte', Buffer.from('a\0b')],
  ])('is not %s', (_what, bytes) => {
    expect(codeOf(() => read(bytes))).toBe('file-wrong-shape');
  });
});
