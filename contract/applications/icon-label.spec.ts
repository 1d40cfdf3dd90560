import { describe, expect, it } from 'vitest';
import { formatBytes } from '../../languages/text/intl.ts';
import { iconLabel } from './icon-label.ts';

describe('the label of an icon', () => {
  it('is the type and the size of an image, never its bytes', () => {
    expect(iconLabel(`data:image/png;base64,${'A'.repeat(4096)}`)).toBe('PNG image, 3 KB');
    expect(iconLabel('data:text/html,<b>')).toBe('Image, 1 KB');
  });

  it('is the path of an icon stored on the tenant', () => {
    expect(iconLabel('/vfslow/lib/application/icons/saml.svg')).toBe(
      '/vfslow/lib/application/icons/saml.svg',
    );
  });
});

it('shows a size in a readable unit', () => {
  expect([100 * 1024, 50 * 1024 * 1024].map((bytes) => formatBytes(bytes))).toEqual(['100 KB', '50 MB']);
});
