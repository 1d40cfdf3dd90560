import type { LibraryJob } from '../../../contract/jobs/job-library.ts';
import type { LibraryArgument } from '../../../contract/procedures/library-argument.ts';
import type { ArgumentProblem } from '../../../contract/procedures/library-values.ts';
import { readArguments } from '../../../contract/procedures/library-values.ts';
import type { LibraryProcedure } from '../../../contract/procedures/procedure-library.ts';
import type { OwnArgument, OwnArgumentType, OwnEntry } from '../../../contract/procedures/procedures.ts';
import { ownArgumentSchema, ownEntrySchema } from '../../../contract/procedures/procedures.ts';
import type { ProcedureArgument } from '../../../languages/sql/procedure-call.ts';
import {
  isArgumentName,
  readProcedureCall,
  writeProcedureCall,
} from '../../../languages/sql/procedure-call.ts';
import { procedureOfOwn } from '../../../contract/procedures/own-entry.ts';
import { callOf } from './procedure-call.ts';

/** The entry in the form: stored like this, unless there are problems. */
export type OwnDraft = Pick<OwnEntry, 'name' | 'words' | 'path' | 'via' | 'parameters'> & {
  /** ID of the edited entry; missing for a new one. */
  readonly id?: string;
  readonly isForAll: boolean;
};

export const emptyDraft: OwnDraft = {
  ...{ name: '', words: '', path: '', via: 'query', parameters: [], isForAll: false },
};

export const emptyArgument: OwnArgument = {
  ...{
    name: '',
    label: '',
    type: 'text',
    isRequired: false,
    words: '',
    example: '',
    initial: '',
    options: [],
  },
};

export const draftOf = ({ id, name, words, path, via, parameters, tenantId }: OwnEntry): OwnDraft => ({
  ...{ id, name, words, path, via, parameters, isForAll: tenantId === null },
});

/** A new entry copied from the library. Not for jobs called as a query, whose arguments are an object: that can't be written as a call. */
export function copyOf(entry: LibraryProcedure | LibraryJob, path: string): OwnDraft {
  return {
    ...{ name: `${entry.name} (copy)`, words: entry.description, path, isForAll: false },
    via: 'via' in entry ? 'job' : 'query',
    parameters: entry.parameters.filter(({ isHelper }) => isHelper !== true).map(copiedArgument),
  };
}

const typeByTable: Readonly<Record<string, OwnArgumentType>> = {
  ...{ User: 'user', Role: 'role', Server: 'server', Application: 'application' },
};

function copiedArgument(argument: LibraryArgument): OwnArgument {
  const { name, label, type, isRequired, description, choice, initial = '', example, onlyWith } = argument;
  const chosen: OwnArgumentType =
    choice?.from === 'values' ? 'one-of' : ((choice && typeByTable[choice.table]) ?? type);
  return {
    ...{ name, label, words: description, initial, type: chosen },
    // A custom entry shows all arguments at once.
    isRequired: isRequired && onlyWith === undefined,
    example: example?.from === 'text' ? example.text : '',
    options: choice?.from === 'values' ? [...choice.values] : [],
  };
}

/** Splits a full call entered as the path: its arguments join the declared ones. */
export function withCall(draft: OwnDraft): OwnDraft {
  if (!draft.path.includes('(')) return { ...draft, path: draft.path.trim().replace(/^@/, '') };
  const read = readProcedureCall(draft.path);
  if (!read.ok) return draft;
  const given = read.values.map(([name, value]): OwnArgument => {
    const known = draft.parameters.find((parameter) => parameter.name === name);
    return { ...(known ?? { ...emptyArgument, name, type: typeOf(value) }), initial: String(value) };
  });
  const others = draft.parameters.filter(({ name }) => !read.values.some(([given]) => given === name));
  return { ...draft, path: read.path, parameters: [...others, ...given] };
}

const typeOf = (value: ProcedureArgument): OwnArgumentType =>
  typeof value === 'boolean' ? 'boolean' : typeof value === 'number' ? 'number' : 'text';

/** Names of fields: those of the draft, and `0.name` of its arguments. */
export function draftProblems(draft: OwnDraft): readonly ArgumentProblem[] {
  const problems: ArgumentProblem[] = [];
  const say = (name: string, message: string): void => void problems.push({ name, message });
  if (draft.name.trim() === '') say('name', 'Enter a name.');
  const call = readProcedureCall(draft.path);
  if (!call.ok) say('path', call.message);
  for (const [at, { name, type, options, example, initial }] of draft.parameters.entries()) {
    const before = draft.parameters.findIndex((other) => other.name === name);
    if (name === '') say(`${at}.name`, 'Enter the name used by the procedure.');
    else if (!isArgumentName(name) || (draft.via === 'query' && name.includes('.')))
      say(`${at}.name`, 'Use letters, digits and “_”, starting with a letter.');
    else if (before !== at) say(`${at}.name`, 'Another argument has this name.');
    if (type === 'one-of' && options.length === 0) say(`${at}.options`, 'Enter the options, one per line.');
    for (const [field, text] of [
      ['example', example],
      ['initial', initial],
    ] as const) {
      const message = text === '' ? undefined : problemOf(draft, at, text);
      if (message !== undefined) say(`${at}.${field}`, message);
    }
  }
  if (problems.length > 0) return problems;
  return schemaProblems(draft);
}

/** Why a text is not a valid value of the argument. */
function problemOf(draft: OwnDraft, at: number, text: string): string | undefined {
  const declared = draft.parameters[at];
  if (declared === undefined) return undefined;
  const { parameters } = procedureOfOwn(entryOf(draft, { id: 'draft', tenantId: null }));
  const argument = parameters[at];
  if (argument === undefined) return undefined;
  const entered = { [argument.name]: text };
  const read =
    draft.via === 'query'
      ? callOf({ parameters: [argument] }, '/lib/x.js', entered)
      : readArguments({ parameters: [argument] }, entered);
  return read.ok ? undefined : read.problems[0]?.message;
}

/** Length limits, with the same messages as when it is stored. */
function schemaProblems(draft: OwnDraft): readonly ArgumentProblem[] {
  const { error } = ownEntrySchema
    .omit({ id: true, tenantId: true, savedAt: true })
    .extend({
      parameters: ownArgumentSchema.array().max(50, 'A procedure can have up to 50 arguments here.'),
    })
    .safeParse({
      ...{ name: draft.name, words: draft.words, path: draft.path, via: draft.via },
      parameters: draft.parameters,
    });
  return (error?.issues ?? []).map(({ path, message }) => ({
    name: path[0] === 'parameters' ? path.slice(1).join('.') || 'parameters' : path.join('.'),
    message,
  }));
}

export const entryOf = (
  { name, words, path, via, parameters }: OwnDraft,
  of: Pick<OwnEntry, 'id' | 'tenantId'>,
): OwnEntry => ({ ...of, name: name.trim(), words: words.trim(), path, via, parameters, savedAt: 0 });

/** Example of the call, with the default values. */
export function draftCall(draft: OwnDraft): string {
  const procedure = procedureOfOwn(entryOf(draft, { id: 'draft', tenantId: null }));
  const optional = procedure.parameters.map((argument) => ({ ...argument, isRequired: false }));
  if (draft.via === 'job') return draft.path;
  const call = callOf({ parameters: optional }, draft.path, {});
  if (call.ok) return call.text;
  const bare = writeProcedureCall(draft.path, []);
  return bare.ok ? bare.text : '';
}

/** The stored draft; undefined for any other value. */
export function rememberedDraft(text: string | undefined): OwnDraft | undefined {
  try {
    const value: unknown = JSON.parse(text ?? '');
    return isDraft(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isDraft(value: unknown): value is OwnDraft {
  if (typeof value !== 'object' || value === null) return false;
  const { name, words, path, via, parameters, isForAll } = value as Record<string, unknown>;
  const isTexts = [name, words, path].every((text) => typeof text === 'string');
  const isDeclared = ownArgumentSchema.extend({ name: ownArgumentSchema.shape.label }).array();
  return (
    isTexts &&
    (via === 'query' || via === 'job') &&
    typeof isForAll === 'boolean' &&
    isDeclared.safeParse(parameters).success
  );
}
