import { elementsIn, expressionsIn, type PlacedExpression } from '../../analysis/expression-children.ts';
import { nearestName } from '../../source/nearest-name.ts';
import { variablePath } from '../../analysis/value-kinds.ts';
import type { Expression } from '../../ast/expressions.ts';
import { builtInNamed } from '../../built-ins/registry.ts';
import { SHARED_DIRECTIVES, sharedDirective } from '../../runtime/shared-directives.ts';
import { SERVICE_VARIABLES } from '../../variables/service-variables.ts';
import type { Diagnostic, QuickFix, Rule, RuleContext } from '../diagnostic.ts';
import { replacement } from '../edits.ts';

/** Variables, columns and macros that nothing defines, with the nearest name that exists. */
export const unknownNames: Rule = (context) => {
  const found: Diagnostic[] = [];
  const offered = offeredNames(context);
  for (const { expression, parent, element } of expressionsIn(context.root)) {
    const isCallee = element.type === 'user-directive' && element.callee === expression;
    if (expression.type === 'dot') {
      const problem = unknownMember(expression, parent, context);
      if (problem !== undefined) found.push(problem);
    } else if (expression.type === 'identifier' && !isCallee) {
      const problem = unknownVariable(expression, parent, context, offered);
      if (problem !== undefined) found.push(problem);
    }
  }
  found.push(...unknownMacros(context));
  return found;
};

/** Whether a missing value is provided for: `a.b!x`, `a.b??`, `(a.b)!x`. */
function isGuarded(expression: Expression, parent: PlacedExpression | undefined): boolean {
  if (parent === undefined) return false;
  const around = parent.expression;
  const guards =
    ((around.type === 'default' || around.type === 'exists') && around.target === expression) ||
    (around.type === 'built-in' && builtInNamed(around.name)?.forgivesMissing === true);
  return guards || (around.type === 'parenthetical' && isGuarded(around, parent.parent));
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The members of a top-level variable as far as they are known; undefined if anything may be in it. */
function membersOf(name: string, { known }: RuleContext): readonly string[] | undefined {
  if (known.own.has(name)) return undefined;
  const columns = known.models.find((model) => model.name === name)?.columns.map((column) => column.name);
  const sample = isRecord(known.sample) ? known.sample[name] : undefined;
  const sampled = isRecord(sample) && sample['$type'] === undefined ? Object.keys(sample) : undefined;
  const service = SERVICE_VARIABLES.find((variable) => variable.name === name)?.members?.map(
    (member) => member.name,
  );
  if (columns === undefined && sampled === undefined && service === undefined) return undefined;
  return [...(columns ?? []), ...(sampled ?? []), ...(service ?? [])];
}

function unknownMember(
  expression: Expression & { type: 'dot' },
  parent: PlacedExpression | undefined,
  context: RuleContext,
): Diagnostic | undefined {
  const path = variablePath(expression);
  if (path?.length !== 2) return undefined;
  const [variable = '', member = ''] = path;
  const members = membersOf(variable, context);
  if (members === undefined || members.includes(member)) return undefined;
  const start = expression.end - member.length;
  return {
    code: 'unknown-column',
    severity: isGuarded(expression, parent) ? 'info' : 'warning',
    message: unknownMessage(`There is no ${member} in ${variable}.`, nearestName(member, members)),
    start,
    end: expression.end,
    fixes: nameFixes(start, expression.end, nearestName(member, members)),
  };
}

/** What the template sees beside its own variables. */
function offeredNames({ known }: RuleContext): ReadonlySet<string> {
  return new Set([
    ...SERVICE_VARIABLES.map((variable) => variable.name),
    ...known.models.flatMap((model) => [
      ...(model.name === '' ? [] : [model.name]),
      ...model.columns.map((column) => column.name),
    ]),
    ...(isRecord(known.sample) ? Object.keys(known.sample) : []),
  ]);
}

function unknownVariable(
  expression: Expression & { type: 'identifier' },
  parent: PlacedExpression | undefined,
  context: RuleContext,
  offered: ReadonlySet<string>,
): Diagnostic | undefined {
  const { known, facts } = context;
  // Without any description of the variables, every name may be one.
  if (known.models.length === 0 && known.sample === undefined) return undefined;
  const { name, start, end } = expression;
  if (known.own.has(name) || offered.has(name) || facts.macros.has(name)) return undefined;
  const visible = context.own.filter(
    (variable) => variable.origin !== 'loop' || (variable.start < start && start < variable.end),
  );
  const nearest = nearestName(name, [...offered, ...new Set(visible.map((variable) => variable.name))]);
  return {
    code: 'unknown-variable',
    severity: isGuarded(expression, parent) ? 'info' : 'warning',
    message: unknownMessage(`There is no variable ${name}.`, nearest),
    start,
    end,
    fixes: nameFixes(start, end, nearest),
  };
}

function unknownMacros({ root, known, facts }: RuleContext): readonly Diagnostic[] {
  const found: Diagnostic[] = [];
  if (facts.usesOthers) return found;
  for (const element of elementsIn(root)) {
    if (element.type !== 'user-directive' || element.callee.type !== 'identifier') continue;
    const { name, start, end } = element.callee;
    if (facts.macros.has(name) || known.own.has(name) || sharedDirective(name) !== undefined) continue;
    const nearest = nearestName(name, [...facts.macros.keys(), ...SHARED_DIRECTIVES]);
    found.push({
      code: 'unknown-macro',
      severity: 'warning',
      message: unknownMessage(`There is no macro ${name}.`, nearest),
      start,
      end,
      fixes: nameFixes(start, end, nearest),
    });
  }
  return found;
}

const unknownMessage = (message: string, nearest: string | undefined): string =>
  nearest === undefined ? message : `${message} Did you mean ${nearest}?`;

const nameFixes = (start: number, end: number, nearest: string | undefined): readonly QuickFix[] =>
  nearest === undefined ? [] : [{ title: `Change to ${nearest}`, edits: [replacement(start, end, nearest)] }];
