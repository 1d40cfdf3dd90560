import type { AnyNode, Identifier, Pattern, Program } from 'acorn';
import { fullAncestor } from 'acorn-walk';

/** A name that a script declares. */
export interface Declaration {
  readonly name: string;
  readonly kind: 'variable' | 'function' | 'parameter' | 'class';
  /** Where the name stands. */
  readonly from: number;
  readonly to: number;
  /** The function that it belongs to, or the whole script. */
  readonly scope: AnyNode;
}

/** One use of a name, whoever declared it. */
export interface NameUse {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  /** From the program down to the identifier itself. */
  readonly ancestors: readonly AnyNode[];
  /** The name gets a value here; `x += 1` reads it as well. */
  readonly isWritten: boolean;
  readonly isRead: boolean;
}

export interface ScriptNames {
  readonly declarations: readonly Declaration[];
  readonly uses: readonly NameUse[];
}

/**
 * Every declaration and every use of a name. Blocks are no scopes here: a `let` counts for its whole function, which
 * can hide a mistake and never makes one up.
 */
export function scriptNames(program: Program): ScriptNames {
  const declarations: Declaration[] = [];
  const uses: NameUse[] = [];
  const declared = new Set<AnyNode>();
  const declare = (pattern: Pattern, kind: Declaration['kind'], scope: AnyNode): void => {
    for (const one of namesOf(pattern)) {
      declared.add(one);
      declarations.push({ name: one.name, kind, from: one.start, to: one.end, scope });
    }
  };
  fullAncestor(program, (node, _state, ancestors) => {
    const scope = ancestors.slice(0, -1).findLast(isFunction) ?? program;
    switch (node.type) {
      case 'VariableDeclarator':
        return declare(node.id, 'variable', scope);
      case 'FunctionDeclaration':
      case 'FunctionExpression':
      case 'ArrowFunctionExpression':
        if (node.type !== 'ArrowFunctionExpression' && node.id != null) {
          declare(node.id, 'function', node.type === 'FunctionDeclaration' ? scope : node);
        }
        return node.params.forEach((param) => declare(param, 'parameter', node));
      case 'ClassDeclaration':
        return node.id == null ? undefined : declare(node.id, 'class', scope);
      case 'CatchClause':
        return node.param == null ? undefined : declare(node.param, 'parameter', scope);
      default:
        return;
    }
  });
  fullAncestor(program, (node, _state, ancestors) => {
    if (node.type !== 'Identifier' || declared.has(node)) return;
    uses.push({
      name: node.name,
      from: node.start,
      to: node.end,
      ancestors: [...ancestors],
      ...accessOf(node, ancestors),
    });
  });
  return { declarations, uses };
}

function accessOf(node: AnyNode, ancestors: readonly AnyNode[]): Pick<NameUse, 'isRead' | 'isWritten'> {
  const parent = ancestors.findLast((one) => one !== node);
  if (parent?.type === 'AssignmentExpression' && parent.left === node) {
    return { isWritten: true, isRead: parent.operator !== '=' };
  }
  if (parent?.type === 'ForInStatement' || parent?.type === 'ForOfStatement') {
    if (parent.left === node) return { isWritten: true, isRead: false };
  }
  if (parent?.type === 'UpdateExpression') return { isWritten: true, isRead: true };
  const isPattern = parent?.type === 'ArrayPattern' || parent?.type === 'RestElement';
  return isPattern ? { isWritten: true, isRead: false } : { isWritten: false, isRead: true };
}

function isFunction(node: AnyNode): boolean {
  return (
    node.type === 'FunctionDeclaration' ||
    node.type === 'FunctionExpression' ||
    node.type === 'ArrowFunctionExpression'
  );
}

function namesOf(pattern: Pattern): Identifier[] {
  switch (pattern.type) {
    case 'Identifier':
      return [pattern];
    case 'ObjectPattern':
      return pattern.properties.flatMap((one) => namesOf(one.type === 'Property' ? one.value : one.argument));
    case 'ArrayPattern':
      return pattern.elements.flatMap((one) => (one === null ? [] : namesOf(one)));
    case 'RestElement':
      return namesOf(pattern.argument);
    case 'AssignmentPattern':
      return namesOf(pattern.left);
    case 'MemberExpression':
      return [];
  }
}

/** The declaration that a use means: that of the innermost function around it which has one. */
export function declarationOf(names: ScriptNames, use: NameUse): Declaration | undefined {
  const candidates = names.declarations.filter(({ name }) => name === use.name);
  for (const scope of use.ancestors.toReversed()) {
    const found = candidates.find((one) => one.scope === scope);
    if (found !== undefined) return found;
  }
  return undefined;
}
