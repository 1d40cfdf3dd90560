import { describe, expect, it } from 'vitest';
import { certificateLife } from './certificate-life.ts';

const day = 86_400_000;
const certificate = { validFrom: 0, validTo: 1000 * day };
const at = (days: number) => certificateLife(certificate, days * day);

describe('the life of a certificate', () => {
  it('is well until thirty days before its end, warns from then, and has ended after it', () => {
    expect(at(500)).toEqual({ tone: 'good', words: 'ends in 500 days', share: 0.5 });
    expect(at(969)).toMatchObject({ tone: 'good', words: 'ends in 31 days' });
    expect(at(970)).toMatchObject({ tone: 'warn', words: 'ends in 30 days' });
    expect(at(988)).toMatchObject({ tone: 'warn', words: 'ends in 12 days' });
    expect(at(999.5)).toMatchObject({ tone: 'warn', words: 'ends today' });
    expect(at(1000)).toMatchObject({ tone: 'bad', words: 'ended 1 day ago', share: 1 });
    expect(at(1400)).toMatchObject({ tone: 'bad', words: 'ended 400 days ago', share: 1 });
  });

  it('has not begun before it does', () => {
    expect(at(-3)).toEqual({ tone: 'warn', words: 'begins in 3 days', share: 0 });
  });
});
