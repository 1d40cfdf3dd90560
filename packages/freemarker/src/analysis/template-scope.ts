import type { Element, MacroElement, PartElement } from '../ast/elements.ts';
import type { LambdaExpression } from '../ast/expressions.ts';
import type { ParsedTemplate } from '../ast/parsed-template.ts';
import { elementsIn, expressionsIn } from './expression-children.ts';
import { kindOf, type KnownVariables, type ValueKind } from './value-kinds.ts';

/** A variable that the template itself makes. */
export interface OwnVariable {
  readonly name: string;
  readonly origin: 'assign' | 'loop' | 'parameter' | 'macro' | 'function' | 'namespace' | 'lambda';
  /** Where in the template it can be used. */
  readonly start: number;
  readonly end: number;
  readonly kind: ValueKind;
  /** The offset of the name in its declaration. */
  readonly definedAt: number;
}

/** One that can be used at a place. */
export type UsableVariable = Pick<OwnVariable, 'name' | 'origin' | 'kind'>;

/** The variables that a template makes, with the range in which each is visible. */
export function ownVariables(
  template: Pick<ParsedTemplate, 'root'>,
  known: Omit<KnownVariables, 'own'>,
): readonly OwnVariable[] {
  const found: OwnVariable[] = [];
  for (const variable of ownVariablesIn(template.root, known, new Map())) {
    if (!('part' in variable)) found.push(variable);
  }
  return found;
}

/** Where a variable can be used that is local to the macro around the part it is made in. */
export const inMacroAround: Range = { start: -1, end: -1 };

/** A part of the template with its own variables; `macro` is the enclosing one. */
export interface PartAmongVariables {
  readonly part: PartElement;
  readonly macro: MacroElement | undefined;
}

/**
 * The same in the order in which they are made, without those of the parts in the tree, which are named instead.
 * `kinds` are those of the variables made before, and then of these as well.
 */
export function* ownVariablesIn(
  root: Element,
  known: Omit<KnownVariables, 'own'>,
  kinds: Map<string, ValueKind>,
  around?: Range,
): Generator<OwnVariable | PartAmongVariables> {
  const lambdas = lambdasIn(root);
  const withKinds = { ...known, own: kinds };
  const everywhere = { start: 0, end: root.source.text.length };
  // What is local to an outer macro stays so in an inner one.
  let outermost: MacroElement | undefined;
  for (const element of elementsIn(root)) {
    if (outermost !== undefined && element.start >= outermost.end) outermost = undefined;
    if (element.type === 'part') yield { part: element, macro: outermost };
    for (const variable of variablesOf(element, around ?? outermost ?? everywhere, withKinds)) {
      addKind(kinds, variable);
      yield variable;
    }
    for (const expression of lambdas?.get(element) ?? []) {
      for (const { name, start: definedAt } of expression.parameters) {
        const { start, end } = expression;
        yield { name, origin: 'lambda', start, end, kind: 'unknown', definedAt };
      }
    }
    if (element.type === 'macro') outermost ??= element;
  }
}

/** A variable made in a part, at its place in the template. */
export function placedVariable(
  variable: OwnVariable,
  { part: { base }, macro }: PartAmongVariables,
): OwnVariable {
  const definedAt = variable.definedAt + base;
  if (variable.end === inMacroAround.end) {
    const { start, end } = macro ?? { start: 0, end: Infinity };
    return { ...variable, start, end, definedAt };
  }
  // What is visible everywhere is so from 0 on.
  if (variable.end === Infinity) return { ...variable, definedAt };
  return { ...variable, start: variable.start + base, end: variable.end + base, definedAt };
}

/** The arrow of a lambda, and not the end of a comment. */
const ARROW = /(?<!-)->|-&gt;/;

/** The lambdas in the tags of each element; most templates have none, and need not be searched for them. */
function lambdasIn(root: Element): ReadonlyMap<Element, readonly LambdaExpression[]> | undefined {
  if (!ARROW.test(root.source.text)) return undefined;
  const found = new Map<Element, LambdaExpression[]>();
  for (const { expression, element } of expressionsIn(root)) {
    if (expression.type !== 'lambda') continue;
    const of = found.get(element);
    if (of === undefined) found.set(element, [expression]);
    else of.push(expression);
  }
  return found;
}

/** Notes the value kind of a variable. If it is assigned twice, only what both kinds have in common is known. */
export function addKind(kinds: Map<string, ValueKind>, { name, kind }: OwnVariable): void {
  const before = kinds.get(name);
  kinds.set(name, before === undefined || before === kind ? kind : 'unknown');
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/** Elements that make variables. */
const MAKERS: ReadonlySet<Element['type']> = new Set<Element['type']>([
  'assign',
  'block-assign',
  'list',
  'items',
  'user-directive',
  'macro',
  'import',
]);
const NONE: readonly OwnVariable[] = [];

function variablesOf(element: Element, scope: Range, known: KnownVariables): readonly OwnVariable[] {
  if (!MAKERS.has(element.type)) return NONE;
  const { text } = element.source;
  /** The names follow each other in the source from `from` on. */
  const loops = (names: readonly (string | undefined)[], from: number, { start, end }: Range = element) => {
    let at = from;
    return names
      .filter((name) => name !== undefined)
      .map((name): OwnVariable => {
        const definedAt = nameFrom(text, name, at);
        at = definedAt + name.length;
        return { name, origin: 'loop', kind: 'unknown', start, end, definedAt };
      });
  };
  switch (element.type) {
    case 'assign':
      return element.assignments.map(({ name, value, operator, start: definedAt }) => ({
        name,
        origin: 'assign',
        definedAt,
        kind: operator === '=' && value !== undefined ? kindOf(value, known) : 'unknown',
        ...visibility(element.scope, scope),
      }));
    case 'block-assign':
      return [
        {
          name: element.name,
          origin: 'assign',
          kind: 'string',
          definedAt: nameFrom(text, element.name, afterTagName(text, element.start)),
          ...visibility(element.scope, scope),
        },
      ];
    case 'list': {
      const body = { start: element.sequence.end, end: element.end };
      const from = element.isForeach ? afterTagName(text, element.start) : element.sequence.end;
      return loops([element.variable, element.secondVariable], from, body);
    }
    case 'items':
      return loops([element.variable, element.secondVariable], afterTagName(text, element.start));
    case 'user-directive': {
      const passed = [...(element.positional ?? []), ...(element.named ?? []).map(({ value }) => value)];
      return loops(
        element.bodyParameters ?? [],
        Math.max(element.callee.end, ...passed.map(({ end }) => end)),
      );
    }
    case 'macro':
      return macroVariables(element);
    case 'import': {
      const { variable: name } = element;
      const definedAt = nameFrom(text, name, element.name.end);
      return [{ name, origin: 'namespace', kind: 'hash', start: 0, end: Infinity, definedAt }];
    }
    default:
      return [];
  }
}

/** The macro or function itself, and what it is called with, which is known within it alone. */
function macroVariables(element: MacroElement): readonly OwnVariable[] {
  const { name, isFunction, parameters, catchAll, start, end } = element;
  const { text } = element.source;
  const definedAt = nameFrom(text, name, afterTagName(text, start));
  let at = definedAt + name.length;
  const inside = (parameter: string, defaultValue?: Range): OwnVariable => {
    const found = nameFrom(text, parameter, at);
    at = defaultValue?.end ?? found + parameter.length;
    return { name: parameter, origin: 'parameter', kind: 'unknown', start, end, definedAt: found };
  };
  const origin = isFunction ? 'function' : 'macro';
  return [
    { name, origin, kind: 'callable', start: 0, end: Infinity, definedAt },
    ...parameters.map((parameter) => inside(parameter.name, parameter.defaultValue)),
    ...(catchAll === undefined ? [] : [inside(catchAll)]),
  ];
}

/** Behind `<#assign`, whose name could be taken for that of a variable. */
function afterTagName(text: string, start: number): number {
  return start + (/^[<[]#\w+/.exec(text.slice(start, start + 40))?.[0].length ?? 0);
}

/** The first position at or after `from` where the name occurs as a whole word; `from` if it is spelled differently. */
function nameFrom(text: string, name: string, from: number): number {
  const isPartOfName = (ch: string): boolean => /[\p{L}\p{N}_$@]/u.test(ch);
  for (let at = text.indexOf(name, from); at !== -1; at = text.indexOf(name, at + 1)) {
    if (!isPartOfName(text.charAt(at - 1)) && !isPartOfName(text.charAt(at + name.length))) return at;
  }
  return from;
}

/** Only #local ends with the macro; what #assign and #global make stays. */
function visibility(scope: string, macro: Range): Range {
  return scope === 'local' ? { start: macro.start, end: macro.end } : { start: 0, end: Infinity };
}
