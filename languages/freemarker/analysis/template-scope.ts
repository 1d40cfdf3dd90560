import type { Element } from '../ast/elements.ts';
import type { ParsedTemplate } from '../ast/parsed-template.ts';
import { walkElements, walkExpression, elementExpressions } from './expression-children.ts';
import { kindOf, type KnownVariables, type ValueKind } from './value-kinds.ts';

/** A variable that the template itself makes. */
export interface OwnVariable {
  readonly name: string;
  readonly origin: 'assign' | 'loop' | 'parameter' | 'macro' | 'function' | 'namespace' | 'lambda';
  /** Where in the template it can be used. */
  readonly start: number;
  readonly end: number;
  readonly kind: ValueKind;
}

/** The variables that a template makes, with the range in which each is visible. */
export function ownVariables(
  template: ParsedTemplate,
  known: Omit<KnownVariables, 'own'>,
): readonly OwnVariable[] {
  const found: OwnVariable[] = [];
  const length = template.source.text.length;
  const kinds = new Map<string, ValueKind>();
  walkElements(template.root, (element, parents) => {
    const macro = parents.find((parent) => parent.type === 'macro');
    const scope = { start: macro?.start ?? 0, end: macro?.end ?? length };
    for (const variable of variablesOf(element, scope, { ...known, own: kinds })) {
      found.push(variable);
      const before = kinds.get(variable.name);
      kinds.set(variable.name, before === undefined || before === variable.kind ? variable.kind : 'unknown');
    }
    for (const expression of elementExpressions(element)) {
      walkExpression(expression, (node) => {
        if (node.type !== 'lambda') return;
        for (const { name } of node.parameters) {
          found.push({ name, origin: 'lambda', start: node.start, end: node.end, kind: 'unknown' });
        }
      });
    }
  });
  return found;
}

interface Range {
  readonly start: number;
  readonly end: number;
}

function variablesOf(element: Element, scope: Range, known: KnownVariables): readonly OwnVariable[] {
  const loop = (name: string | undefined, range: Range = element): readonly OwnVariable[] =>
    name === undefined ? [] : [{ name, origin: 'loop', kind: 'unknown', start: range.start, end: range.end }];
  switch (element.type) {
    case 'assign':
      return element.assignments.map(({ name, value, operator }) => ({
        name,
        origin: 'assign',
        kind: operator === '=' && value !== undefined ? kindOf(value, known) : 'unknown',
        ...visibility(element.scope, scope),
      }));
    case 'block-assign':
      return [{ name: element.name, origin: 'assign', kind: 'string', ...visibility(element.scope, scope) }];
    case 'list': {
      const body = { start: element.sequence.end, end: element.end };
      return [...loop(element.variable, body), ...loop(element.secondVariable, body)];
    }
    case 'items':
      return [...loop(element.variable), ...loop(element.secondVariable)];
    case 'user-directive':
      return (element.bodyParameters ?? []).flatMap((name) => loop(name));
    case 'macro': {
      const inside = (name: string): OwnVariable => ({
        name,
        origin: 'parameter',
        kind: 'unknown',
        start: element.start,
        end: element.end,
      });
      const origin = element.isFunction ? 'function' : 'macro';
      return [
        { name: element.name, origin, kind: 'callable', start: 0, end: Infinity },
        ...element.parameters.map(({ name }) => inside(name)),
        ...(element.catchAll === undefined ? [] : [inside(element.catchAll)]),
      ];
    }
    case 'import':
      return [{ name: element.variable, origin: 'namespace', kind: 'hash', start: 0, end: Infinity }];
    default:
      return [];
  }
}

/** Only #local ends with the macro; what #assign and #global make stays. */
function visibility(scope: string, macro: Range): Range {
  return scope === 'local' ? macro : { start: 0, end: Infinity };
}
