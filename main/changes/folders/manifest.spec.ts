import { describe, expect, it } from 'vitest';
import { manifestText, readManifest } from './manifest.ts';

const scripts = {
  file: 'tenant-desk.json',
  format: 'tenant-desk/scripts',
  members: { id: 'applicationId', name: 'application' },
};
const url = 'https://acme.example';
const textWith = (file: string): string =>
  manifestText(scripts, {
    tenant: { name: 'Acme', address: url },
    files: [{ id: 'a1', name: 'Payroll', file }],
  });
const read = (text: string, of = url) => readManifest(scripts, { text, address: of, extension: 'js' });

describe('the manifest of a folder of scripts', () => {
  it('is read as it was written', () => {
    expect(read(textWith('Payroll.js')).files).toEqual([{ id: 'a1', name: 'Payroll', file: 'Payroll.js' }]);
    expect(textWith('Payroll.js')).toContain('"applicationId": "a1"');
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
    'nul.js',
    'COM1.js',
    'lpt¹.x.js',
    'Payroll.js:hidden.js',
    'a?.js',
    'reversed\u202esj.txt.js',
    'line\nbreak.js',
  ])('is rejected if it lists %j: only scripts in the folder are read or written', (file) => {
    expect(() => read(textWith(file))).toThrow(expect.objectContaining({ code: 'file-wrong-shape' }));
  });

  it('is rejected if it belongs to another tenant, or isn’t valid', () => {
    expect(() => read(textWith('Payroll.js'), 'https://other.example')).toThrow(/belongs to Acme/);
    expect(() => read('{')).toThrow(/isn’t valid/);
  });
});
