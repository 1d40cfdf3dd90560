import { describe, expect, it } from 'vitest';
import { releaseOfTag } from './release-version.ts';

describe('the tag of a release', () => {
  it.each([
    ['v1.2.3', { version: '1.2.3', channel: 'stable' }],
    ['v0.10.0-preview.12', { version: '0.10.0-preview.12', channel: 'preview' }],
  ])('%s', (tag, release) => {
    expect(releaseOfTag(tag)).toEqual(release);
  });

  it.each([
    '1.2.3',
    'v1.2',
    'v01.2.3',
    'v1.2.3-beta.1',
    'v1.2.3-preview.0',
    'v1.2.3+4',
    'v1.2.3\n',
    'refs/tags/v1.2.3',
  ])('is not %j', (tag) => {
    expect(() => releaseOfTag(tag)).toThrow('Use v1.2.3 or v1.2.3-preview.1.');
  });
});
