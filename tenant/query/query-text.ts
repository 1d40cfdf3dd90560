/** What can be read from a query's text without parsing it. */
interface QueryTextParts {
  /** The statement without a trailing semicolon and what follows it. */
  readonly statement: string;
  /** Names of the parameters `@name`, without the sign. */
  readonly parameters: ReadonlySet<string>;
  /** Whether anything but comments and whitespace follows the first semicolon. */
  readonly hasMore: boolean;
  /** The first word in upper case. */
  readonly verb: string;
}

/** Quoted text and names, comments, parameters, semicolons, words, and every other character as one token. */
export const QUERY_TOKEN =
  /'(?:[^']|'')*(?:'|$)|"(?:[^"]|"")*(?:"|$)|\[[^\]]*\]?|`(?:[^`]|``)*(?:`|$)|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|@\w+|;|[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*|[\s\S]/g;

/**
 * Splits off a trailing semicolon and finds parameters outside quotes and comments. SQLite validates the
 * rest.
 */
export function readQueryText(text: string): QueryTextParts {
  const parameters = new Set<string>();
  let end = text.length;
  let verb = '';
  let hasMore = false;
  for (const match of text.matchAll(QUERY_TOKEN)) {
    const token = match[0];
    const isSpace = token.trim() === '' || token.startsWith('--') || token.startsWith('/*');
    if (end !== text.length) {
      hasMore ||= !isSpace && token !== ';';
      continue;
    }
    if (token === ';') end = match.index;
    else if (token.startsWith('@') && token.length > 1) parameters.add(token.slice(1));
    else if (verb === '' && /^[A-Za-z]/.test(token)) verb = token.toUpperCase();
    else if (verb === '' && !isSpace && token !== '(') verb = token;
  }
  return { statement: text.slice(0, end), parameters, hasMore, verb };
}

/**
 * The names that a statement gives to common table expressions, without quotes: each name before `AS (`, with
 * or without columns in between. Window names look the same and are included.
 */
export function commonTableNames(statement: string): string[] {
  const tokens = Array.from(statement.matchAll(QUERY_TOKEN), ([token]) => token).filter(
    (token) => token.trim() !== '' && !token.startsWith('--') && !token.startsWith('/*'),
  );
  const names: string[] = [];
  const open: number[] = [];
  let name: string | undefined;
  for (const [index, token] of tokens.entries()) {
    if (token === '(') open.push(index);
    // Skip the column list after a name.
    else if (token === ')') name = tokens[(open.pop() ?? 0) - 1];
    else if (token.toUpperCase() !== 'AS') name = token;
    else if (name !== undefined && opensParenthesis(tokens, index + 1)) names.push(unquote(name));
  }
  return names;
}

function opensParenthesis(tokens: readonly string[], at: number): boolean {
  const keywords = [tokens[at]?.toUpperCase(), tokens[at + 1]?.toUpperCase()];
  const skipped =
    keywords[0] === 'MATERIALIZED' ? 1 : keywords[0] === 'NOT' && keywords[1] === 'MATERIALIZED' ? 2 : 0;
  return tokens[at + skipped] === '(';
}

function unquote(name: string): string {
  const quote = name.charAt(0);
  if (quote === '[') return name.slice(1, -1);
  if (quote !== '"' && quote !== "'" && quote !== '`') return name;
  return name.slice(1, -1).replaceAll(quote + quote, quote);
}
