import type { SourceText, TemplateOffset } from '../source/source-text.ts';
import type { Numeric } from '../values/decimal.ts';
import type { RangeKind } from '../values/ranges.ts';
import type { InterpolationElement, NumericInterpolationElement } from './elements.ts';

/**
 * The expressions of a template. Every node knows its source and its range there: offsets into the template, end
 * exclusive. `source.position(offset)` gives FreeMarker's line and column.
 */
interface ExpressionBase {
  readonly source: SourceText;
  readonly start: TemplateOffset;
  readonly end: TemplateOffset;
}

export interface NumberLiteral extends ExpressionBase {
  readonly type: 'number';
  readonly value: Numeric;
}

export interface StringLiteral extends ExpressionBase {
  readonly type: 'string';
  /** The decoded text, interpolations included as written. */
  readonly value: string;
  /** Present when the literal holds interpolations: its text and interpolations in order. */
  readonly parts: readonly (string | InterpolationElement | NumericInterpolationElement)[] | undefined;
}

export interface BooleanLiteral extends ExpressionBase {
  readonly type: 'boolean';
  readonly value: boolean;
}

export interface ListLiteral extends ExpressionBase {
  readonly type: 'list';
  readonly items: readonly Expression[];
}

export interface HashLiteral extends ExpressionBase {
  readonly type: 'hash';
  readonly keys: readonly Expression[];
  readonly values: readonly Expression[];
}

export interface Identifier extends ExpressionBase {
  readonly type: 'identifier';
  readonly name: string;
}

export interface ParentheticalExpression extends ExpressionBase {
  readonly type: 'parenthetical';
  readonly inner: Expression;
}

/** `.name`, such as `.now` or `.vars`. The name is in snake_case. */
export interface SpecialVariable extends ExpressionBase {
  readonly type: 'special-variable';
  readonly name: string;
  /** Known while parsing for `.output_format` and `.auto_esc`. */
  readonly parseTimeValue: string | boolean | undefined;
}

export interface DotExpression extends ExpressionBase {
  readonly type: 'dot';
  readonly target: Expression;
  readonly key: string;
}

export interface DynamicKeyExpression extends ExpressionBase {
  readonly type: 'dynamic-key';
  readonly target: Expression;
  readonly key: Expression;
}

export interface MethodCall extends ExpressionBase {
  readonly type: 'call';
  readonly target: Expression;
  readonly arguments: readonly Expression[];
}

export interface BuiltInExpression extends ExpressionBase {
  readonly type: 'built-in';
  readonly target: Expression;
  /** The name in snake_case, without aliases resolved. */
  readonly name: string;
  /** The range of the name as written. */
  readonly nameStart: number;
  readonly nameEnd: number;
  /** Arguments of built-ins that parse them themselves (`?then`, `?map` …); otherwise a MethodCall wraps this. */
  readonly arguments: readonly Expression[] | undefined;
  /** What the built-in needs to know about its position. */
  /** The language version whose fixes apply here; inside string literals of old templates it can be older than in the rest. */
  readonly incompatibleImprovements: number;
  readonly outputFormat: string;
  readonly autoEscapingPolicy: 'enable_if_default' | 'enable_if_supported' | 'disable';
}

export interface DefaultExpression extends ExpressionBase {
  readonly type: 'default';
  readonly target: Expression;
  readonly fallback: Expression | undefined;
}

export interface ExistsExpression extends ExpressionBase {
  readonly type: 'exists';
  readonly target: Expression;
}

export interface NotExpression extends ExpressionBase {
  readonly type: 'not';
  readonly operand: Expression;
}

export interface SignExpression extends ExpressionBase {
  readonly type: 'sign';
  readonly operand: Expression;
  readonly negative: boolean;
}

export type ArithmeticOperator = '-' | '*' | '/' | '%';

export interface ArithmeticExpression extends ExpressionBase {
  readonly type: 'arithmetic';
  readonly operator: ArithmeticOperator;
  readonly left: Expression;
  readonly right: Expression;
}

/** `+`: adds numbers; joins strings, sequences and hashes. */
export interface AddExpression extends ExpressionBase {
  readonly type: 'add';
  readonly left: Expression;
  readonly right: Expression;
}

export type ComparisonOperator = '==' | '!=' | '<' | '<=' | '>' | '>=';

export interface ComparisonExpression extends ExpressionBase {
  readonly type: 'comparison';
  readonly operator: ComparisonOperator;
  readonly left: Expression;
  readonly right: Expression;
}

export interface LogicalExpression extends ExpressionBase {
  readonly type: 'and' | 'or';
  readonly left: Expression;
  readonly right: Expression;
}

export interface RangeExpression extends ExpressionBase {
  readonly type: 'range';
  readonly kind: RangeKind;
  readonly from: Expression;
  readonly to: Expression | undefined;
}

/** `x -> …`, only as an argument of certain built-ins. */
export interface LambdaExpression extends ExpressionBase {
  readonly type: 'lambda';
  readonly parameters: readonly Identifier[];
  readonly body: Expression;
}

/** Placeholder where tolerant parsing found no expression. */
export interface ErrorExpression extends ExpressionBase {
  readonly type: 'error-expression';
  readonly message: string;
}

export type Expression =
  | NumberLiteral
  | StringLiteral
  | BooleanLiteral
  | ListLiteral
  | HashLiteral
  | Identifier
  | ParentheticalExpression
  | SpecialVariable
  | DotExpression
  | DynamicKeyExpression
  | MethodCall
  | BuiltInExpression
  | DefaultExpression
  | ExistsExpression
  | NotExpression
  | SignExpression
  | ArithmeticExpression
  | AddExpression
  | ComparisonExpression
  | LogicalExpression
  | RangeExpression
  | LambdaExpression
  | ErrorExpression;
