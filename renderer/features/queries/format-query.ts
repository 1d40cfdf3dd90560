import { isProcedureReference } from '../../../languages/sql/parameters.ts';

type FormattedQuery =
  { readonly ok: true; readonly text: string } | { readonly ok: false; readonly message: string };

/** Columns of a line within which an expression stays on it. */
const expressionWidth = 80;

/**
 * A query laid out, with a part of it on each line; the formatter is loaded at the first use. Only blanks and line ends
 * change: where the formatter would change anything else, or does not know what it reads, nothing is formatted. What names
 * a procedure has nothing to lay out.
 */
export async function formatQuery(text: string): Promise<FormattedQuery> {
  if (text.trim() === '') return { ok: true, text };
  if (isProcedureReference(text)) return { ok: false, message: "Procedures can't be formatted." };
  const { formatDialect, sqlite } = await import('sql-formatter');
  const { tokenizerOptions } = sqlite;
  const dialect = {
    ...sqlite,
    tokenizerOptions: {
      ...tokenizerOptions,
      // The platform's own. Source: compatibility notes, "query".
      reservedFunctionNames: [...tokenizerOptions.reservedFunctionNames, 'DATEFUNC'],
    },
  };
  let formatted: string;
  try {
    formatted = formatDialect(text, {
      dialect,
      keywordCase: 'preserve',
      paramTypes: { named: [':'] },
      expressionWidth,
    });
  } catch (error) {
    const place = /at line (\d+) column (\d+)/.exec(error instanceof Error ? error.message : '');
    const where = place === null ? '' : `Line ${place[1]}, column ${place[2]}: `;
    return { ok: false, message: `${where}the query cannot be read here. Nothing was formatted.` };
  }
  if (withoutBlanks(formatted) !== withoutBlanks(text)) {
    return { ok: false, message: 'The query cannot be laid out without changing it. Nothing was formatted.' };
  }
  return { ok: true, text: formatted };
}

const withoutBlanks = (text: string): string => text.replace(/\s+/g, '');
