import type { Element, MacroElement } from '../ast/elements.ts';
import type { Expression } from '../ast/expressions.ts';
import { constantText, writtenText } from './json-context.ts';
import type { WholeContext } from './diagnostic.ts';

/** JSON as the template would print it for some data, and for each character the offset in the template. */
export interface JsonSkeleton {
  readonly text: string;
  readonly offsets: readonly number[];
}

/** Thrown internally if it is unknown what the template prints. */
class Unpredictable extends Error {}

const MAX_MACRO_DEPTH = 5;
/** Each list goes round twice, so that lists within lists double what there is to visit. */
const MAX_ELEMENTS = 100_000;
const MAX_LENGTH = 1_000_000;

/**
 * What a template prints with placeholders for its values, lists twice around, and conditions all met or all not
 * met. Undefined where that is unknown, such as for included templates or captured text.
 */
export function jsonSkeleton(context: WholeContext, branches: 'first' | 'last'): JsonSkeleton | undefined {
  const builder = new SkeletonBuilder(context, branches);
  try {
    builder.element(context.root);
  } catch (error) {
    if (error instanceof Unpredictable) return undefined;
    throw error;
  }
  return { text: builder.text, offsets: builder.offsets };
}

class SkeletonBuilder {
  readonly offsets: number[] = [];
  private readonly pieces: string[] = [];
  private readonly context: WholeContext;
  private readonly branches: 'first' | 'last';
  private isInString = false;
  private isEscaping = false;
  private rounds: number[] = [];
  private macroDepth = 0;
  private visited = 0;
  /** Names that hold text somewhere. */
  private readonly texts: ReadonlySet<string>;

  constructor(context: WholeContext, branches: 'first' | 'last') {
    this.context = context;
    this.branches = branches;
    this.texts = new Set(context.own.filter(({ kind }) => kind === 'string').map(({ name }) => name));
  }

  get text(): string {
    return this.pieces.join('');
  }

  element(element: Element): void {
    // Only one that is read in parts is of several elements in one.
    if (element.type !== 'mixed' && element.type !== 'part') this.visited++;
    if (this.visited > MAX_ELEMENTS || this.offsets.length > MAX_LENGTH) throw new Unpredictable();
    switch (element.type) {
      case 'part':
        this.element(element.root);
        return;
      case 'text': {
        const { text, start } = writtenText(element);
        this.append(text, start + this.context.baseOf(element.source));
        return;
      }
      case 'interpolation':
      case 'numeric-interpolation':
        this.placeholder(element.expression, this.placeOf(element));
        return;
      case 'if':
        this.branch(element.children);
        return;
      case 'switch': {
        const cases = element.children.filter((child) => child.type === 'case');
        this.all((this.branches === 'first' ? cases[0] : cases.at(-1))?.children ?? []);
        return;
      }
      case 'list':
        this.list(element);
        return;
      case 'list-with-else':
        this.all(element.children.slice(0, 1));
        return;
      case 'items':
        this.twice(element.children);
        return;
      case 'sep':
        if (this.rounds.at(-1) === 0) this.all(element.children);
        return;
      case 'attempt':
        this.all(element.children.filter((child) => child.type !== 'recover'));
        return;
      case 'user-directive':
        this.call(element);
        return;
      case 'mixed':
      case 'compress':
      case 'escape':
      case 'no-escape':
      case 'output-format':
      case 'auto-esc':
      case 'no-auto-esc':
        this.all(element.children);
        return;
      case 'assign':
      case 'block-assign':
      case 'macro':
      case 'comment':
      case 'setting':
      case 'flush':
      case 'trim':
        return;
      default:
        throw new Unpredictable();
    }
  }

  private all(elements: readonly Element[]): void {
    for (const element of elements) this.element(element);
  }

  /** Where it begins in the template. */
  private placeOf({ source, start }: Element): number {
    return start + this.context.baseOf(source);
  }

  private append(text: string, start: number): void {
    for (let index = 0; index < text.length; index++) {
      const ch = text.charAt(index);
      this.offsets.push(start + index);
      if (this.isEscaping) this.isEscaping = false;
      else if (this.isInString && ch === '\\') this.isEscaping = true;
      else if (ch === '"') this.isInString = !this.isInString;
    }
    if (text !== '') this.pieces.push(text);
  }

  private placeholder(expression: Expression, start: number): void {
    const constant = constantText(expression);
    if (constant !== undefined) {
      for (const ch of constant) this.append(ch, start);
      return;
    }
    if (this.isInString) {
      this.append('x', start);
      return;
    }
    // A variable of the template may hold any piece of JSON, and adjacent variables may form one together.
    const name = expression.type === 'identifier' ? expression.name : undefined;
    const isOwn = name !== undefined && this.texts.has(name);
    if (isOwn || /[\w"\]}.-]$/.test(this.pieces.at(-1) ?? '')) throw new Unpredictable();
    this.append('0', start);
  }

  private branch(conditionals: readonly Element[]): void {
    const [first] = conditionals;
    const byRound = first?.type === 'conditional' ? this.decidedByRound(first.condition) : undefined;
    const last = conditionals.at(-1);
    const hasElse = last?.type === 'conditional' && last.kind === 'else';
    const takesFirst = byRound ?? this.branches === 'first';
    if (takesFirst) this.all(first?.children ?? []);
    else if (hasElse) this.all(last.children);
  }

  /** Whether a condition on the loop's position holds in the current of the two rounds; undefined for others. */
  private decidedByRound(condition: Expression | undefined): boolean | undefined {
    const isFirstRound = this.rounds.at(-1) === 0;
    if (this.rounds.length === 0 || condition === undefined) return undefined;
    switch (condition.type) {
      case 'parenthetical':
        return this.decidedByRound(condition.inner);
      case 'not': {
        const inner = this.decidedByRound(condition.operand);
        return inner === undefined ? undefined : !inner;
      }
      case 'identifier':
        return condition.name.endsWith('_has_next') ? isFirstRound : undefined;
      case 'built-in':
        if (condition.name === 'has_next' || condition.name === 'is_first') return isFirstRound;
        if (condition.name === 'is_last') return !isFirstRound;
        break;
      case 'comparison':
        if (condition.left.type === 'built-in' && /^(?:index|counter)$/.test(condition.left.name))
          throw new Unpredictable();
        break;
      default:
        break;
    }
    return undefined;
  }

  private list(element: Element & { type: 'list' }): void {
    // Without its own loop variable, #list iterates in its #items.
    if (element.variable === undefined) this.all(element.children);
    else this.twice(element.children);
  }

  private twice(elements: readonly Element[]): void {
    for (const round of [0, 1]) {
      this.rounds.push(round);
      this.all(elements);
      this.rounds.pop();
    }
  }

  private call(element: Element & { type: 'user-directive' }): void {
    const macro =
      element.callee.type === 'identifier' ? this.context.macros.get(element.callee.name) : undefined;
    if (macro === undefined || element.hasBody || this.macroDepth >= MAX_MACRO_DEPTH)
      throw new Unpredictable();
    this.macro(macro);
  }

  private macro(macro: MacroElement): void {
    const { rounds } = this;
    this.rounds = [];
    this.macroDepth++;
    this.all(macro.children);
    this.macroDepth--;
    this.rounds = rounds;
  }
}
