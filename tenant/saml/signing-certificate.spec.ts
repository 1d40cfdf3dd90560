import { X509Certificate, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { loadSigningCertificate } from './signing-certificate.ts';

const NOW = Date.parse('2026-11-27T12:00:00Z');
const YEAR_MS = 366 * 86_400_000;

function parts(now: () => number) {
  const stored = new Map<string, unknown>();
  return {
    settings: {
      read: (name: string) => stored.get(name),
      write: (name: string, value: unknown) => void stored.set(name, value),
    },
    tenantName: 'Sandbox "Überall", Ltd.',
    now,
    randomBytes,
  };
}

describe('the SAML signing certificate', () => {
  it('is self-signed, names the tenant, and is the same at every start', async () => {
    const shared = parts(() => NOW);
    const first = await loadSigningCertificate(shared);
    const parsed = new X509Certificate(first.certificate);
    expect(parsed.subject).toBe(String.raw`CN=Sandbox \"Überall\"\, Ltd. SAML signing`);
    expect(parsed.verify(parsed.publicKey)).toBe(true);
    expect(parsed.publicKey.asymmetricKeyDetails?.modulusLength).toBe(2048);
    expect(Date.parse(parsed.validFrom)).toBeLessThan(NOW);
    expect(Date.parse(parsed.validTo)).toBeGreaterThan(NOW + 9 * YEAR_MS);
    expect(first.thumbprint).toMatch(/^[0-9A-F]{40}$/);
    expect(await loadSigningCertificate(shared)).toEqual(first);
  });

  it('is replaced once it has expired', async () => {
    let now = NOW;
    const shared = parts(() => now);
    const first = await loadSigningCertificate(shared);
    now += 11 * YEAR_MS;
    expect((await loadSigningCertificate(shared)).thumbprint).not.toBe(first.thumbprint);
  });
});
