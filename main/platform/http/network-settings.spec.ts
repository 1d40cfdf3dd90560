import { describe, expect, it } from 'vitest';
import { createAuthority } from '../../../test/fakes/certificate.ts';
import { readCertificates } from './network-settings.ts';

const first = createAuthority().certificate;
const second = createAuthority().certificate;

describe('certificates of the settings', () => {
  it('are empty for empty text', () => {
    expect(readCertificates(' \n')).toEqual([]);
  });

  it('are extracted from text with comments between them', () => {
    const found = readCertificates(`# Acme root\n${first}\n# Acme issuing\n${second}`);
    expect(found.map((certificate) => certificate.trim())).toEqual([first.trim(), second.trim()]);
  });

  it('that are invalid are reported by position', () => {
    const broken = `-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----`;
    expect(() => readCertificates(`${first}\n${broken}`)).toThrow('Certificate 2 of 2 is invalid');
  });

  it('are reported as missing in other text', () => {
    expect(() => readCertificates('-----BEGIN PRIVATE KEY-----')).toThrow('No PEM certificate found');
  });
});
