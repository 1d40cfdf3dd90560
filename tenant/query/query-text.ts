/** What a look at a query's text, without parsing it, tells. */
export interface QueryTextParts {
  /** The statement without a trailing semicolon and what follows it. */
  readonly statement: string;
  /** Names of the parameters `@name`, without the sign. */
  readonly parameters: ReadonlySet<string>;
  /** Whether anything but comments and space follows the first semicolon. */
  readonly hasMore: boolean;
  /** The first word in upper case. */
  readonly verb: string;
}

/** Quoted text and names, comments, parameters, semicolons, words, and every other character by itself. */
export const QUERY_TOKEN =
  /'(?:[^']|'')*(?:'|$)|"(?:[^"]|"")*(?:"|$)|\[[^\]]*\]?|`[^`]*`?|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|@\w+|;|[A-Za-z_]\w*|[\s\S]/g;

/** Splits off a trailing semicolon and finds parameters outside quotes and comments. SQLite itself judges the rest. */
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
