import { elementsIn, expressionsIn } from '../analysis/expression-children.ts';
import type { Element } from '../ast/elements.ts';
import type { ParsedTemplate } from '../ast/parsed-template.ts';
import { isAssignedBeforeRead } from './assigned-before-read.ts';
import type { Names } from './occurrences.ts';
import type { TemplateSymbol } from './symbols.ts';

/** Special variables that hold all variables by their names. */
const holders = new Set(['vars', 'main', 'namespace', 'current_namespace', 'globals', 'locals']);
const evaluating = new Set(['eval', 'interpret']);

/** Why not all uses of a name can be found by reading the template; undefined if they can. */
export function whyUnsure(
  template: ParsedTemplate,
  names: Names,
  symbol: TemplateSymbol,
): string | undefined {
  return (
    whyOtherTemplates(template, symbol) ??
    whyEvaluated(template, symbol) ??
    whyTwoMeanings(names, symbol) ??
    whyUnassigned(template, symbol) ??
    whyUnknownCalls(names, symbol)
  );
}

function whyOtherTemplates(template: ParsedTemplate, { name, kind }: TemplateSymbol): string | undefined {
  let why: string | undefined;
  const isGlobal = elementsIn(template.root).some((element) => makesGlobal(element, name));
  for (const element of elementsIn(template.root)) {
    if (element.type === 'include' && kind === 'template')
      why = `Another template is included, which may use ${name}.`;
    if (element.type === 'import' && isGlobal)
      why = `Another template is imported, which may use the global variable ${name}.`;
    if ((element.type === 'assign' || element.type === 'block-assign') && element.namespace !== undefined)
      why = 'The template assigns variables of another namespace, and it’s unknown which ones.';
  }
  return why;
}

function makesGlobal(element: Element, name: string): boolean {
  if (element.type === 'assign')
    return element.scope === 'global' && element.assignments.some((item) => item.name === name);
  return element.type === 'block-assign' && element.scope === 'global' && element.name === name;
}

function whyEvaluated(template: ParsedTemplate, symbol: TemplateSymbol): string | undefined {
  let why: string | undefined;
  for (const { expression, parent } of expressionsIn(template.root)) {
    if (expression.type === 'built-in' && evaluating.has(expression.name))
      why = `A text is run as a template (?${expression.name}): what it uses cannot be known.`;
    if (expression.type === 'special-variable' && holders.has(expression.name) && parent !== undefined)
      why = `Variables are read by their name (.${expression.name}): which ones cannot be known.`;
    if (expression.type === 'special-variable' && expression.name === 'args' && symbol.kind === 'parameter')
      why = 'Arguments are read by their name (.args): which ones cannot be known.';
  }
  return why;
}

/** A name can have one meaning before it is assigned, and another from there on. */
function whyTwoMeanings({ symbols }: Names, symbol: TemplateSymbol): string | undefined {
  const { name } = symbol;
  const twin = symbols.find(
    (other) =>
      other !== symbol &&
      other.name === name &&
      (other.isLocal || symbol.isLocal) &&
      [other.kind, symbol.kind].toSorted().join(' ') === 'parameter template',
  );
  if (twin !== undefined)
    return `${name} is both a variable of the template and a #local: which one is meant changes while it runs.`;
  return undefined;
}

function whyUnassigned({ root }: ParsedTemplate, symbol: TemplateSymbol): string | undefined {
  if (!symbol.isOnlyAssigned || isAssignedBeforeRead(root, symbol)) return undefined;
  return `${symbol.name} may be read before it is assigned, where it comes from the event or the service.`;
}

/** The arguments of a macro are only known where it is called by its name. */
function whyUnknownCalls({ symbols, occurrences }: Names, symbol: TemplateSymbol): string | undefined {
  if (symbol.kind !== 'parameter') return undefined;
  const owner = symbols.find(({ macros }) => macros.some(({ start }) => start === symbol.start));
  if (owner === undefined) return undefined;
  if (owner.macros.length > 1)
    return `${owner.name} is defined more than once: which one is called cannot be known.`;
  const isPassedOn = occurrences.some((one) => one.symbol === owner && !one.isDefinition && !one.isCall);
  return isPassedOn
    ? `${owner.name} is not only called, but passed on: how it is called then cannot be known.`
    : undefined;
}
