import type { ArgumentProblem, Entered } from '../../../contract/procedures/library-values.ts';
import { readArguments } from '../../../contract/procedures/library-values.ts';
import type { LibraryProcedure } from '../../../contract/procedures/procedure-library.ts';
import { writeProcedureCall } from '../../../languages/sql/procedure-call.ts';

type EnteredCall =
  | { readonly ok: true; readonly text: string }
  /** A problem without a name belongs to the file. */
  | { readonly ok: false; readonly problems: readonly ArgumentProblem[] };

/** The call for the entered values. Values of a list are joined to one text with commas. */
export function callOf(
  procedure: Pick<LibraryProcedure, 'parameters'>,
  path: string,
  entered: Entered,
): EnteredCall {
  const read = readArguments(procedure, entered);
  if (!read.ok) return read;
  const split = read.values.find(([, value]) => Array.isArray(value) && value.some(holdsComma));
  if (split !== undefined) {
    const message = 'List values are separated by commas, so they can’t contain one.';
    return { ok: false, problems: [{ name: split[0], message }] };
  }
  const values = read.values.map(([name, value]) => [name, inlineValue(value)] as const);
  const written = writeProcedureCall(path, values);
  return written.ok ? written : { ok: false, problems: [{ name: written.name, message: written.message }] };
}

const inlineValue = (value: unknown): string | number | boolean => {
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  return Array.isArray(value) ? value.join(',') : String(value);
};

const holdsComma = (value: unknown): boolean => String(value).includes(',');
