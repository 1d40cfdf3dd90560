import { sqlFunctions } from './functions.ts';
import type { KnownTable } from './known-tables.ts';
import { isProcedureReference } from './parameters.ts';
import { statementAt } from './statements.ts';
import { tablesInQuery } from './tables-in-query.ts';
import { tokenize } from './tokenize.ts';

/** Help that is shown for a word of a query. */
interface HoverHelp {
  /** UTF-16 offsets. */
  readonly from: number;
  readonly to: number;
  readonly title: string;
  readonly text: string;
  readonly example?: string;
}

/** Maximum columns listed in the help for a table. */
const maxColumns = 12;

/**
 * Help for the function, column or table at an offset, given the tenant's tables; undefined for other words.
 */
export function helpAt(text: string, offset: number, tables: readonly KnownTable[]): HoverHelp | undefined {
  const tokens = tokenize(text);
  const at = tokens.findIndex(({ kind, start, end }) => kind === 'word' && offset >= start && offset < end);
  const token = tokens[at];
  if (token === undefined) return undefined;
  const statement = statementAt(text, offset);
  const query = statement === undefined ? text : text.slice(statement.start, statement.end);
  if (isProcedureReference(query)) return undefined;
  const place = { from: token.start, to: token.end };
  const next = tokens.slice(at + 1).find(({ kind }) => kind !== 'space' && kind !== 'comment');
  if (next?.text === '(') {
    const found = sqlFunctions.find(({ name }) => name === token.text.toUpperCase());
    return found && { ...place, title: found.signature, text: found.description, example: found.example };
  }
  const same = (name: string): boolean => name.toLowerCase() === token.text.toLowerCase();
  const used = tablesInQuery(query);
  const isTable = used.some(({ name }) => same(name));
  const table = isTable ? tables.find(({ name }) => same(name)) : undefined;
  if (table !== undefined) return { ...place, title: table.name, text: columnsOf(table) };
  const owners = tables.filter(
    ({ name, columns }) =>
      used.some((one) => one.name.toLowerCase() === name.toLowerCase()) &&
      columns.some((column) => same(column.name)),
  );
  const [owner] = owners;
  const column = owner?.columns.find(({ name }) => same(name));
  if (owner === undefined || column === undefined) return undefined;
  const type =
    column.type === '' ? 'Type appears after the column was returned once.' : `Type ${column.type}.`;
  return { ...place, title: owners.map(({ name }) => `${name}.${column.name}`).join(', '), text: type };
}

function columnsOf({ columns }: KnownTable): string {
  if (columns.length === 0) return 'Columns appear after the table was queried once.';
  const names = columns.slice(0, maxColumns).map(({ name }) => name);
  const more = columns.length - names.length;
  return `Columns: ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`;
}
