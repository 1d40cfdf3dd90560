import { jobLibrary } from '../../../contract/jobs/job-library.ts';
import type { LibraryJob } from '../../../contract/jobs/job-library.ts';
import type { LibraryArgument } from '../../../contract/procedures/library-argument.ts';
import { procedureGroups, procedureLibrary } from '../../../contract/procedures/procedure-library.ts';
import type { LibraryProcedure } from '../../../contract/procedures/procedure-library.ts';
import type { OwnEntry } from '../../../contract/procedures/procedures.ts';
import { jobOfOwn, procedureOfOwn } from './own-entry.ts';
import { foldText, plainLetters, searchedWords } from '../../../languages/order/fold-text.ts';

type EntryKind = 'query' | 'job';

/** What the list of the library shows of an entry, and finds it by. */
export interface LibraryEntry {
  readonly id: string;
  readonly name: string;
  readonly group: string;
  readonly words: string;
  readonly path: string;
  readonly kind: EntryKind;
  readonly isOwn: boolean;
  /** Names of what a procedure needs. */
  readonly needs: string;
  /** Of all that it is given. */
  readonly labels: readonly string[];
}

const ownGroup = 'Own';
/** In the order of the list. */
export const entryGroups: readonly string[] = [ownGroup, ...procedureGroups];

const namesOf = (parameters: readonly LibraryArgument[]): string =>
  parameters
    .filter(({ isRequired }) => isRequired)
    .map(({ name }) => name)
    .join(', ');

function entryOf(
  { id, name, words, path, parameters }: LibraryProcedure | LibraryJob,
  more: Pick<LibraryEntry, 'group' | 'kind' | 'isOwn'>,
): LibraryEntry {
  const needs = more.kind === 'job' ? 'job' : namesOf(parameters);
  return { id, name, words, path, ...more, needs, labels: parameters.map(({ label }) => label) };
}

/** Everything that the platform has, group by group. */
const ofPlatform: readonly LibraryEntry[] = [
  ...procedureLibrary.map((each) => entryOf(each, { group: each.group, kind: 'query', isOwn: false })),
  ...jobLibrary.map((each) => entryOf(each, { group: 'Jobs', kind: 'job', isOwn: false })),
];

/** What somebody has added, and everything that the platform has. */
export const libraryEntries = (own: readonly OwnEntry[]): readonly LibraryEntry[] => [
  ...own.map((each) =>
    each.via === 'job'
      ? entryOf(jobOfOwn(each), { group: ownGroup, kind: 'job', isOwn: true })
      : entryOf(procedureOfOwn(each), { group: ownGroup, kind: 'query', isOwn: true }),
  ),
  ...ofPlatform,
];

/** With every word of what was typed somewhere in it, in whatever order. */
export function isFound({ name, group, words, path, labels }: LibraryEntry, typed: string): boolean {
  const text = plainLetters([name, group, words, path, ...labels].join(' '));
  return searchedWords(typed).every((word) => text.includes(word));
}

interface MarkedPart {
  readonly text: string;
  readonly isMatch: boolean;
}

/** A name in pieces, those marked that were typed. */
export function markedParts(name: string, typed: string): readonly MarkedPart[] {
  const lower = plainLetters(name);
  const isMarked = Array.from({ length: name.length }, () => false);
  // Where a letter becomes several, or none, nothing can be said of places after it.
  const isSteady = [...name].every((letter) =>
    [foldText(letter), plainLetters(letter)].every(({ length }) => length === letter.length),
  );
  for (const word of isSteady ? searchedWords(typed) : []) {
    for (let at = lower.indexOf(word); at >= 0; at = lower.indexOf(word, at + 1)) {
      isMarked.fill(true, at, at + word.length);
    }
  }
  const parts: { text: string; isMatch: boolean }[] = [];
  for (const [at, isMatch] of isMarked.entries()) {
    const last = parts.at(-1);
    const character = name.charAt(at);
    if (last?.isMatch === isMatch) last.text += character;
    else parts.push({ text: character, isMatch });
  }
  return parts;
}
