import { childExpressions, elementExpressions } from '../analysis/expression-children.ts';
import type { KnownVariables } from '../analysis/value-kinds.ts';
import type { Element, MacroElement } from '../ast/elements.ts';
import type { Expression } from '../ast/expressions.ts';
import { holdsSafe, isSafeContent, isSafeInString, type SafeContext } from './safe-text.ts';

/** One of the places that give a name its value: whether that value needs no escaping. */
type Definition = (context: SafeContext, uses: Uses) => boolean;

/** How the macros and functions of a template are used. */
interface Uses {
  readonly calls: ReadonlyMap<string, readonly Call[]>;
  /** The names of those that are not only called. */
  readonly passedOn: ReadonlySet<string>;
}

interface Call {
  readonly named: ReadonlyMap<string, Expression> | undefined;
  readonly positional: readonly Expression[];
}

const unsafe: Definition = () => false;
const isSafeValue = (value: Expression, context: SafeContext): boolean =>
  isSafeInString(value, context) || holdsSafe(value, context);

/**
 * The variables that hold nothing to escape wherever they get a value (escaped when they are assigned or captured, constants,
 * arguments of every call, items of such a list), and as `name()` the functions that return and the macros that print
 * nothing else.
 */
export function safeNames(root: Element, known: KnownVariables): ReadonlySet<string> {
  const finder = new DefinitionFinder(root);
  const { definitions } = finder;
  const safe = new Set<string>();
  for (let size = -1; size !== safe.size;) {
    size = safe.size;
    for (const [name, all] of definitions) {
      if (safe.has(name)) continue;
      // A value may be made of the one before, but not the first one.
      const withIt: SafeContext = { known, safe: new Set([...safe, name]) };
      const isFounded = all.some((isSafe) => isSafe({ known, safe }, finder));
      if (isFounded && all.every((isSafe) => isSafe(withIt, finder))) safe.add(name);
    }
  }
  return safe;
}

interface Found extends Uses {
  readonly definitions: ReadonlyMap<string, readonly Definition[]>;
}

const findersOfParts = new WeakMap<Element, Found>();

class DefinitionFinder implements Found {
  readonly definitions = new Map<string, Definition[]>();
  readonly calls = new Map<string, Call[]>();
  readonly passedOn = new Set<string>();

  constructor(root: Element) {
    this.#visit(root, undefined, undefined);
  }

  #define(name: string | undefined, definition: Definition): void {
    if (name === undefined) return;
    const known = this.definitions.get(name);
    if (known === undefined) this.definitions.set(name, [definition]);
    else known.push(definition);
  }

  #visit(element: Element, listed: Expression | undefined, within: string | undefined): void {
    if (element.type === 'part') {
      if (listed !== undefined || within !== undefined) this.#visit(element.root, listed, within);
      else this.#take(findersOfParts.get(element.root) ?? new DefinitionFinder(element.root), element.root);
      return;
    }
    for (const expression of elementExpressions(element)) this.#read(expression, element);
    let sequence = listed;
    let owner = within;
    switch (element.type) {
      case 'assign':
        for (const { name, operator, value } of element.assignments) {
          const isText = (operator === '=' || operator === '+=') && value !== undefined;
          this.#define(name, isText ? (context) => isSafeValue(value, context) : unsafe);
        }
        break;
      case 'block-assign':
        this.#define(element.name, (context) => isSafeContent(element.children, context));
        break;
      case 'list':
        ({ sequence } = element);
        this.#loop(element, sequence);
        break;
      case 'items':
        this.#loop(element, listed);
        break;
      case 'user-directive':
        for (const name of element.bodyParameters ?? []) this.#define(name, unsafe);
        if (element.callee.type === 'identifier') {
          const named = element.named?.map(({ name, value }) => [name, value] as const);
          this.#addCall(element.callee.name, {
            named: named && new Map(named),
            positional: element.positional ?? [],
          });
        }
        break;
      case 'macro':
        owner = `${element.name}()`;
        this.#define(
          owner,
          element.isFunction ? () => true : (context) => isSafeContent(element.children, context),
        );
        this.#parameters(element);
        break;
      case 'return':
        if (within !== undefined && element.value !== undefined) {
          const { value } = element;
          this.#define(within, (context) => isSafeValue(value, context));
        }
        break;
      default:
        break;
    }
    for (const child of element.children) this.#visit(child, sequence, owner);
  }

  /** What was found in a part stands for as long as the part does. */
  #take({ definitions, calls, passedOn }: Found, root: Element): void {
    if (!findersOfParts.has(root)) findersOfParts.set(root, { definitions, calls, passedOn });
    for (const [name, all] of definitions) for (const definition of all) this.#define(name, definition);
    for (const [name, all] of calls) for (const call of all) this.#addCall(name, call);
    for (const name of passedOn) this.passedOn.add(name);
  }

  #loop(
    {
      variable,
      secondVariable,
    }: { readonly variable: string | undefined; readonly secondVariable: string | undefined },
    sequence: Expression | undefined,
  ): void {
    const isSafe: Definition = (context) => sequence !== undefined && holdsSafe(sequence, context);
    this.#define(variable, isSafe);
    this.#define(secondVariable, isSafe);
  }

  #parameters({ name: macro, parameters, catchAll }: MacroElement): void {
    this.#define(catchAll, unsafe);
    for (const [index, { name, defaultValue }] of parameters.entries()) {
      this.#define(name, (context, uses) => {
        const calls = uses.calls.get(macro) ?? [];
        if (calls.length === 0 || uses.passedOn.has(macro)) return false;
        return calls.every(({ named, positional }) => {
          const given = (named === undefined ? positional[index] : named.get(name)) ?? defaultValue;
          return given !== undefined && isSafeValue(given, context);
        });
      });
    }
  }

  #addCall(name: string, call: Call): void {
    const calls = this.calls.get(name);
    if (calls === undefined) this.calls.set(name, [call]);
    else calls.push(call);
  }

  #read(expression: Expression, element: Element): void {
    const isCallee = element.type === 'user-directive' && element.callee === expression;
    if (expression.type === 'identifier' && !isCallee) this.passedOn.add(expression.name);
    const called =
      expression.type === 'call' && expression.target.type === 'identifier' ? expression.target : undefined;
    if (expression.type === 'call' && called !== undefined)
      this.#addCall(called.name, { named: undefined, positional: expression.arguments });
    for (const child of childExpressions(expression)) {
      if (child !== called) this.#read(child, element);
    }
  }
}
