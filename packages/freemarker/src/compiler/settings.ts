import type { SettingElement } from '../ast/elements.ts';
import { toPlainText } from '../runtime/coercion.ts';
import { CONTINUE_NORMALLY } from '../runtime/compiled.ts';
import type { Execute } from '../runtime/compiled.ts';
import { applySetting } from '../runtime/apply-setting.ts';
import { booleanOf, isNumber, stringOf } from '../values/value.ts';
import { compileExpression } from './expressions.ts';
import type { CompileScope } from './scope.ts';

export function compileSetting(node: SettingElement, scope: CompileScope): Execute {
  const evaluate = compileExpression(node.value, scope);
  return (env) => {
    env.current = node;
    const value = evaluate(env);
    let text = stringOf(value);
    if (text === undefined) {
      const flag = booleanOf(value);
      if (flag !== undefined) text = String(flag);
      else if (isNumber(value)) text = value.toString();
      else text = toPlainText(value, node.value, env);
    }
    env.settings = { ...env.settings };
    const problem = applySetting(env.settings, node.name, text);
    if (problem !== undefined) throw env.failure('setting', problem);
    env.forgetFormats();
    return CONTINUE_NORMALLY;
  };
}
