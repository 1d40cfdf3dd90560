import type { BuiltInExpression, Expression } from '../ast/expressions.ts';
import type { TimeLimit } from '../runtime/time-limit.ts';
import type { Evaluate } from '../runtime/compiled.ts';
import type { Environment } from '../runtime/environment.ts';
import type { Macro } from '../runtime/macro.ts';
import type { Value } from '../values/value.ts';

/** What forms need of the compiler. It is handed in, so that built-ins know neither compiler nor parser. */
export interface FormCompiler {
  readonly expression: (node: Expression) => Evaluate;
  readonly condition: (node: Expression) => (env: Environment) => boolean;
  /** An expression whose result may be a lazily made sequence. */
  readonly lazily: (node: Expression) => Evaluate;
  /** Parses text as an expression that replaces the node. Throws TemplateError of phase `parse`. */
  readonly parse: (text: string, node: BuiltInExpression, time: TimeLimit) => Expression;
  readonly callFunction: (macro: Macro, args: readonly Evaluate[], env: Environment) => Value;
}
