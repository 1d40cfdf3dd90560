import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maxTextBytes } from '../../../contract/schema/text-limits.ts';
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
  it('is read with line feeds, and its original form is recorded', () => {
    expect(read('a\nb')).toEqual({ text: 'a\nb', hasByteOrderMark: false, asInFile: 'a\nb' });
    expect(read('\uFEFFa\r\nb\r\n')).toEqual({
      text: 'a\nb\n',
      hasByteOrderMark: true,
      asInFile: 'a\r\nb\r\n',
    });
    expect(read('a\rb')).toMatchObject({ text: 'a\nb', asInFile: 'a\rb' });
    expect(read('')).toEqual({ text: '', hasByteOrderMark: false, asInFile: '' });
  });

  it('keeps the line ending of unchanged lines, and uses the most common one for new lines', () => {
    const written = (before: string, text: string) =>
      Buffer.from(textBytes('a.js', text, read(before))).toString('utf8');
    expect(written('a\r\nb\nc\r\nd', 'a\nb\nnew\nc\nD')).toBe('a\r\nb\nnew\r\nc\r\nD');
    expect(written('a\r\nb\nc\nd', 'new\na\nb\nc\nd')).toBe('new\na\r\nb\nc\nd');
    expect(written('\uFEFFa\r\nb', 'a\nb\nc')).toBe('\uFEFFa\r\nb\r\nc');
  });

  it('is written with its own line endings to a new file', () => {
    expect(Buffer.from(textBytes('a.js', 'a\r\nb\n', plainForm)).toString('utf8')).toBe('a\r\nb\n');
  });

  it('survives a round trip', () => {
    const scripts = fc
      .array(fc.oneof(fc.string({ unit: 'grapheme', maxLength: 20 }), fc.constantFrom('\r', '\n', '\r\n')))
      .map((pieces) => pieces.join('').replaceAll('\0', ''))
      .filter((text) => !text.startsWith('\uFEFF'));
    fc.assert(
      fc.property(scripts, fc.boolean(), (script, hasByteOrderMark) => {
        const again = readText('a.js', textBytes('a.js', script, { hasByteOrderMark }));
        expect(again).toMatchObject({ asInFile: script, hasByteOrderMark });
        const bytes = textBytes('a.js', again.text, again);
        expect(Buffer.from(bytes).equals(textBytes('a.js', script, { hasByteOrderMark }))).toBe(true);
      }),
    );
  });

  it('over 1 MB is rejected when reading and writing', () => {
    expect(codeOf(() => read('x'.repeat(maxTextBytes)))).toBe('none');
    expect(codeOf(() => read('x'.repeat(maxTextBytes + 1)))).toBe('file-too-large');
    expect(codeOf(() => textBytes('a.js', 'x'.repeat(maxTextBytes + 1), plainForm))).toBe('file-too-large');
  });

  it.each([
    ['an image', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
    ['UTF-16', Buffer.from('setVersion();', 'utf16le')],
    ['Latin-1', Buffer.from('// Zo\u00eb', 'latin1')],
    ['a text with a zero byte', Buffer.from('a\0b')],
  ])('is not %s', (_what, bytes) => {
    expect(codeOf(() => read(bytes))).toBe('file-wrong-shape');
  });
});
