import { jobLibrary } from '../../../contract/jobs/job-library.ts';
import type { LibraryJob } from '../../../contract/jobs/job-library.ts';
import type { LibraryArgument } from '../../../contract/procedures/library-argument.ts';
import { procedureGroups, procedureLibrary } from '../../../contract/procedures/procedure-library.ts';
import type { LibraryProcedure } from '../../../contract/procedures/procedure-library.ts';
import type { OwnEntry } from '../../../contract/procedures/procedures.ts';
import { jobOfOwn } from '../../../contract/jobs/own-job.ts';
import { procedureOfOwn } from '../../../contract/procedures/own-entry.ts';
import { createSearchIndex } from '../../lists/search-index.ts';

type EntryKind = 'query' | 'job';

/** A library entry as listed and searched. */
export interface LibraryEntry {
  readonly id: string;
  readonly name: string;
  readonly group: string;
  readonly description: string;
  readonly path: string;
  readonly kind: EntryKind;
  readonly isOwn: boolean;
  /** Names of its required arguments. */
  readonly needs: string;
  /** Labels of all its arguments. */
  readonly labels: readonly string[];
}

const ownGroup = 'Custom';
/** In list order. */
export const entryGroups: readonly string[] = [ownGroup, ...procedureGroups];

const namesOf = (parameters: readonly LibraryArgument[]): string =>
  parameters
    .filter(({ isRequired }) => isRequired)
    .map(({ name }) => name)
    .join(', ');

function entryOf(
  { id, name, description, path, parameters }: LibraryProcedure | LibraryJob,
  more: Pick<LibraryEntry, 'group' | 'kind' | 'isOwn'>,
): LibraryEntry {
  const needs = more.kind === 'job' ? 'job' : namesOf(parameters);
  return { id, name, description, path, ...more, needs, labels: parameters.map(({ label }) => label) };
}

/** All entries of the platform, by group. */
const ofPlatform: readonly LibraryEntry[] = [
  ...procedureLibrary.map((each) => entryOf(each, { group: each.group, kind: 'query', isOwn: false })),
  ...jobLibrary.map((each) => entryOf(each, { group: 'Jobs', kind: 'job', isOwn: false })),
];

/** Custom entries, and all entries of the platform. */
export const libraryEntries = (own: readonly OwnEntry[]): readonly LibraryEntry[] => [
  ...own.map((each) =>
    each.via === 'job'
      ? entryOf(jobOfOwn(each), { group: ownGroup, kind: 'job', isOwn: true })
      : entryOf(procedureOfOwn(each), { group: ownGroup, kind: 'query', isOwn: true }),
  ),
  ...ofPlatform,
];

/** Finds entries by name, then by group, description, path and arguments. */
export const entrySearch = (
  entries: readonly LibraryEntry[],
): ReturnType<typeof createSearchIndex<LibraryEntry>> =>
  createSearchIndex(entries, {
    title: ({ name }) => name,
    text: ({ name, group, description, path, labels }) =>
      [name, group, description, path, ...labels].join(' '),
    order: 'given',
  });
