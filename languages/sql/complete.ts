import type { KnownTable } from './known-tables.ts';
import { sqlFunctions } from './functions.ts';
import { keywords } from './known-tables.ts';
import { isProcedureReference } from './parameters.ts';
import { statementAt } from './statements.ts';
import { tablesInQuery } from './tables-in-query.ts';
import { tokenize } from './tokenize.ts';

export interface Completion {
  readonly label: string;
  readonly kind: 'table' | 'column' | 'keyword' | 'function' | 'procedure';
  /** For example the table of a column. */
  readonly detail: string;
}

export interface Completions {
  /** UTF-16 offset of the word at the cursor; a choice replaces the text from there to the cursor. */
  readonly from: number;
  readonly options: readonly Completion[];
}

/** A procedure that a query may consist of. */
interface KnownProcedure {
  /** As it is written, for example `@/lib/all_roles.js`. */
  readonly reference: string;
  readonly name: string;
}

/**
 * Completions at the cursor, given the tables and procedures of the tenant. None inside strings, comments and
 * parameters; procedures where a query starts with what could be one.
 */
export function completeAt(
  text: string,
  cursor: number,
  tables: readonly KnownTable[],
  procedures: readonly KnownProcedure[] = [],
): Completions {
  if (/^\s*@\S*$/.test(text.slice(0, cursor))) return procedureOptions(text, cursor, procedures);
  const tokens = tokenize(text.slice(0, cursor));
  const last = tokens.at(-1);
  const isOnName = last?.kind === 'word';
  const from = isOnName ? last.start : cursor;
  if (last !== undefined && ['string', 'comment', 'unclosed', 'parameter'].includes(last.kind)) {
    return { from, options: [] };
  }
  const before = tokens.filter(({ kind, start }) => kind !== 'space' && kind !== 'comment' && start < from);
  const statement = statementAt(text, cursor);
  const query = statement === undefined ? text : text.slice(statement.start, statement.end);
  if (isProcedureReference(query)) return procedureOptions(text, cursor, procedures);
  const used = tablesInQuery(query);
  const dot = before.at(-1);
  if (dot?.text === '.')
    return { from, options: columnsOfQualifier(before.at(-2)?.text ?? '', used, tables) };
  const previous = before.at(-1)?.text.toUpperCase() ?? '';
  if (previous === 'FROM' || previous === 'JOIN') return { from, options: tableOptions(tables) };
  return {
    from,
    options: [
      ...used.flatMap(({ name }) => columnOptions(name, tables)),
      ...sqlFunctions.map(({ name, signature }) => ({
        label: name,
        kind: 'function' as const,
        detail: signature.slice(name.length),
      })),
      ...keywords.map((label) => ({ label, kind: 'keyword' as const, detail: '' })),
      ...tableOptions(tables),
    ],
  };
}

/** Only while its name is typed; arguments follow. */
function procedureOptions(text: string, cursor: number, procedures: readonly KnownProcedure[]): Completions {
  const written = text.slice(0, cursor);
  const from = written.length - written.trimStart().length;
  if (/[\s(]/.test(written.slice(from))) return { from: cursor, options: [] };
  const options = procedures.map(({ reference, name }) => ({
    label: reference,
    kind: 'procedure' as const,
    detail: name,
  }));
  return { from, options };
}

function columnsOfQualifier(
  qualifier: string,
  used: readonly { readonly name: string; readonly alias: string }[],
  tables: readonly KnownTable[],
): Completion[] {
  const isSame = (name: string): boolean => name.toLowerCase() === qualifier.toLowerCase();
  return columnOptions(used.find(({ alias }) => isSame(alias))?.name ?? qualifier, tables);
}

function columnOptions(tableName: string, tables: readonly KnownTable[]): Completion[] {
  const table = tables.find(({ name }) => name.toLowerCase() === tableName.toLowerCase());
  return (table?.columns ?? []).map(({ name }) => ({
    label: name,
    kind: 'column',
    detail: table?.name ?? '',
  }));
}

function tableOptions(tables: readonly KnownTable[]): Completion[] {
  return tables.map(({ name, columns }) => ({
    label: name,
    kind: 'table',
    detail: `${columns.length} columns`,
  }));
}
