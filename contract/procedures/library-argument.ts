/** What an argument is chosen from: rows of a table of the tenant, or a fixed list of values. */
export type ArgumentChoice =
  | {
      readonly from: 'table';
      readonly table: string;
      readonly label: string;
      /** Only rows whose `column` has the value chosen for `argument`, if one was chosen. */
      readonly within?: { readonly column: string; readonly argument: string };
    }
  | { readonly from: 'values'; readonly values: readonly string[] };

/**
 * How an entered value is parsed. `date`: a day, sent as `2026-11-13`. `moment`: entered in a time zone, sent as an HTTP date.
 * `list`: one value per line.
 */
export const argumentTypes = ['text', 'long-text', 'number', 'boolean', 'date', 'moment', 'list'] as const;
export type ArgumentType = (typeof argumentTypes)[number];

/** A value that returns rows: literal text, the first result of a query, or a time this many hours from now. */
export type ArgumentExample =
  | { readonly from: 'text'; readonly text: string }
  | { readonly from: 'query'; readonly query: string }
  | { readonly from: 'hours'; readonly hours: number };

/** An argument of a procedure or a job. */
export interface LibraryArgument {
  /** A dot separates the members of nested objects. */
  readonly name: string;
  readonly label: string;
  readonly type: ArgumentType;
  readonly isRequired: boolean;
  /** What it does, in one line; empty if the label says it. */
  readonly description: string;
  readonly choice?: ArgumentChoice;
  /** Default value. */
  readonly initial?: string;
  readonly example?: ArgumentExample;
  /** Shown only if another argument has this value. */
  readonly onlyWith?: { readonly name: string; readonly value: string };
  /** Name of the argument that must be an earlier time. */
  readonly after?: string;
  /** Only filters the choices of another argument; not sent. */
  readonly isHelper?: true;
}

/** The argument's example; by default its first choice. */
export function exampleOf({ example, choice }: LibraryArgument): ArgumentExample | undefined {
  if (example !== undefined || choice === undefined) return example;
  if (choice.from === 'values') return { from: 'text', text: choice.values[0] ?? '' };
  return { from: 'query', query: optionsQuery(choice) };
}

type TableChoice = Extract<ArgumentChoice, { readonly from: 'table' }>;

/** The query for the choices: ID and label, plus the `within` column if there is one. */
export function optionsQuery({ table, label, within }: TableChoice): string {
  const columns = ['ID', label, ...(within === undefined ? [] : [within.column])];
  return `SELECT ${columns.join(', ')} FROM ${table} ORDER BY ${label} COLLATE NOCASE`;
}
