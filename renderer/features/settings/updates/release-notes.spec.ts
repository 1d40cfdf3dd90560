import { expect, it } from 'vitest';
import { notesParts } from './release-notes.ts';

it('splits the section of a version into its parts, with one item for each change', () => {
  const notes = [
    'The first line.',
    '',
    '### Added',
    '',
    '- Updates: **found**,',
    '  downloaded and installed (`docs/administration.md`).',
    '- [Backups](docs/backup.md)',
    '',
    '### Fixed',
    '* A paused run',
  ].join('\r\n');
  expect(notesParts(notes)).toEqual([
    { title: '', items: ['The first line.'] },
    {
      title: 'Added',
      items: ['Updates: found, downloaded and installed (docs/administration.md).', 'Backups'],
    },
    { title: 'Fixed', items: ['A paused run'] },
  ]);
});

it('has no parts for notes without text', () => {
  expect(notesParts('')).toEqual([]);
  expect(notesParts('### Added\n\n')).toEqual([]);
});
