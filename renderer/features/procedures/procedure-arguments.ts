import type { JobArguments } from '../../../contract/job-arguments.ts';
import { jobLibrary } from '../../../contract/job-library.ts';
import { procedureLibrary } from '../../../contract/procedure-library.ts';
import type { LibraryProcedure } from '../../../contract/procedure-library.ts';
import type { ProcedureArgument, WrittenCall } from '../../../languages/sql/procedure-call.ts';
import { writeProcedureCall } from '../../../languages/sql/procedure-call.ts';

type Entered = Readonly<Record<string, string>>;

/** What is sent; what was left blank is not. */
export function callOf(procedure: LibraryProcedure, path: string, entered: Entered): WrittenCall {
  const values = procedure.parameters.flatMap(({ name, type }): [string, ProcedureArgument][] => {
    const text = (entered[name] ?? '').trim();
    if (text === '') return [];
    return [[name, type === 'boolean' ? text === 'true' : text]];
  });
  return writeProcedureCall(path, values);
}

/** The same as the arguments of a job. */
export function jobArgumentsOf(procedure: LibraryProcedure, entered: Entered): JobArguments {
  return Object.fromEntries(
    procedure.parameters.flatMap(({ name, type }) => {
      const text = (entered[name] ?? '').trim();
      return text === '' ? [] : [[name, type === 'boolean' ? text === 'true' : text]];
    }),
  );
}

/** Required arguments that were left blank. */
export function missingOf(procedure: LibraryProcedure, entered: Entered): readonly string[] {
  return procedure.parameters
    .filter(({ name, isRequired }) => isRequired && (entered[name] ?? '').trim() === '')
    .map(({ name }) => name);
}

/** What the list of the library shows of an entry, and finds it by. */
export interface LibraryEntry {
  readonly id: string;
  readonly name: string;
  readonly group: string;
  readonly words: string;
  readonly path: string;
  /** Names of what it needs; `job` for what does something. */
  readonly needs: string;
  readonly isJob: boolean;
  /** Of all that it is given. */
  readonly labels: readonly string[];
}

/** Everything that the platform has, group by group. */
export const libraryEntries: readonly LibraryEntry[] = [
  ...procedureLibrary.map(({ id, name, group, words, path, parameters }) => ({
    ...{ id, name, group, words, path, isJob: false },
    needs: parameters
      .filter(({ isRequired }) => isRequired)
      .map((parameter) => parameter.name)
      .join(', '),
    labels: parameters.map(({ label }) => label),
  })),
  ...jobLibrary.map(({ id, name, words, path, fields }) => ({
    ...{ id, name, group: 'Jobs', words, path, isJob: true, needs: 'job' },
    labels: fields.map(({ label }) => label),
  })),
];

/** With every word of what was typed somewhere in it, in whatever order. */
export function isFound({ name, group, words, path, labels }: LibraryEntry, typed: string): boolean {
  const text = [name, group, words, path, ...labels].join(' ').toLowerCase();
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
