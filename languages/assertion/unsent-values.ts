import type { AnyNode } from 'acorn';
import type { Declaration, NameUse, ScriptNames } from './script-scope.ts';
import { declarationOf } from './script-scope.ts';

/** Nodes through which a value has an effect beyond the variable it is computed for. */
const effects: ReadonlySet<AnyNode['type']> = new Set<AnyNode['type']>([
  'CallExpression',
  'NewExpression',
  'TaggedTemplateExpression',
  'UpdateExpression',
  'ReturnStatement',
  'ThrowStatement',
  'YieldExpression',
  'AwaitExpression',
]);

/**
 * Variables whose value is never used by a function, condition or result, except through another such
 * variable. `eval` and `with` could read any variable, so scripts with these have none.
 */
export function unsentVariables(names: ScriptNames): Declaration[] {
  if (names.uses.some(({ name }) => name === 'eval' || name === 'Function')) return [];
  const variables = names.declarations.filter(({ kind }) => kind === 'variable');
  const unsent = new Set(variables);
  const reads = names.uses
    .filter(({ isRead }) => isRead)
    .map((use) => ({ of: declarationOf(names, use), into: feeds(names, use) }));
  for (let isStable = false; !isStable;) {
    isStable = true;
    for (const { of, into } of reads) {
      if (of === undefined || !unsent.has(of)) continue;
      // A value that only feeds unused values is unused too.
      if (into !== undefined && unsent.has(into)) continue;
      unsent.delete(of);
      isStable = false;
    }
  }
  const firstOf = (one: Declaration): boolean =>
    variables.find(({ name, scope }) => name === one.name && scope === one.scope) === one;
  return [...unsent].filter(firstOf);
}

/** The variable that a read only computes a value for; undefined if it has another effect. */
function feeds(names: ScriptNames, use: NameUse): Declaration | undefined {
  let below: AnyNode | undefined;
  for (const node of use.ancestors.toReversed()) {
    if (effects.has(node.type)) return undefined;
    if (node.type === 'VariableDeclarator') {
      return node.id.type === 'Identifier' && node.init === below
        ? names.declarations.find(({ from }) => from === node.id.start)
        : undefined;
    }
    if (node.type === 'AssignmentExpression') {
      return node.left.type === 'Identifier' && isStatement(use, node)
        ? written(names, use, node.left)
        : undefined;
    }
    if (node.type.endsWith('Statement') || node.type.includes('Function')) return undefined;
    below = node;
  }
  return undefined;
}

function isStatement(use: NameUse, node: AnyNode): boolean {
  return use.ancestors[use.ancestors.indexOf(node) - 1]?.type === 'ExpressionStatement';
}

function written(
  names: ScriptNames,
  use: NameUse,
  target: AnyNode & { name: string },
): Declaration | undefined {
  const found = names.uses.find(({ from }) => from === target.start);
  return found === undefined ? undefined : declarationOf(names, { ...found, ancestors: use.ancestors });
}
