import { expect, it } from 'vitest';
import type { SavedQuery } from '../../../contract/queries/query-library.ts';
import { folderChoices, folderPath, libraryRows } from './library-rows.ts';

const query = (name: string, more: Partial<SavedQuery> = {}): SavedQuery => ({
  ...{ id: name, name, description: '', text: 'select ID from Role', parameters: [], folderId: null },
  ...{ tenantId: null, isFavorite: false, revision: 1, savedAt: 1 },
  ...more,
});
const folders = [
  { id: 'week', name: 'Weekly', parentId: 'sign' },
  { id: 'sign', name: 'Sign-ins', parentId: null },
  { id: 'none', name: 'Empty', parentId: null },
];
const queries = [
  query('B', { savedAt: 3 }),
  query('a', { savedAt: 2 }),
  query('Starred', { isFavorite: true }),
  query('Failed', { folderId: 'week', description: 'For the Monday call' }),
  query('All', { folderId: 'sign', text: 'select * from Event' }),
];
const shown = (view: Partial<Parameters<typeof libraryRows>[1]> = {}) =>
  libraryRows({ folders, queries }, { open: [], search: '', sort: 'name', ...view }).map(
    (row) =>
      '  '.repeat(row.level - 1) +
      (row.kind === 'folder' ? `${row.folder.name}/${row.count}` : row.query.name),
  );

it('sorts folders first, then favorites, then the others by name or save time', () => {
  expect(shown()).toEqual(['Empty/0', 'Sign-ins/2', 'Starred', 'a', 'B']);
  expect(shown({ sort: 'saved' }).slice(2)).toEqual(['Starred', 'B', 'a']);
});

it('shows the contents of expanded folders', () => {
  expect(shown({ open: ['sign', 'week'] }).slice(1, 5)).toEqual([
    'Sign-ins/2',
    '  Weekly/1',
    '    Failed',
    '  All',
  ]);
});

it('searches name, description, text and folder, and expands matches', () => {
  expect(shown({ search: 'monday CALL' })).toEqual(['Sign-ins/1', '  Weekly/1', '    Failed']);
  expect(shown({ search: 'from event' })).toEqual(['Sign-ins/1', '  All']);
  expect(shown({ search: 'weekly failed' })).toEqual(['Sign-ins/1', '  Weekly/1', '    Failed']);
  expect(shown({ search: 'empty' })).toEqual(['Empty/0']);
  expect(shown({ search: 'nowhere' })).toEqual([]);
});

it("shows folder paths, and doesn't offer folders within the moved one", () => {
  expect(folderPath(folders, 'week')).toBe('Sign-ins / Weekly');
  expect(folderPath(folders, null)).toBe('');
  expect(folderChoices(folders, ['sign']).map(({ label }) => label)).toEqual(['Empty']);
  expect(folderChoices(folders).map(({ label }) => label)).toEqual([
    'Empty',
    'Sign-ins',
    'Sign-ins / Weekly',
  ]);
});

it('terminates on circular folders, which only corrupted data can have', () => {
  const circle = [
    { id: 'x', name: 'X', parentId: 'y' },
    { id: 'y', name: 'Y', parentId: 'x' },
  ];
  expect(folderPath(circle, 'x').length).toBeGreaterThan(0);
});
