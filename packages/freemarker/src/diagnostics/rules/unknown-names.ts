import { elementsIn, expressionsIn, type PlacedExpression } from '../../analysis/expression-children.ts';
import { nearestName } from '../../source/nearest-name.ts';
import { variablePath } from '../../analysis/value-kinds.ts';
import type { Expression } from '../../ast/expressions.ts';
import { SHARED_DIRECTIVES, sharedDirective } from '../../runtime/shared-directives.ts';
import { SERVICE_VARIABLES } from '../../variables/service-variables.ts';
import type { Diagnostic, QuickFix, Rule, RuleContext } from '../diagnostic.ts';
import { replacement } from '../edits.ts';
import { guardsIn, isGuarded, noGuards, placedInEscape } from '../guards.ts';
import { isCounter } from '../safe-text.ts';

/** Variables, columns and macros that nothing defines, with the nearest name that exists. */
export const unknownNames: Rule = (context) => {
  const found: Diagnostic[] = [];
  const offered = offeredNames(context);
  const guards = guardsIn(context.root, context.before.guards);
  for (const placed of expressionsIn(context.root)) {
    const { expression, element } = placed;
    const isCallee = element.type === 'user-directive' && element.callee === expression;
    if (isCallee || (expression.type !== 'dot' && expression.type !== 'identifier')) continue;
    if (element.type === 'escape' && expression.type === 'identifier' && expression.name === element.variable)
      continue;
    const isPresent = (path: string): boolean =>
      isGuarded(path, withEscape(placed), guards.get(element) ?? noGuards);
    const problem =
      expression.type === 'dot'
        ? unknownMember(expression, isPresent, context)
        : unknownVariable(expression, isPresent, context, offered);
    if (problem !== undefined) found.push(problem);
  }
  found.push(...unknownMacros(context));
  return found;
};

/** The expression as it is evaluated: inside of an `#escape`, what that puts around it may provide for it. */
function withEscape(placed: PlacedExpression): PlacedExpression {
  const { expression, parent, element } = placed;
  const isWhole = parent === undefined && element.type === 'interpolation';
  if (!isWhole || element.escaped === element.expression) return placed;
  return placedInEscape(element.escaped, expression, element) ?? placed;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The known members of a top-level variable; undefined if it may contain anything. */
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
  isPresent: (path: string) => boolean,
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
    severity: isPresent(`${variable}.${member}`) ? 'info' : 'warning',
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
  isPresent: (path: string) => boolean,
  context: RuleContext,
  offered: ReadonlySet<string>,
): Diagnostic | undefined {
  const { known, facts } = context;
  // Without any description of the variables, every name may be one; so it may where another template makes some.
  if ((known.models.length === 0 && known.sample === undefined) || facts.usesOthers) return undefined;
  const { name, start, end } = expression;
  if (known.own.has(name) || offered.has(name) || facts.macros.has(name)) return undefined;
  if (isCounter(name, known) || sharedDirective(name) !== undefined) return undefined;
  const visible = context.own.filter(
    (variable) => variable.origin !== 'loop' || (variable.start < start && start < variable.end),
  );
  const nearest = nearestName(name, [...offered, ...new Set(visible.map((variable) => variable.name))]);
  return {
    code: 'unknown-variable',
    severity: isPresent(name) ? 'info' : 'warning',
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
