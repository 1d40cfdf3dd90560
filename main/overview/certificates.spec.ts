import { describe, expect, it } from 'vitest';
import type { SignedApplication } from './certificates.ts';
import { dueCertificates, endingCertificates, maxPerPoll } from './certificates.ts';

const day = 86_400_000;
const now = 1_800_000_000_000;

function signed(
  id: string,
  inDays: number | undefined,
  { readAt = now, thumbprint = id } = {},
): SignedApplication {
  if (inDays === undefined) return { id, name: id, reading: undefined };
  const certificate = {
    ...{ subject: 'CN=Acme', issuer: 'CN=Acme', thumbprint, thumbprintSha256: thumbprint, key: 'RSA 2048' },
    ...{ validFrom: 0, validTo: now + inDays * day, pem: '' },
  };
  return {
    id,
    name: id,
    reading: { data: { state: 'read', hasMetadata: true, certificate }, fetchedAt: readAt },
  };
}

describe('expiring certificates', () => {
  it('are listed from thirty days before they expire, the earliest first, including expired ones', () => {
    const { ending, read, total } = endingCertificates(
      [signed('later', 29), signed('fine', 31), signed('ended', -1), signed('never read', undefined)],
      now,
    );
    expect(ending.map(({ name }) => name)).toEqual(['ended', 'later']);
    expect([read, total]).toEqual([3, 4]);
  });

  it('are listed once, however many applications they sign for', () => {
    const of = { thumbprint: 'one' };
    expect(
      endingCertificates([signed('a', 5, of), signed('b', 5, of), signed('c', 5, of)], now).ending,
    ).toEqual([expect.objectContaining({ name: 'a', others: 2 })]);
  });

  it('are refreshed after a day, unread ones first, and in batches for a large tenant', () => {
    const many = Array.from({ length: 100 }, (_, index) =>
      signed(`old ${index}`, 90, { readAt: now - 3 * day }),
    );
    const due = dueCertificates([signed('fresh', 90), ...many, signed('never', undefined)], now);
    expect(due).toHaveLength(maxPerPoll);
    expect(due[0]?.name).toBe('never');
    expect(due.some(({ name }) => name === 'fresh')).toBe(false);
  });
});
