import type { BuiltIn } from '../built-ins/definition.ts';
import { arityOf } from '../built-ins/parameters.ts';
import { builtInNamed } from '../built-ins/registry.ts';
import type { BuiltInExpression, Expression, Identifier } from '../ast/expressions.ts';
import { conventionOf } from '../lexer/naming-convention.ts';
import { T } from '../lexer/token.ts';
import type { Token } from '../lexer/token.ts';
import { isMarkupFormat } from '../output-formats/format-names.ts';
import { parseOr, parsePositional } from './expressions.ts';
import { versionText } from '../source/parse-settings.ts';
import type { Parser } from './parser.ts';

export function parseBuiltIn(p: Parser, target: Expression): Expression {
  p.take();
  const name = p.expect(T.ID, 'the name of a built-in');
  p.lexer.checkNamingConvention(name, conventionOf(name.image));
  const builtIn = findBuiltIn(p, name);
  let args: Expression[] | undefined;
  let { end } = name;
  switch (builtIn.syntax) {
    case 'plain':
      break;
    case 'loop':
      checkLoopVariable(p, target, name);
      break;
    case 'legacy-escape':
      if (p.autoEscaping) {
        p.fail(
          `Using ?${name.image} (legacy escaping) is not allowed when auto-escaping is on with a markup output ` +
            `format (${p.outputFormat}), to avoid double-escaping mistakes.`,
          name,
        );
      }
      break;
    case 'markup':
      if (!isMarkupFormat(p.outputFormat)) {
        p.fail(
          `?${name.image} can't be used here, as the current output format isn't a markup (escaping) format: ` +
            p.outputFormat,
          name,
        );
      }
      break;
    case 'lazy':
    case 'lambda': {
      const open = p.expect(T.OPEN_PAREN, '"("');
      args = parsePositional(p, builtIn.syntax === 'lambda' ? parseMaybeLambda : undefined);
      const close = p.expect(T.CLOSE_PAREN, '")"');
      end = close.end;
      checkArguments(p, builtIn, args, name, { start: open.start, end: close.end });
    }
  }
  return {
    type: 'built-in',
    source: p.source,
    start: target.start,
    end,
    target,
    name: builtIn.name,
    nameStart: name.start,
    nameEnd: name.end,
    arguments: args,
    incompatibleImprovements: p.incompatibleImprovements,
    outputFormat: p.outputFormat,
    autoEscapingPolicy: p.autoEscapingPolicy,
  } satisfies BuiltInExpression;
}

/** A built-in goes by its snake_case and its camelCase name, but not by a mixture. */
function findBuiltIn(p: Parser, name: Token): BuiltIn {
  const builtIn = builtInNamed(name.image);
  if (builtIn === undefined || builtIn.sinceVersion > p.settings.version) {
    p.fail(`Unknown built-in: "${name.image}". This is FreeMarker ${versionText(p.settings.version)}.`, name);
  }
  return builtIn;
}

function checkLoopVariable(p: Parser, target: Expression, name: Token): void {
  if (target.type !== 'identifier') {
    p.fail(`The left hand operand of ?${name.image} must be a simple loop variable name.`, target);
  }
  for (let i = p.iterators.length - 1; i >= 0; i--) {
    const context = p.iterators[i];
    if (context === undefined) continue;
    if (context.variable !== target.name && context.secondVariable !== target.name) continue;
    p.noteLoopUse(i);
    if (context.kind === 'user-directive') {
      p.fail(
        `The left hand operand of ?${name.image} can't be the loop variable of a user-defined directive: ` +
          target.name,
        target,
      );
    }
    return;
  }
  p.noteLoopUse(-1);
  p.misplaced(
    `The left hand operand of ?${name.image} must be a loop variable, but there's no loop variable in scope with ` +
      `this name: ${target.name}`,
    target,
    [T.LIST, T.ITEMS, T.FOREACH],
  );
}

function checkArguments(
  p: Parser,
  { syntax, parameters }: BuiltIn,
  args: readonly Expression[],
  name: Token,
  range: { readonly start: number; readonly end: number },
): void {
  const { min, max } = arityOf(parameters);
  if (args.length < min || args.length > max) {
    const count = min === max ? `requires exactly ${min}` : `must have at least ${min}`;
    p.fail(`?${name.image}(...) ${count} parameters`, range);
  }
  const [only] = args;
  if (syntax === 'lambda' && only?.type === 'lambda' && only.parameters.length !== 1) {
    p.fail(
      `?${name.image}(...) parameter lambda expression must declare exactly 1 parameter, but it declared ` +
        `${only.parameters.length}.`,
      only,
    );
  }
}

function parseMaybeLambda(p: Parser): Expression {
  const length = lambdaHeadLength(p);
  if (length === 0) return p.nested(parseOr);
  const parameters: Identifier[] = [];
  const { start } = p.peek();
  for (let i = 0; i < length; i++) {
    const token = p.take();
    if (token.kind === T.ID) parameters.push(p.identifier(token));
  }
  const body = p.nested(parseOr);
  return { type: 'lambda', source: p.source, start, end: body.end, parameters, body };
}

/** How many tokens `x ->` or `(x, y) ->` takes here; 0 when this is no lambda. */
function lambdaHeadLength(p: Parser): number {
  const first = p.kindAhead(1);
  if (first === T.ID) return p.kindAhead(2) === T.LAMBDA_ARROW ? 2 : 0;
  if (first !== T.OPEN_PAREN) return 0;
  let n = 2;
  if (p.kindAhead(n) === T.ID) {
    n++;
    while (p.kindAhead(n) === T.COMMA) {
      if (p.kindAhead(n + 1) !== T.ID) return 0;
      n += 2;
    }
  }
  if (p.kindAhead(n) !== T.CLOSE_PAREN) return 0;
  return p.kindAhead(n + 1) === T.LAMBDA_ARROW ? n + 1 : 0;
}
