import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPortableFileName, portableFileName } from './file-name.ts';
import { fileStem } from './file-stem.ts';

describe('a proposed file name', () => {
  it.each([
    ['Payroll.js', 'Payroll.js'],
    ['Größe – 東京.json', 'Größe – 東京.json'],
    ['report 1.5 (draft).csv', 'report 1.5 (draft).csv'],
    ['a/../../etc/passwd', 'a .. .. etc passwd'],
    ['a:b.json', 'a b.json'],
    ['photo\u202egpj.exe', 'photogpj.exe'],
    ['zero\u200bwidth\ufeff.json', 'zerowidth.json'],
    ['line\nbreak.json', 'line break.json'],
    ['name. . .', 'name'],
    ['  name ', 'name'],
    ['', 'file'],
    ['...', 'file'],
    ['.json', 'file.json'],
    ['CON', 'CON file'],
    ['con.json', 'con file.json'],
    ['Nul .tar.gz', 'Nul file.tar.gz'],
    ['aux.a.b.json', 'aux file.a.b.json'],
    ['COM1.csv', 'COM1 file.csv'],
    ['LPT¹.txt', 'LPT¹ file.txt'],
    ['com².json', 'com² file.json'],
    ['CONIN$', 'CONIN$ file'],
    ['PRN\u200b.json', 'PRN file.json'],
    ['COM10.json', 'COM10.json'],
    ['Console.json', 'Console.json'],
  ])('%j is %j', (name, expected) => {
    expect(portableFileName(name)).toBe(expected);
    expect(isPortableFileName(portableFileName(name))).toBe(true);
  });

  it('is valid on every system for any input, and idempotent', () => {
    const part = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.constantFrom('CON', 'LPT¹', 'nul', '.', ' ', ':', '\u202e', '.json', 'é'),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
        const name = portableFileName(parts.join(''));
        expect(isPortableFileName(name)).toBe(true);
        expect(portableFileName(name)).toBe(name);
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
        expect(isPortableFileName(`${fileStem(parts.join(''), 'item')}.js`)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it.each(['CON', 'LPT¹', 'com³', 'Nul'])('of an item called %s is not a device name', (name) => {
    expect(fileStem(name, 'webhooks')).toBe(`${name} webhooks`);
  });
});
