import type { AnyNode, Program } from 'acorn';
import { ancestor, full } from 'acorn-walk';
import type { NameUse } from './script-scope.ts';

/** Names that a script checks before using them: `Foo`, or `LoginUser.Foo`. */
export interface GuardedNames {
  /** Whether the script handles a missing name: it checks for it somewhere, or catches the error. */
  isGuarded(name: string, ancestors: readonly AnyNode[]): boolean;
  /**
   * Whether a condition reads the member, so that the script copes if it's missing. A typo can hide there.
   */
  isTested(path: string): boolean;
}

/**
 * Finds `typeof Foo`, `'Foo' in LoginUser`, `LoginUser.hasOwnProperty('Foo')` and members that are only
 * tested. One check counts for the whole script: that can hide a mistake but never reports a false one.
 */
export function guardedNames(program: Program): GuardedNames {
  const checked = new Set<string>();
  const tested = new Set<string>();
  full(program, (node) => {
    if (node.type === 'UnaryExpression' && node.operator === 'typeof') add(checked, pathOf(node.argument));
    if (node.type === 'BinaryExpression' && node.operator === 'in')
      add(checked, memberOf(node.right, node.left));
    if (node.type === 'CallExpression' && node.callee.type === 'MemberExpression') {
      const { object, property } = node.callee;
      const isQuestion = property.type === 'Identifier' && property.name === 'hasOwnProperty';
      if (isQuestion) add(checked, memberOf(object, node.arguments[0]));
    }
  });
  ancestor(program, {
    MemberExpression(node, _state, ancestors: readonly AnyNode[]) {
      if (isTested(node, ancestors.at(-2))) add(tested, pathOf(node));
    },
  });
  return {
    isGuarded: (name, ancestors) =>
      checked.has(name) || ancestors.some((node, index) => isTried(node, ancestors[index + 1])),
    isTested: (path) => tested.has(path),
  };
}

/** `typeof name` never throws. */
export const isTypeofOperand = ({ ancestors }: NameUse): boolean => {
  const parent = ancestors.at(-2);
  return parent?.type === 'UnaryExpression' && parent.operator === 'typeof';
};

function add(checked: Set<string>, path: string): void {
  if (path !== '') checked.add(path);
}

/** `Foo` and `LoginUser.Foo`; empty for other expressions. */
export function pathOf(node: AnyNode): string {
  if (node.type === 'Identifier') return node.name;
  if (node.type === 'ChainExpression') return pathOf(node.expression);
  if (node.type !== 'MemberExpression' || node.object.type !== 'Identifier') return '';
  if (!node.computed)
    return node.property.type === 'Identifier' ? `${node.object.name}.${node.property.name}` : '';
  return memberOf(node.object, node.property);
}

function memberOf(object: AnyNode, name: AnyNode | undefined): string {
  const isNamed = object.type === 'Identifier' && name?.type === 'Literal' && typeof name.value === 'string';
  return isNamed ? `${object.name}.${String(name.value)}` : '';
}

/** Whether the value is only used for control flow. */
function isTested(node: AnyNode, parent: AnyNode | undefined): boolean {
  switch (parent?.type) {
    case 'IfStatement':
    case 'ConditionalExpression':
    case 'WhileStatement':
      return parent.test === node;
    case 'LogicalExpression':
      return parent.left === node;
    case 'UnaryExpression':
      return parent.operator === '!';
    case 'BinaryExpression':
      return /^[!=]==?$/.test(parent.operator) && [parent.left, parent.right].some(isNothing);
    default:
      return false;
  }
}

const isNothing = (node: AnyNode): boolean =>
  (node.type === 'Literal' && (node.value === null || node.value === '')) ||
  (node.type === 'Identifier' && node.name === 'undefined');

function isTried(node: AnyNode, inside: AnyNode | undefined): boolean {
  return node.type === 'TryStatement' && node.handler != null && node.block === inside;
}
