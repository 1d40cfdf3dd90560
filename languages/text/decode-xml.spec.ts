import { describe, expect, it } from 'vitest';
import { decodeXml, UnknownEncoding } from './decode-xml.ts';

const bytesOf = (text: string, encoding: BufferEncoding): Uint8Array => Buffer.from(text, encoding);
const bigEndian = (text: string): Uint8Array => Buffer.from(text, 'utf16le').swap16();
const declaring = (encoding: string): string => `<?xml version="1.0" encoding="${encoding}"?><a>Prénom</a>`;

describe('the bytes of an XML document', () => {
  it.each([
    ['UTF-8', bytesOf(declaring('UTF-8'), 'utf8')],
    ['UTF-8 with a BOM', bytesOf(`\uFEFF${declaring('UTF-8')}`, 'utf8')],
    ['UTF-8 without a declaration', bytesOf('<a>Prénom</a>', 'utf8')],
    ['a declared ISO-8859-1', bytesOf(declaring('ISO-8859-1'), 'latin1')],
    [
      'a declared windows-1252 in single quotes',
      bytesOf(declaring('windows-1252').replaceAll('"', "'"), 'latin1'),
    ],
    ['ISO-8859-15 after an empty line', bytesOf(`\r\n${declaring('iso-8859-15')}`, 'latin1')],
    ['UTF-16LE with a BOM', bytesOf(`\uFEFF${declaring('UTF-16')}`, 'utf16le')],
    ['UTF-16BE with a BOM', bigEndian(`\uFEFF${declaring('UTF-16')}`)],
    ['UTF-16LE without a BOM', bytesOf(declaring('UTF-16LE'), 'utf16le')],
    ['UTF-16BE without a BOM', bigEndian(declaring('UTF-16BE'))],
    ['UTF-16 without a BOM, after a line end', bytesOf(`\n${declaring('UTF-16')}`, 'utf16le')],
    ['UTF-8 that declares UTF-16', bytesOf(declaring('utf-16'), 'utf8')],
    ['UTF-8 with a BOM that declares ISO-8859-1', bytesOf(`\uFEFF${declaring('ISO-8859-1')}`, 'utf8')],
  ])('are decoded for %s', (_name, bytes) => {
    const { text, wrongCharacters } = decodeXml(bytes);
    expect([text.includes('<a>Prénom</a>'), text.charCodeAt(0) === 0xfeff, wrongCharacters]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('use the charset of the sender, unless there is a BOM', () => {
    expect(decodeXml(bytesOf(declaring('UTF-8'), 'latin1'), 'iso-8859-1').text).toContain('Prénom');
    expect(decodeXml(bytesOf(`\uFEFF<a>Prénom</a>`, 'utf8'), 'iso-8859-1').text).toContain('Prénom');
  });

  it('that do not belong to the encoding are reported', () => {
    expect(decodeXml(bytesOf('<a>Prénom</a>', 'latin1'))).toMatchObject({
      encoding: 'utf-8',
      wrongCharacters: true,
    });
  });

  it.each([
    ['an unknown encoding', bytesOf(declaring('x-unheard-of'), 'utf8'), 'X-UNHEARD-OF'],
    ['UTF-32', new Uint8Array([0xff, 0xfe, 0, 0, 0x3c, 0, 0, 0]), 'UTF-32'],
    ['UTF-32 without a BOM', new Uint8Array([0, 0, 0, 0x3c]), 'UTF-32'],
    ['EBCDIC', new Uint8Array([0x4c, 0x6f, 0xa7, 0x94]), 'EBCDIC'],
  ])('in %s are rejected with a message', (_name, bytes, name) => {
    expect(() => decodeXml(bytes)).toThrow(UnknownEncoding);
    expect(() => decodeXml(bytes)).toThrow(`Unsupported encoding ${name}. Save the file as UTF-8.`);
  });

  it('can be empty or a single byte', () => {
    expect(decodeXml(new Uint8Array()).text).toBe('');
    expect(decodeXml(new Uint8Array([0x3c])).text).toBe('<');
  });
});
