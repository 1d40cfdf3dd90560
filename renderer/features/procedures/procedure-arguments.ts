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

/** Required arguments that were left blank. */
export function missingOf(procedure: LibraryProcedure, entered: Entered): readonly string[] {
  return procedure.parameters
    .filter(({ name, isRequired }) => isRequired && (entered[name] ?? '').trim() === '')
    .map(({ name }) => name);
}

/** With every word of what was typed somewhere in it, in whatever order. */
export function isFound(procedure: LibraryProcedure, typed: string): boolean {
  const { name, group, words, path, parameters } = procedure;
  const text = [name, group, words, path, ...parameters.map(({ label }) => label)].join(' ').toLowerCase();
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
