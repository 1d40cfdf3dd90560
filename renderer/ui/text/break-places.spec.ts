import { expect, it } from 'vitest';
import { breakPlaces } from './break-places.ts';

it('breaks a long URL after separators only, and loses nothing', () => {
  const url = 'https://amplitude-saml30.acme.example/saml/metadata?tenant=acme&v=2';
  expect(breakPlaces(url)).toEqual([
    'https://',
    'amplitude-saml30.acme.example/',
    'saml/',
    'metadata?',
    'tenant=',
    'acme&',
    'v=',
    '2',
  ]);
  expect(breakPlaces(url).join('')).toBe(url);
  expect(breakPlaces('//a/b/c/d/e/f/g/h/i/j/k/l/m/n').join('')).toBe('//a/b/c/d/e/f/g/h/i/j/k/l/m/n');
});

it('keeps short texts and prose in one piece', () => {
  expect(breakPlaces('a/b')).toEqual(['a/b']);
  expect(breakPlaces('A sentence, which has no slash at all')).toHaveLength(1);
});
