import { describe, expect, it } from 'vitest';
import { createAuthority } from '../../../test/fakes/certificate.ts';
import { readCertificates } from './network-settings.ts';

const first = createAuthority().certificate;
const second = createAuthority().certificate;

describe('certificates of the settings', () => {
  it('are none in an empty text', () => {
    expect(readCertificates(' \n')).toEqual([]);
  });

  it('are taken out of a text with remarks between them', () => {
    const found = readCertificates(`# Acme root\n${first}\n# Acme issuing\n${second}`);
    expect(found.map((certificate) => certificate.trim())).toEqual([first.trim(), second.trim()]);
  });

  it('that cannot be read are named by their place', () => {
    const broken = `-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----`;
    expect(() => readCertificates(`${first}\n${broken}`)).toThrow('Certificate 2 of 2 cannot be read');
  });

  it('are missed in a text that has something else', () => {
    expect(() => readCertificates('-----BEGIN PRIVATE KEY-----')).toThrow('holds no certificate');
  });
});
