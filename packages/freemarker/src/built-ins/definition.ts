import type { BuiltInExpression } from '../ast/expressions.ts';
import type { ErrorCode } from '../errors/template-error.ts';
import type { Evaluate } from '../runtime/compiled.ts';
import type { Environment } from '../runtime/environment.ts';
import type { Operand } from '../runtime/operand.ts';
import type { Value } from '../values/value.ts';
import type { FormCompiler } from './form-compiler.ts';
import type { Parameter } from './parameters.ts';

/** The kind of value that a built-in works on. Of a loop variable its place in the loop counts, not its value. */
export type TargetKind =
  | 'string'
  | 'number'
  | 'date'
  | 'boolean'
  | 'sequence'
  | 'hash'
  | 'loop-variable'
  | 'markup'
  | 'callable'
  | 'any'
  | 'node'
  | 'expert';

/** The kind of value that a built-in gives; `unknown` when the value before the `?` decides. */
export type ResultKind =
  'string' | 'number' | 'boolean' | 'date' | 'sequence' | 'hash' | 'callable' | 'markup' | 'unknown';

/**
 * What the parser must know: `loop` needs a loop variable before the `?`; `lazy` and `lambda` take their arguments
 * while parsing; `legacy-escape` is rejected under auto-escaping; `markup` needs a markup output format.
 */
export type BuiltInSyntax = 'plain' | 'loop' | 'lazy' | 'lambda' | 'legacy-escape' | 'markup';

/** A template that shows the built-in, and what it prints or how it fails. A spec renders every one of them. */
export type Example =
  | { readonly template: string; readonly output: string }
  | { readonly template: string; readonly error: ErrorCode };

/** What a linter of JSON may think of the result. */
export interface JsonUse {
  /**
   * Inside quotes: `safe` has nothing to escape; `keeps` has nothing if the value before the `?` has nothing;
   * `adds` has nothing if its arguments have nothing, too, which it adds to the whole value;
   * `formats` has nothing if that value is known to be no string.
   */
  readonly inString?: 'safe' | 'keeps' | 'adds' | 'formats';
  /** The text may be a complete JSON value without quotes. */
  readonly asValue?: true;
}

/** What is known of a built-in beside what it does: one sentence, one example, and what tools ask for. */
export interface BuiltInFacts {
  /** In snake_case. The camelCase name follows from it (`lexer/naming-convention.ts`). */
  readonly name: string;
  /** One sentence, for people. */
  readonly doc: string;
  readonly example: Example;
  /** Default: `unknown`. */
  readonly gives?: ResultKind;
  /** Those of the arguments of which one is the result. */
  readonly chooses?: <A>(args: readonly A[]) => readonly A[];
  /** The first version that has it. Default: 2.3.0. */
  readonly since?: string;
  /** The first version in which it takes a kind of value, where that came later. */
  readonly takesSince?: { readonly [kind in TargetKind]?: string };
  /** What to use instead, in words, and what may be written in its place, if that is the same for every value. */
  readonly deprecated?: { readonly use: string; readonly rewrite?: string };
  /** What it would need and never has here: it exists for the original's sake and is not offered. */
  readonly needs?: 'java' | 'xml';
  /** Default: `plain`. */
  readonly syntax?: BuiltInSyntax;
  /** What is missing inside parentheses before the `?` is forgiven, as with `(…)!`. */
  readonly forgivesMissing?: true;
  /** For built-ins of lists: the result consists only of the list's items (`all`), or is one of them (`one`). */
  readonly items?: 'all' | 'one';
  readonly json?: JsonUse;
  /** Payload templates use it a lot: completion offers it first. */
  readonly isCommon?: true;
}

/** Gives the arguments of a call as a new array, or one that may be changed all the same. */
export type ArgumentReader = ((env: Environment) => Value[]) & {
  /** It always gives the same array of numbers and short strings. */
  readonly isConstant?: boolean;
};

/** What the compiler makes closures of. The type of the value that the functions work on is hidden in them. */
export type Implementation =
  | {
      /** Works on the expression before the `?` and the arguments as they are written. */
      readonly type: 'form';
      readonly compile: (node: BuiltInExpression, compiler: FormCompiler, lazily: boolean) => Evaluate;
    }
  | {
      readonly type: 'function';
      /** Whether arguments must follow, may follow, or cannot. */
      readonly takesArguments: 'always' | 'optionally' | 'never';
      /** The value before the `?` may be a lazily made sequence: its items are taken one by one. */
      readonly takesLazy: 'always' | 'when-called' | undefined;
      /** The result may be a lazily made sequence. */
      readonly givesLazy: boolean;
      /** Arguments are converted to strings before the call, as old built-ins do. */
      readonly printsArguments: boolean;
      /** `x?name` */
      readonly alone: (target: Operand, node: BuiltInExpression) => Evaluate;
      /** `x?name(…)` in one step; undefined when what `x?name` gives is called, if it can be. */
      readonly called:
        | ((target: Operand, args: ArgumentReader, node: BuiltInExpression, whole: Blamed) => Evaluate)
        | undefined;
      /** `x?name.key` and `x?name["key"]` in one step; undefined when the key is looked up in what `x?name` gives. */
      readonly keyed:
        ((target: Operand, node: BuiltInExpression) => (env: Environment, key: string) => Value) | undefined;
      /** Other keys than names written out, such as indexes, mean what they mean for what `x?name` gives. */
      readonly keyedByName: boolean;
    };

type Blamed = Pick<BuiltInExpression, 'source' | 'start' | 'end'>;

/** Everything about one built-in. Parser, compiler, completion, lint and docs know no more than this says. */
export interface BuiltIn extends BuiltInFacts {
  readonly kinds: readonly TargetKind[];
  readonly parameters: readonly Parameter[];
  readonly gives: ResultKind;
  readonly since: string;
  /** `since` as a number that can be compared. */
  readonly sinceVersion: number;
  readonly syntax: BuiltInSyntax;
  readonly implementation: Implementation;
}
