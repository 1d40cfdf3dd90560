import { describe, expect, it } from 'vitest';
import { releaseNotes } from './release-notes.ts';

const changelog = `# Changelog

## Unreleased

### Added

- Something new.

## [1.1.0] - 2026-03-01

## 1.0.0 - 2026-02-01

- The first one.
`;

describe('release notes', () => {
  it('are the section of the version', () => {
    expect(releaseNotes(changelog, '1.0.0')).toBe('- The first one.');
  });

  it('are what is unreleased for a preview', () => {
    expect(releaseNotes(changelog.replaceAll('\n', '\r\n'), '1.2.0-preview.1')).toBe(
      '### Added\n\n- Something new.',
    );
  });

  it.each([
    ['has no section', '2.0.0'],
    ['is empty', '1.1.0'],
    ['only begins like another', '1.0'],
  ])('are required: the section %s', (_case, version) => {
    expect(() => releaseNotes(changelog, version)).toThrow(`CHANGELOG.md has no notes for ${version}.`);
  });
});
