import { describe, expect, it } from 'vitest';
import { manifestText, readManifest } from './manifest.ts';

const address = 'https://acme.example';
const textWith = (file: string): string =>
  manifestText({
    format: 'tenant-desk/scripts',
    version: 1,
    tenant: { name: 'Acme', address },
    files: [{ applicationId: 'a1', application: 'Payroll', file }],
  });

describe('the manifest of a folder of scripts', () => {
  it('is read as it was written', () => {
    expect(readManifest(textWith('Payroll.js'), address).files).toEqual([
      { applicationId: 'a1', application: 'Payroll', file: 'Payroll.js' },
    ]);
  });

  it.each([
    '../up.js',
    '/etc/passwd',
    'in/side.js',
    'in\\side.js',
    '..',
    '.hidden.js',
    '.gitconfig',
    'a\0.js',
    'Makefile',
  ])('is refused where it names %j: nothing but a script of the folder is read or written', (file) => {
    expect(() => readManifest(textWith(file), address)).toThrow(
      expect.objectContaining({ code: 'file-wrong-shape' }),
    );
  });

  it('is refused where it belongs to another tenant, or is none', () => {
    expect(() => readManifest(textWith('Payroll.js'), 'https://other.example')).toThrow(/belongs to Acme/);
    expect(() => readManifest('{', address)).toThrow(/is not what Tenant Desk writes/);
  });
});
