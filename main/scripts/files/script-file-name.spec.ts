import fc from 'fast-check';
import { expect, it } from 'vitest';
import { foldedName, freeFileName, scriptFileStem } from './script-file-name.ts';

it('is the name of the application where every file system takes it', () => {
  expect(scriptFileStem('Payroll')).toBe('Payroll');
  expect(scriptFileStem('Größe – 東京 / SAML')).toBe('Größe 東京 SAML');
  expect(scriptFileStem('a/../../etc/passwd')).toBe('a etc passwd');
});

it('is a name also where the application has none that could be one', () => {
  for (const name of ['', '...', '/', '\u0000', '😀']) expect(scriptFileStem(name)).toBe('script');
  expect(Buffer.byteLength(scriptFileStem('𝒜'.repeat(300)))).toBe(160);
  expect(scriptFileStem('NUL')).toBe('NUL script');
  expect(scriptFileStem('com1')).toBe('com1 script');
});

it('is told apart without regard to case and the form of accents', () => {
  const taken = new Set<string>();
  const names = ['Payroll', 'PAYROLL', 'payroll', 'Zoe\u0308', 'Zo\u00eb'].map((application) => {
    const name = freeFileName(application, taken);
    taken.add(foldedName(name));
    return name;
  });
  expect(names).toEqual(['Payroll.js', 'PAYROLL 2.js', 'payroll 3.js', 'Zo\u00eb.js', 'Zo\u00eb 2.js']);
});

it('is short, without folders, and ends as scripts do, whatever the application is called', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (application) => {
      const name = freeFileName(application, new Set());
      expect(name).toMatch(/^[\p{L}\p{N}][\p{L}\p{N} _-]*\.js$|^[_-][\p{L}\p{N} _-]*\.js$/u);
      expect(Buffer.byteLength(name)).toBeLessThan(200);
    }),
    { numRuns: 50 },
  );
});
