import { describe, expect, it } from 'vitest';
import { markDifference } from './text-difference.ts';

const written = (value: string, other: string, shortens = false): string =>
  markDifference(value, other, shortens)
    .map(({ text, isMarked }) => (isMarked ? `[${text}]` : text))
    .join('');

describe('what differs between two values', () => {
  it('is marked to the letter', () => {
    expect(written('acme?so=00D5f000009', 'acme?so=00D5f000006')).toBe('acme?so=00D5f00000[9]');
    expect(written('https://a.example/saml/v2', 'https://a.example')).toBe('https://a.example[/saml/v2]');
    expect(written('mail', 'userprincipalname')).toBe('[mail]');
    expect(written('same', 'same')).toBe('same');
  });

  it('is all of it where two values share no more than a full stop', () => {
    expect(written('Ask the finance team.', 'Amplitude with SAML sign-in.')).toBe('[Ask the finance team.]');
  });

  it('counts no letter twice where beginning and end overlap', () => {
    expect(written('aaa', 'aa')).toBe('aa[a]');
    expect(written('aa', 'aaa')).toBe('aa');
    expect(written('', 'aa')).toBe('');
  });

  it('leaves out most of a long common beginning where there is little room', () => {
    const address = 'https://acme.my.salesforce.example?so=00D5f00000';
    expect(written(`${address}9`, `${address}6`, true)).toBe('…?so=00D5f00000[9]');
    expect(written('short9', 'short6', true)).toBe('short[9]');
  });
});
