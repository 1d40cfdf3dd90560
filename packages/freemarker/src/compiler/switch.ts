import type { CaseElement, SwitchElement } from '../ast/elements.ts';
import { BREAK, CONTINUE_NORMALLY } from '../runtime/compiled.ts';
import type { Evaluate, Execute, Signal } from '../runtime/compiled.ts';
import { compareValues } from '../runtime/comparison.ts';
import { compileBlock } from './elements.ts';
import { compileExpression } from './expressions.ts';
import type { CompileScope } from './scope.ts';

interface CompiledCase {
  readonly node: CaseElement;
  readonly conditions: readonly Evaluate[];
  readonly body: Execute;
}

/** `#case` falls through to the next clause until a `#break`; `#on` runs its own clause only. */
export function compileSwitch(node: SwitchElement, scope: CompileScope): Execute {
  const value = compileExpression(node.value, scope);
  const cases: CompiledCase[] = node.children.flatMap((child) => {
    if (child.type !== 'case') return [];
    const conditions = child.conditions.map((condition) => compileExpression(condition, scope));
    return [{ node: child, conditions, body: compileBlock(child.children, scope) }];
  });
  const fallsThrough = !cases.some((clause) => clause.node.kind === 'on');
  const defaultIndex = cases.findIndex((clause) => clause.node.kind === 'default');
  return (env) => {
    env.current = node;
    let from = -1;
    for (const [i, { node: clause, conditions }] of cases.entries()) {
      env.step();
      const matches = conditions.some((condition, n) => {
        const conditionNode = clause.conditions[n] ?? node.value;
        // The value is evaluated again for every clause, as in the original.
        const places = { left: node.value, right: conditionNode, whole: conditionNode };
        return compareValues(value(env), condition(env), '==', places, env);
      });
      if (matches) {
        from = i;
        break;
      }
    }
    // A #default that is reached directly doesn't fall through: a quirk of the original.
    const to = fallsThrough && from >= 0 ? cases.length : undefined;
    if (from < 0) from = defaultIndex;
    if (from < 0) return CONTINUE_NORMALLY;
    for (const { body } of cases.slice(from, to ?? from + 1)) {
      const signal: Signal = body(env);
      if (signal === BREAK) return CONTINUE_NORMALLY;
      if (signal !== CONTINUE_NORMALLY) return signal;
    }
    return CONTINUE_NORMALLY;
  };
}
