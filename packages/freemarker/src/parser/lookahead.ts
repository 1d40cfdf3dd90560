import { T } from '../lexer/token.ts';
import type { Token } from '../lexer/token.ts';
import type { Parser } from './parser.ts';

/**
 * What the original's parser looks for before it reads an operand that may be missing (`x!`, `1..`): a whole expression
 * in the grammar's shape, whatever its names mean. Where there is none, the operand is missing, so that `x!(1, 2)` is a
 * call of `x!`. Characters that aren't a token are reported during lookahead, thus before anything else about the operand.
 *
 * Every function takes the token before the place and gives the last token of what it found there.
 */
type Scan = (look: Lookahead, before: Token) => Token | undefined;

/** Whether an expression begins after the last token. */
export function isExpressionAhead(p: Parser): boolean {
  return p.lookahead.expression(p.token) !== undefined;
}

/** Whether a sum begins after the last token. */
export function isSumAhead(p: Parser): boolean {
  return sum(p.lookahead, p.token) !== undefined;
}

/** What has been looked at: each place is read once, however many operands may be missing around it. */
export class Lookahead {
  readonly #parser: Parser;
  readonly #known = new WeakMap<Token, Token | typeof NONE>();
  #depth = 0;

  constructor(parser: Parser) {
    this.#parser = parser;
  }

  after(token: Token): Token {
    return (token.next ??= this.#parser.lexer.next());
  }

  /** The next token, if it is of one of the kinds. */
  accept(before: Token, ...kinds: readonly number[]): Token | undefined {
    const token = this.after(before);
    return kinds.includes(token.kind) ? token : undefined;
  }

  expression(before: Token): Token | undefined {
    const known = this.#known.get(before);
    if (known !== undefined) return known === NONE ? undefined : known;
    // Excessive nesting is left to the parser, which rejects it.
    if (this.#depth >= this.#parser.settings.maxNesting) return before;
    this.#depth++;
    try {
      const end = or(this, before);
      this.#known.set(before, end ?? NONE);
      return end;
    } finally {
      this.#depth--;
    }
  }
}

const NONE = 'none';

/** `operand (operator operand)*`, or with `once` at most one operator. */
const operation =
  (operand: Scan, operators: readonly number[], once = false): Scan =>
  (look, before) => {
    let end = operand(look, before);
    while (end !== undefined) {
      const operator = look.accept(end, ...operators);
      const right = operator && operand(look, operator);
      if (right === undefined) return end;
      end = right;
      if (once) return end;
    }
    return end;
  };

const atomic: Scan = (look, before) => {
  const token = look.after(before);
  switch (token.kind) {
    case T.INTEGER:
    case T.DECIMAL:
    case T.ID:
    case T.STRING:
    case T.RAW_STRING:
    case T.TRUE:
    case T.FALSE:
      return token;
    case T.DOT:
      return look.accept(token, T.ID);
    case T.OPEN_PAREN: {
      const inner = look.expression(token);
      return inner && look.accept(inner, T.CLOSE_PAREN);
    }
    case T.OPEN_BRACKET:
      return look.accept(positional(look, token), T.CLOSE_BRACKET);
    case T.OPEN_CURLY:
      return look.accept(pairs(look, token), T.CLOSE_CURLY);
    default:
      return undefined;
  }
};

/** Arguments or list items, possibly none. */
function positional(look: Lookahead, before: Token): Token {
  let end = argument(look, before) ?? before;
  while (end !== before) {
    const next = argument(look, look.accept(end, T.COMMA) ?? end);
    if (next === undefined) return end;
    end = next;
  }
  return end;
}

function argument(look: Lookahead, before: Token): Token | undefined {
  const arrow = lambdaHead(look, before);
  return arrow === undefined ? look.expression(before) : or(look, arrow);
}

/** `x ->` or `(x, y) ->` */
function lambdaHead(look: Lookahead, before: Token): Token | undefined {
  const first = look.accept(before, T.ID, T.OPEN_PAREN);
  if (first === undefined || first.kind === T.ID) return first && look.accept(first, T.LAMBDA_ARROW);
  let end = look.accept(first, T.ID) ?? first;
  while (end !== first) {
    const comma = look.accept(end, T.COMMA);
    if (comma === undefined) break;
    const name = look.accept(comma, T.ID);
    if (name === undefined) return undefined;
    end = name;
  }
  const close = look.accept(end, T.CLOSE_PAREN);
  return close && look.accept(close, T.LAMBDA_ARROW);
}

/** The keys and values of a hash literal, possibly none. */
function pairs(look: Lookahead, before: Token): Token {
  let end = before;
  for (let comma: Token | undefined = before; comma !== undefined; comma = look.accept(end, T.COMMA)) {
    const key = look.expression(comma);
    const colon = key && look.accept(key, T.COLON, T.COMMA);
    const value = colon && look.expression(colon);
    if (value === undefined) return end;
    end = value;
  }
  return end;
}

/** Words of the language may be keys, too. */
const KEYS = [
  ...[T.ID, T.TIMES, T.DOUBLE_STAR, T.LESS_THAN, T.LESS_THAN_EQUALS, T.ESCAPED_GT, T.ESCAPED_GTE],
  ...[T.FALSE, T.TRUE, T.IN, T.AS, T.USING],
];

const suffix: Scan = (look, before) => {
  const token = look.after(before);
  switch (token.kind) {
    case T.DOT:
      return look.accept(token, ...KEYS);
    case T.BUILT_IN:
      return look.accept(token, T.ID);
    case T.OPEN_BRACKET: {
      const key = look.expression(token);
      return key && look.accept(key, T.CLOSE_BRACKET);
    }
    case T.OPEN_PAREN:
      return look.accept(positional(look, token), T.CLOSE_PAREN);
    case T.EXCLAM:
      return look.expression(token) ?? token;
    case T.TERMINATING_EXCLAM:
    case T.EXISTS:
      return token;
    default:
      return undefined;
  }
};

const primary: Scan = (look, before) => {
  let end = atomic(look, before);
  for (let next = end; next !== undefined; next = suffix(look, next)) end = next;
  return end;
};

const unary: Scan = (look, before) => {
  const sign = look.accept(before, T.PLUS, T.MINUS);
  if (sign !== undefined) return primary(look, sign);
  let start = before;
  for (let not = look.accept(start, T.EXCLAM); not !== undefined; not = look.accept(start, T.EXCLAM))
    start = not;
  return primary(look, start);
};

const product = operation(unary, [T.TIMES, T.DIVIDE, T.PERCENT]);
const sum = operation(product, [T.PLUS, T.MINUS]);

const range: Scan = (look, before) => {
  const from = sum(look, before);
  const dots = from && look.accept(from, T.DOT_DOT, T.DOT_DOT_LESS, T.DOT_DOT_ASTERISK);
  if (dots === undefined) return from;
  return sum(look, dots) ?? (dots.kind === T.DOT_DOT ? dots : from);
};

const RELATIONS = [T.NATURAL_GT, T.NATURAL_GTE, T.ESCAPED_GT, T.ESCAPED_GTE, T.LESS_THAN, T.LESS_THAN_EQUALS];
const relation = operation(range, RELATIONS, true);
const equality = operation(relation, [T.NOT_EQUALS, T.EQUALS, T.DOUBLE_EQUALS], true);
const and = operation(equality, [T.AND]);
const or = operation(and, [T.OR]);
