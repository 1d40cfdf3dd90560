import type { AnyNode, Identifier, Pattern, Program } from 'acorn';
import { fullAncestor } from 'acorn-walk';

/** A name declared by a script. */
export interface Declaration {
  readonly name: string;
  readonly kind: 'variable' | 'function' | 'parameter' | 'class';
  /** Offset of the name. */
  readonly from: number;
  readonly to: number;
  /** The enclosing function, or the whole script. */
  readonly scope: AnyNode;
}

/** One use of a name, regardless of who declared it. */
export interface NameUse {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  /** From the program down to the identifier itself. */
  readonly ancestors: readonly AnyNode[];
  /** The name is assigned here; `x += 1` reads it as well. */
  readonly isWritten: boolean;
  readonly isRead: boolean;
}

export interface ScriptNames {
  readonly declarations: readonly Declaration[];
  readonly uses: readonly NameUse[];
}

/**
 * Every declaration and use of a name. Block scopes are ignored: a `let` counts for its whole function, which
 * can hide a mistake but never reports a false one.
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

/** The declaration a use refers to: the one in the innermost enclosing function. */
export function declarationOf(names: ScriptNames, use: NameUse): Declaration | undefined {
  const candidates = names.declarations.filter(({ name }) => name === use.name);
  for (const scope of use.ancestors.toReversed()) {
    const found = candidates.find((one) => one.scope === scope);
    if (found !== undefined) return found;
  }
  return undefined;
}
