import { isProcedureReference } from '../../../languages/sql/parameters.ts';

type FormattedQuery =
  { readonly ok: true; readonly text: string } | { readonly ok: false; readonly message: string };

/** Expressions up to this width stay on one line. */
const expressionWidth = 80;

/**
 * Formats a query, with each clause on its own line; the formatter is loaded at the first use. Only whitespace and line breaks
 * change: if the formatter would change anything else, or can't parse the text, nothing is formatted. A reference to
 * a procedure can't be formatted.
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
    return { ok: false, message: `${where}the query can’t be parsed here and wasn’t formatted.` };
  }
  if (withoutBlanks(formatted) !== withoutBlanks(text)) {
    return { ok: false, message: 'Formatting would change this query, so it was left unchanged.' };
  }
  return { ok: true, text: formatted };
}

const withoutBlanks = (text: string): string => text.replace(/\s+/g, '');
