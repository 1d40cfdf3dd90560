import { elementsIn, expressionsIn } from '../analysis/expression-children.ts';
import type { MacroElement, UserDirectiveElement } from '../ast/elements.ts';
import type { Expression } from '../ast/expressions.ts';
import type { ParsedTemplate } from '../ast/parsed-template.ts';
import { symbolAt, symbolsOf, type SymbolsByName, type TemplateSymbol } from './symbols.ts';

/** A name as it is written at a place, with what it means there; without a symbol it comes from outside of the template. */
export interface Occurrence {
  readonly from: number;
  readonly to: number;
  readonly name: string;
  readonly symbol: TemplateSymbol | undefined;
  readonly isDefinition: boolean;
  /** Only called, as `<@name …>` is, so that its arguments are known. */
  readonly isCall: boolean;
}

export interface Names {
  readonly symbols: readonly TemplateSymbol[];
  /** In the order of the source, each place once. */
  readonly occurrences: readonly Occurrence[];
}

/** Every name of a template that stands for a variable, macro or function. */
export function namesOf(template: ParsedTemplate): Names {
  const symbols = symbolsOf(template);
  const named: SymbolsByName = Map.groupBy(symbols, ({ name }) => name);
  const found = new Map<number, Occurrence>();
  const add = (
    name: string,
    from: number,
    symbol: TemplateSymbol | undefined,
    more: Partial<Occurrence> = {},
  ): void => {
    if (found.has(from)) return;
    found.set(from, {
      name,
      from,
      to: from + name.length,
      symbol,
      isDefinition: false,
      isCall: false,
      ...more,
    });
  };
  for (const symbol of symbols)
    for (const at of symbol.definedAt) add(symbol.name, at, symbol, { isDefinition: true });
  const callees = new Set<Expression>();
  for (const element of elementsIn(template.root)) {
    if (element.type !== 'user-directive' || element.callee.type !== 'identifier') continue;
    const { name, start } = element.callee;
    callees.add(element.callee);
    const symbol = symbolAt(named, name, start);
    add(name, start, symbol, { isCall: true });
    const endTag = endTagName(element, name);
    if (endTag !== undefined) add(name, endTag, symbol, { isCall: true });
    for (const macro of symbol?.macros ?? []) addArguments(element, macro);
  }
  function addArguments(call: UserDirectiveElement, macro: MacroElement): void {
    let behindLast = call.callee.end;
    for (const { name, value } of call.named ?? []) {
      // A name that is given twice has the place of the first and the value of the last.
      const from = behindLast <= value.start ? behindLast : call.callee.end;
      const at = argumentName(call, name, from, value.start);
      behindLast = value.end;
      const parameter = named
        .get(name)
        ?.find((symbol) => symbol.kind === 'parameter' && symbol.start === macro.start);
      if (parameter !== undefined && at !== undefined) add(name, at, parameter, { isCall: true });
    }
  }
  for (const { expression, parent } of expressionsIn(template.root)) {
    if (expression.type !== 'identifier' || callees.has(expression)) continue;
    const { start } = expression;
    const loop = loopOfCounter(named, expression.name, start);
    const name = loop?.name ?? expression.name;
    const around = parent?.expression;
    const isCall = around?.type === 'call' && around.target === expression;
    add(name, start, loop ?? symbolAt(named, name, start), { isCall });
  }
  return { symbols, occurrences: [...found.values()].toSorted((one, other) => one.from - other.from) };
}

/** `x_index` and `x_has_next` belong to the loop variable `x`. */
function loopOfCounter(symbols: SymbolsByName, name: string, offset: number): TemplateSymbol | undefined {
  const of = /^(.+)_(?:index|has_next)$/u.exec(name)?.[1];
  if (of === undefined || symbolAt(symbols, name, offset) !== undefined) return undefined;
  const loop = symbolAt(symbols, of, offset);
  return loop?.kind === 'loop' ? loop : undefined;
}

function endTagName({ source, start, end }: UserDirectiveElement, name: string): number | undefined {
  const tag = /[<[]\/@(?<name>[^\s>\]]+)\s*[>\]]$/u.exec(source.text.slice(start, end));
  return tag?.groups?.name === name ? start + tag.index + 3 : undefined;
}

/** Before the `=` of a named argument whose value begins at `valueStart`; it is looked for from `from` on. */
function argumentName(
  call: UserDirectiveElement,
  name: string,
  from: number,
  valueStart: number,
): number | undefined {
  const written = /(?<name>\S+?)\s*=\s*$/u.exec(call.source.text.slice(from, valueStart));
  return written?.groups?.name === name ? from + written.index : undefined;
}
