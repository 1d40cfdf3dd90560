import { childExpressions, elementExpressions, elementsIn } from '../analysis/expression-children.ts';
import type { Element, MacroElement } from '../ast/elements.ts';
import type { Expression } from '../ast/expressions.ts';
import type { TemplateSymbol } from './symbols.ts';

/**
 * Whether every use of a variable follows an assignment of it, whichever way the template takes: through branches, loops
 * that may not go round, and macros, whose bodies run where they are called. A use that does not may read what the event
 * or the service has under the name.
 */
export function isAssignedBeforeRead(root: Element, symbol: TemplateSymbol): boolean {
  const macros = elementsIn(root).filter((element) => element.type === 'macro');
  if (symbol.isLocal) {
    const owner = macros.find(({ start }) => start === symbol.start);
    if (owner === undefined || owner.catchAll === symbol.name) return true;
    if (owner.parameters.some(({ name }) => name === symbol.name)) return true;
    const flow = new Flow(symbol, new Set());
    flow.all(owner.children, false);
    return !flow.isReadUnassigned;
  }
  const flow = new Flow(symbol, macrosThatRead(symbol, macros));
  flow.element(root, false);
  return !flow.isReadUnassigned;
}

/** The macros and functions that read the variable before they assign it, themselves or in what they call. */
function macrosThatRead(symbol: TemplateSymbol, macros: readonly MacroElement[]): ReadonlySet<string> {
  const reading = new Set<string>();
  for (let size = -1; size !== reading.size;) {
    size = reading.size;
    for (const macro of macros) {
      const flow = new Flow(symbol, reading);
      for (const { defaultValue } of macro.parameters) flow.expression(defaultValue, false);
      // A parameter or a local variable of the name hides the one that is meant.
      if (!hides(macro, symbol.name)) flow.all(macro.children, false);
      if (flow.isReadUnassigned) reading.add(macro.name);
    }
  }
  return reading;
}

const hides = (macro: MacroElement, name: string): boolean =>
  macro.catchAll === name || macro.parameters.some((parameter) => parameter.name === name);

class Flow {
  isReadUnassigned = false;
  readonly #symbol: TemplateSymbol;
  readonly #reading: ReadonlySet<string>;

  constructor(symbol: TemplateSymbol, reading: ReadonlySet<string>) {
    this.#symbol = symbol;
    this.#reading = reading;
  }

  /** Goes through elements in turn, and says whether the variable is assigned behind them if it was before. */
  all(elements: readonly Element[], isAssigned: boolean): boolean {
    return elements.reduce((state, element) => this.element(element, state), isAssigned);
  }

  element(element: Element, isAssigned: boolean): boolean {
    switch (element.type) {
      case 'part':
        return this.element(element.root, isAssigned);
      case 'assign':
        return this.#assignments(element, isAssigned);
      case 'block-assign': {
        this.all(element.children, isAssigned);
        return isAssigned || (element.name === this.#symbol.name && this.#isScope(element.scope));
      }
      case 'if':
        return this.#branches(element.children, isAssigned);
      case 'switch':
        this.expression(element.value, isAssigned);
        return this.#cases(element.children, isAssigned);
      case 'attempt':
        return element.children
          .map((section) => this.all(section.children, isAssigned))
          .every((state) => state);
      case 'list':
      case 'list-with-else':
      case 'items':
      case 'sep':
      case 'user-directive':
      case 'transform':
        this.#ownExpressions(element, isAssigned);
        this.all(element.children, isAssigned);
        return isAssigned;
      case 'macro':
        return isAssigned;
      case 'return':
      case 'stop':
      case 'break':
      case 'continue':
        this.#ownExpressions(element, isAssigned);
        // Nothing behind it is reached.
        return true;
      default:
        this.#ownExpressions(element, isAssigned);
        return this.all(element.children, isAssigned);
    }
  }

  expression(expression: Expression | undefined, isAssigned: boolean): void {
    if (expression === undefined || isAssigned || this.isReadUnassigned) return;
    if (expression.type === 'identifier') {
      const { name } = expression;
      this.isReadUnassigned = name === this.#symbol.name || this.#reading.has(name);
    }
    if (expression.type === 'lambda' && expression.parameters.some(({ name }) => name === this.#symbol.name))
      return;
    for (const child of childExpressions(expression)) this.expression(child, isAssigned);
  }

  #ownExpressions(element: Element, isAssigned: boolean): void {
    for (const expression of elementExpressions(element)) this.expression(expression, isAssigned);
  }

  #isScope(scope: string): boolean {
    return (scope === 'local') === this.#symbol.isLocal;
  }

  #assignments(element: Element & { type: 'assign' }, isAssigned: boolean): boolean {
    let state = isAssigned;
    for (const { name, operator, value } of element.assignments) {
      this.expression(value, state);
      const isOwn = name === this.#symbol.name && this.#isScope(element.scope);
      // `+=` and the like read what they change.
      if (isOwn && operator !== '=' && !state) this.isReadUnassigned = true;
      state ||= isOwn;
    }
    return state;
  }

  #branches(branches: readonly Element[], isAssigned: boolean): boolean {
    let isAlways = branches.some((branch) => branch.type === 'conditional' && branch.kind === 'else');
    for (const branch of branches) {
      this.#ownExpressions(branch, isAssigned);
      isAlways = this.all(branch.children, isAssigned) && isAlways;
    }
    return isAssigned || isAlways;
  }

  /** A case falls through to the next one unless it ends in a `#break`. */
  #cases(children: readonly Element[], isAssigned: boolean): boolean {
    const cases = children.filter((child) => child.type === 'case');
    let isAlways = cases.some(({ kind }) => kind === 'default');
    for (const [index, one] of cases.entries()) {
      this.#ownExpressions(one, isAssigned);
      const breaks = one.children.findIndex(({ type }) => type === 'break');
      const body = breaks === -1 ? one.children : one.children.slice(0, breaks);
      const state = this.all(body, isAssigned);
      const leaves = breaks !== -1 || one.kind === 'on' || index === cases.length - 1;
      if (leaves && !state) isAlways = false;
      // A break inside of a condition leaves the case at a place that is not followed.
      if (elementsIn(one).filter(({ type }) => type === 'break').length > (breaks === -1 ? 0 : 1))
        isAlways = false;
    }
    return isAssigned || isAlways;
  }
}
