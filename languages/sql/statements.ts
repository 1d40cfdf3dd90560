import type { Token } from './tokenize.ts';
import { tokenize } from './tokenize.ts';

/** UTF-16 offsets of a statement without the space around it and without its semicolon. */
interface StatementRange {
  readonly start: number;
  readonly end: number;
}

const isBlank = ({ kind }: Token): boolean => kind === 'space' || kind === 'comment';

/** The statements of a text, in order; whitespace and comments alone don't count. */
export function splitStatements(text: string): StatementRange[] {
  const statements: StatementRange[] = [];
  let piece: Token[] = [];
  const close = (): void => {
    const from = piece.findIndex((token) => !isBlank(token));
    const to = piece.findLastIndex((token) => !isBlank(token));
    const first = piece[from];
    const last = piece[to];
    if (first !== undefined && last !== undefined) statements.push({ start: first.start, end: last.end });
    piece = [];
  };
  for (const token of tokenize(text)) {
    if (token.kind === 'punctuation' && token.text === ';') close();
    else piece.push(token);
  }
  close();
  return statements;
}

/**
 * The statement at the cursor, or the previous one if the cursor is between two; undefined for a text without
 * statements.
 */
export function statementAt(text: string, cursor: number): StatementRange | undefined {
  const statements = splitStatements(text);
  const within = statements.find(({ start, end }) => cursor >= start && cursor <= end);
  return within ?? statements.findLast(({ end }) => end < cursor) ?? statements[0];
}
