import { describe, expect, it } from 'vitest';
import { certificateLife } from './certificate-life.ts';

const day = 86_400_000;
const certificate = { validFrom: 0, validTo: 1000 * day };
const at = (days: number) => certificateLife(certificate, days * day);

describe('certificateLife', () => {
  it('is good until 30 days before expiry, then warns, then is expired', () => {
    expect(at(500)).toEqual({ tone: 'good', text: 'expires in 500 days', share: 0.5 });
    expect(at(969)).toMatchObject({ tone: 'good', text: 'expires in 31 days' });
    expect(at(970)).toMatchObject({ tone: 'warn', text: 'expires in 30 days' });
    expect(at(988)).toMatchObject({ tone: 'warn', text: 'expires in 12 days' });
    expect(at(999.5)).toMatchObject({ tone: 'warn', text: 'expires today' });
    expect(at(1000)).toMatchObject({ tone: 'bad', text: 'expired 1 day ago', share: 1 });
    expect(at(1400)).toMatchObject({ tone: 'bad', text: 'expired 400 days ago', share: 1 });
  });

  it('warns before the certificate is valid', () => {
    expect(at(-3)).toEqual({ tone: 'warn', text: 'valid in 3 days', share: 0 });
  });
});
