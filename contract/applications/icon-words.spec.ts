import { describe, expect, it } from 'vitest';
import { iconWords } from './icon-words.ts';
import { sizeWords } from '../values/size-words.ts';

describe('an icon in words', () => {
  it('is the type and the size of an image, never its bytes', () => {
    expect(iconWords(`data:image/png;base64,${'A'.repeat(4096)}`)).toBe('PNG image, 3 KB');
    expect(iconWords('data:text/html,<b>')).toBe('Image, 1 KB');
  });

  it('is the address of one that the tenant keeps', () => {
    expect(iconWords('/vfslow/lib/application/icons/saml.svg')).toBe(
      '/vfslow/lib/application/icons/saml.svg',
    );
  });
});

it('says a size in the unit in which it is a number that one reads', () => {
  expect([100 * 1024, 50 * 1024 * 1024].map(sizeWords)).toEqual(['100 KB', '50 MB']);
});
