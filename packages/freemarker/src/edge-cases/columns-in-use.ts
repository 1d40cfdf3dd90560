import { expressionsIn } from '../analysis/expression-children.ts';
import { ownVariables } from '../analysis/template-scope.ts';
import type { Expression } from '../ast/expressions.ts';
import type { ParsedTemplate } from '../ast/parsed-template.ts';

/** A column of the event that a template reads, and where. */
export interface ColumnInUse {
  readonly name: string;
  readonly uses: readonly Expression[];
}

/** In the order in which the template first reads them: `event.reason`, `event["reason"]`, and bare `reason` where it is a column. */
export function columnsInUse(
  template: ParsedTemplate,
  columnNames: ReadonlySet<string>,
): readonly ColumnInUse[] {
  const own = new Set(ownVariables(template, { models: [], sample: undefined }).map(({ name }) => name));
  const found = new Map<string, Expression[]>();
  const note = (name: string, expression: Expression): void => {
    const uses = found.get(name) ?? [];
    found.set(name, uses);
    uses.push(expression);
  };
  for (const { expression } of expressionsIn(template.root)) {
    const member = memberOfEvent(expression);
    if (member !== undefined) note(member, expression);
    else if (
      expression.type === 'identifier' &&
      columnNames.has(expression.name) &&
      !own.has(expression.name)
    )
      note(expression.name, expression);
  }
  return [...found].map(([name, uses]) => ({ name, uses }));
}

function memberOfEvent(expression: Expression): string | undefined {
  if (expression.type !== 'dot' && expression.type !== 'dynamic-key') return undefined;
  const { target, key } = expression;
  if (target.type !== 'identifier' || target.name !== 'event') return undefined;
  if (typeof key === 'string') return key;
  return key.type === 'string' && key.parts === undefined ? key.value : undefined;
}
