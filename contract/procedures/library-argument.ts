/** What an argument is chosen from: things of the tenant, or one of a few words. */
export type ArgumentChoice =
  | {
      readonly from: 'table';
      readonly table: string;
      readonly label: string;
      /** Only what has in this column what was chosen for that argument, where something was. */
      readonly within?: { readonly column: string; readonly argument: string };
    }
  | { readonly from: 'words'; readonly words: readonly string[] };

/**
 * How what is typed is read. `date`: a day, sent as `2026-11-13`. `moment`: entered in a time zone, sent as an HTTP date. `list`: one
 * value in a line.
 */
export const argumentTypes = ['text', 'long-text', 'number', 'boolean', 'date', 'moment', 'list'] as const;
export type ArgumentType = (typeof argumentTypes)[number];

/** A value with which there is something to see: as it is typed, found by a query, or so many hours from now. */
export type ArgumentExample =
  | { readonly from: 'text'; readonly text: string }
  | { readonly from: 'query'; readonly query: string }
  | { readonly from: 'hours'; readonly hours: number };

/** What is entered for a procedure or a job. */
export interface LibraryArgument {
  /** A dot in it leads into an object. */
  readonly name: string;
  readonly label: string;
  readonly type: ArgumentType;
  readonly isRequired: boolean;
  /** What it does, in a sentence; empty where the label says it. */
  readonly words: string;
  readonly choice?: ArgumentChoice;
  /** Sent where nothing was entered. */
  readonly initial?: string;
  readonly example?: ArgumentExample;
  /** Asked for where another argument has this value only. */
  readonly onlyWith?: { readonly name: string; readonly value: string };
  /** The moment that this one has to be later than, by its name. */
  readonly after?: string;
  /** Narrows what another one is chosen from, and is not sent itself. */
  readonly isHelper?: true;
}

/** Where nothing else is said, the first of what it is chosen from. */
export function exampleOf({ example, choice }: LibraryArgument): ArgumentExample | undefined {
  if (example !== undefined || choice === undefined) return example;
  if (choice.from === 'words') return { from: 'text', text: choice.words[0] ?? '' };
  return { from: 'query', query: optionsQuery(choice) };
}

type TableChoice = Extract<ArgumentChoice, { readonly from: 'table' }>;

/** The statement that reads what is offered: rows of identifier and label, and of what it is within. */
export function optionsQuery({ table, label, within }: TableChoice): string {
  const columns = ['ID', label, ...(within === undefined ? [] : [within.column])];
  return `SELECT ${columns.join(', ')} FROM ${table} ORDER BY ${label} COLLATE NOCASE`;
}
