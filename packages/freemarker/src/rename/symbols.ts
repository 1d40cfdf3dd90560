import { elementsIn } from '../analysis/expression-children.ts';
import { ownVariables } from '../analysis/template-scope.ts';
import type { MacroElement } from '../ast/elements.ts';
import type { ParsedTemplate } from '../ast/parsed-template.ts';

/** Something that a template gives a name to. What is known everywhere in the template is one, however often it is assigned. */
export interface TemplateSymbol {
  readonly name: string;
  readonly kind: 'template' | 'parameter' | 'loop' | 'lambda' | 'escape';
  /** Where the name means this, unless something within has the same name. */
  readonly start: number;
  readonly end: number;
  /** Offsets of its name where it is made. */
  readonly definedAt: number[];
  /** The macros and functions that it names. */
  readonly macros: MacroElement[];
  /** In one macro alone, and made there by #local. */
  isLocal: boolean;
  /** Every one of its values comes from #assign, #global or #local: they only count from there on. */
  isOnlyAssigned: boolean;
}

/** What the template itself names, by the range in which the name counts. */
export function symbolsOf(template: ParsedTemplate): readonly TemplateSymbol[] {
  const symbols = new Map<string, TemplateSymbol>();
  const macros = new Map<string, MacroElement[]>();
  const escapes: TemplateSymbol[] = [];
  for (const element of elementsIn(template.root)) {
    if (element.type === 'macro') macros.set(element.name, [...(macros.get(element.name) ?? []), element]);
    if (element.type !== 'escape') continue;
    const { variable: name, expression } = element;
    const definedAt = element.source.text.lastIndexOf(name, expression.start - 1);
    escapes.push({ ...expression, name, kind: 'escape', definedAt: [definedAt], ...plain() });
  }
  for (const variable of ownVariables(template, { models: [], sample: undefined })) {
    const { name, origin, definedAt } = variable;
    const isEverywhere = variable.end === Infinity;
    const kind = isEverywhere ? 'template' : origin === 'assign' ? 'parameter' : origin;
    if (kind === 'macro' || kind === 'function' || kind === 'namespace') continue;
    const isOneOfScope = kind === 'template' || kind === 'parameter';
    const key = isOneOfScope ? `${kind} ${variable.start} ${name}` : `${kind} ${definedAt}`;
    const start = kind === 'loop' ? Math.max(variable.start, definedAt) : variable.start;
    const symbol = symbols.get(key) ?? {
      name,
      kind,
      start,
      end: variable.end,
      definedAt: [],
      ...plain(),
      macros: kind === 'template' ? (macros.get(name) ?? []) : [],
      isOnlyAssigned: true,
    };
    symbol.definedAt.push(definedAt);
    if (origin !== 'assign') symbol.isOnlyAssigned = false;
    symbol.isLocal ||= !isEverywhere && origin === 'assign';
    symbols.set(key, symbol);
  }
  return [...symbols.values(), ...escapes];
}

const plain = () => ({ macros: [] as MacroElement[], isLocal: false, isOnlyAssigned: false });

/** The symbols of each name. */
export type SymbolsByName = ReadonlyMap<string, readonly TemplateSymbol[]>;

/** What a name means at a place; undefined for what the template does not make itself. */
export function symbolAt(symbols: SymbolsByName, name: string, offset: number): TemplateSymbol | undefined {
  let found: TemplateSymbol | undefined;
  for (const symbol of symbols.get(name) ?? []) {
    if (offset < symbol.start || offset > symbol.end) continue;
    if (found === undefined || symbol.end - symbol.start < found.end - found.start) found = symbol;
  }
  return found;
}
