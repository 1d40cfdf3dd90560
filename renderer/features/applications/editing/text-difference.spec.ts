import { describe, expect, it } from 'vitest';
import { markDifference } from './text-difference.ts';

const written = (value: string, other: string, shortens = false): string =>
  markDifference(value, other, shortens)
    .map(({ text, isMarked }) => (isMarked ? `[${text}]` : text))
    .join('');

describe('markDifference', () => {
  it('marks the exact difference', () => {
    expect(written('acme?so=00D5f000009', 'acme?so=00D5f000006')).toBe('acme?so=00D5f00000[9]');
    expect(written('https://a.example/saml/v2', 'https://a.example')).toBe('https://a.example[/saml/v2]');
    expect(written('mail', 'userprincipalname')).toBe('[mail]');
    expect(written('same', 'same')).toBe('same');
  });

  it('marks the whole value if only a period is shared', () => {
    expect(written('Ask the finance team.', 'Amplitude with SAML sign-in.')).toBe('[Ask the finance team.]');
  });

  it('counts no letter twice if prefix and suffix overlap', () => {
    expect(written('aaa', 'aa')).toBe('aa[a]');
    expect(written('aa', 'aaa')).toBe('aa');
    expect(written('', 'aa')).toBe('');
  });

  it('shortens a long common prefix', () => {
    const address = 'https://acme.my.salesforce.example?so=00D5f00000';
    expect(written(`${address}9`, `${address}6`, true)).toBe('…?so=00D5f00000[9]');
    expect(written('short9', 'short6', true)).toBe('short[9]');
  });
});
