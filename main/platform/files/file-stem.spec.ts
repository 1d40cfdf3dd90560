import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fileStem, foldedName, freeFileName } from './file-stem.ts';

const scripts = { otherwise: 'script', extension: 'js' };
const stem = (name: string) => fileStem(name, 'script');

it('is the name of the application, reduced to portable characters', () => {
  expect(stem('Payroll')).toBe('Payroll');
  expect(stem('Größe – 東京 / SAML')).toBe('Größe 東京 SAML');
  expect(stem('a/../../etc/passwd')).toBe('a etc passwd');
});

it('falls back to a default if the name has no usable characters', () => {
  for (const name of ['', '...', '/', '\u0000', '😀']) expect(stem(name)).toBe('script');
  expect(Buffer.byteLength(stem('𝒜'.repeat(300)))).toBe(160);
  expect(stem('NUL')).toBe('NUL script');
  expect(stem('com1')).toBe('com1 script');
});

it('is unique regardless of case and Unicode normalization', () => {
  const taken = new Set<string>();
  const names = ['Payroll', 'PAYROLL', 'payroll', 'Zoe\u0308', 'Zo\u00eb'].map((application) => {
    const name = freeFileName(application, scripts, taken);
    taken.add(foldedName(name));
    return name;
  });
  expect(names).toEqual(['Payroll.js', 'PAYROLL 2.js', 'payroll 3.js', 'Zo\u00eb.js', 'Zo\u00eb 2.js']);
});

it('is short, without folders, and has the script extension for any application name', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (application) => {
      const name = freeFileName(application, scripts, new Set());
      expect(name).toMatch(/^[\p{L}\p{N}][\p{L}\p{N} _-]*\.js$|^[_-][\p{L}\p{N} _-]*\.js$/u);
      expect(Buffer.byteLength(name)).toBeLessThan(200);
    }),
    { numRuns: 50 },
  );
});
