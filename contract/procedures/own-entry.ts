import type { ArgumentChoice, ArgumentType, LibraryArgument } from './library-argument.ts';
import type { LibraryProcedure } from './procedure-library.ts';
import type { OwnArgument, OwnArgumentType, OwnEntry } from './procedures.ts';

interface TypeMeaning {
  /** Display name. */
  readonly label: string;
  readonly type: ArgumentType;
  readonly choice?: ArgumentChoice;
}

const tableChoice = (table: string, label = 'Name'): ArgumentChoice => ({ from: 'table', table, label });

export const ownTypeMeanings: Readonly<Record<OwnArgumentType, TypeMeaning>> = {
  text: { label: 'Text', type: 'text' },
  'long-text': { label: 'Long text', type: 'long-text' },
  number: { label: 'Number', type: 'number' },
  boolean: { label: 'Yes or no', type: 'boolean' },
  date: { label: 'Date', type: 'date' },
  moment: { label: 'Date and time', type: 'moment' },
  list: { label: 'List', type: 'list' },
  'one-of': { label: 'One of', type: 'text' },
  user: { label: 'User', type: 'text', choice: tableChoice('User', 'Username') },
  role: { label: 'Role', type: 'text', choice: tableChoice('Role') },
  server: { label: 'Server', type: 'text', choice: tableChoice('Server') },
  application: { label: 'Application', type: 'text', choice: tableChoice('Application') },
};

function argumentOf({
  name,
  label,
  type,
  isRequired,
  words,
  example,
  initial,
  options,
}: OwnArgument): LibraryArgument {
  const meaning = ownTypeMeanings[type];
  const choice: ArgumentChoice | undefined =
    type === 'one-of' ? { from: 'values', values: options } : meaning.choice;
  return {
    ...{ name, label: label.trim() || name, type: meaning.type, isRequired, description: words },
    ...(choice === undefined ? {} : { choice }),
    ...(initial === '' ? {} : { initial }),
    ...(example === '' ? {} : { example: { from: 'text', text: example } }),
  };
}

/** What a user's procedure and job have in common in the library. */
export const libraryMembersOf = ({ id, name, words, path, parameters }: OwnEntry) => ({
  ...{ id, name, description: words, path, described: '', isNamed: true },
  parameters: parameters.map(argumentOf),
});

export const procedureOfOwn = (own: OwnEntry): LibraryProcedure => ({
  ...libraryMembersOf(own),
  group: 'Custom',
});
