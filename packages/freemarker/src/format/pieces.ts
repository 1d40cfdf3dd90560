import type { Element, ItemsElement, ListElement } from '../ast/elements.ts';
import type { Expression } from '../ast/expressions.ts';
import type { ParsedTemplate } from '../ast/parsed-template.ts';
import { Unformattable } from './format-error.ts';

/**
 * A template in sequence, without a gap: text; a value, which prints something; the tags of blocks that are printed in
 * place; a statement, which prints nothing; and a whole, which stays unchanged because its content is printed in another place.
 */
export type PieceKind = 'text' | 'value' | 'open' | 'middle' | 'close' | 'statement' | 'comment' | 'whole';

export interface Piece {
  readonly kind: PieceKind;
  readonly start: number;
  readonly end: number;
  /** Of an opening tag: its block goes round more than once, or is printed between the rounds of the loop around it. */
  readonly repeats?: Repetition;
}

export type Repetition = 'loop' | 'between';

/** Throws `Unformattable` if other whitespace might change the output. The template must not be stripped. */
export function piecesOf({ root, source }: ParsedTemplate): readonly Piece[] {
  const pieces: Piece[] = [];
  const from = contentStart(source.text);
  if (from > 0) pieces.push({ kind: 'statement', start: 0, end: from });
  new Flattening(pieces, source.text).mixed(
    root.type === 'mixed' ? root.children : [root],
    from,
    source.text.length,
  );
  return pieces;
}

/** After the header, which has to come first. */
function contentStart(text: string): number {
  return /^\s*<#ftl\b[^>]*>/.exec(text)?.[0].length ?? 0;
}

class Flattening {
  readonly #pieces: Piece[];
  readonly #text: string;
  /** The variables of the loops around, the innermost last. */
  readonly #loops: (readonly (string | undefined)[])[] = [];

  constructor(pieces: Piece[], text: string) {
    this.#pieces = pieces;
    this.#text = text;
  }

  /** Text between two elements that means nothing, such as the whitespace around clauses. */
  mixed(elements: readonly Element[], from: number, to: number): void {
    let at = from;
    for (const element of elements) {
      this.#add('text', at, element.start);
      this.#element(element);
      at = element.end;
    }
    this.#add('text', at, to);
  }

  /** The end of a block is a piece also where no tag says so, as behind a `<#sep>` that the list's end tag ends. */
  #add(kind: PieceKind, start: number, end: number, repeats?: Repetition): void {
    if (end > start || kind === 'close') {
      this.#pieces.push({ kind, start, end, ...(repeats === undefined ? {} : { repeats }) });
    }
  }

  #element(element: Element): void {
    const { start, end } = element;
    switch (element.type) {
      case 'text':
        return this.#add(element.unparsed ? 'whole' : 'text', start, end);
      case 'interpolation':
      case 'numeric-interpolation':
      case 'nested':
      case 'include':
        return this.#add('value', start, end);
      case 'user-directive':
        return this.#add('value', start, end);
      case 'comment':
        return this.#add('comment', start, end);
      case 'assign':
      case 'setting':
      case 'flush':
      case 'import':
      case 'return':
      case 'stop':
      case 'break':
      case 'continue':
        return this.#add('statement', start, end);
      case 'macro':
      case 'block-assign':
        return this.#add('whole', start, end);
      case 'mixed':
        return this.mixed(element.children, start, end);
      case 'if':
      case 'switch':
      case 'attempt':
      case 'list-with-else':
        return this.#clauses(element);
      case 'list':
      case 'items':
        return this.#inLoop(element, () => this.#block(element, 'loop'));
      case 'sep':
        return this.#block(element, 'between');
      case 'escape':
      case 'no-escape':
      case 'output-format':
      case 'auto-esc':
      case 'no-auto-esc':
      case 'compress':
        return this.#block(element);
      default:
        throw new Unformattable(
          `<#${element.type}> decides itself where blanks are printed: a template with it is not formatted.`,
          start,
        );
    }
  }

  #block(element: Element, repeats?: Repetition): void {
    const { children, start, end } = element;
    const [inner, after] = this.#inside(start, end, children);
    this.#add('open', start, inner, repeats);
    this.mixed(children, inner, after);
    this.#add('close', after, end);
  }

  /** The parts of the directive that are not what is nested: its first tag up to `>`, and its end tag, where it has one. */
  #inside(start: number, end: number, children: readonly Element[]): readonly [number, number] {
    const closing = this.#text.lastIndexOf('</', end - 1);
    const lastEnd = children.at(-1)?.end ?? start;
    const after = closing >= lastEnd && closing > start ? closing : end;
    return [children[0]?.start ?? after, after];
  }

  #clauses(element: Element): void {
    const { children, start, end } = element;
    const closing = this.#text.lastIndexOf('</', end - 1);
    const [first, ...others] = children;
    const beforeOthers = others[0]?.start ?? closing;
    if (element.type === 'switch') {
      // Its cases are clauses, all of them; the text before the first means nothing.
      const tag = start + this.#text.slice(start, first?.start ?? closing).trimEnd().length;
      this.#add('open', start, tag);
      this.#add('text', tag, first?.start ?? closing);
      this.#middles(children, closing);
    } else {
      // The first clause of #if begins with the directive itself; a list with #else is as long as both, and #attempt has no clause.
      const nested = element.type === 'attempt' && first !== undefined ? [first] : (first?.children ?? []);
      const inner = nested[0]?.start ?? beforeOthers;
      this.#add('open', start, inner, this.#repetitionOf(element));
      const [list] = children;
      const read = (): void => this.mixed(nested, inner, beforeOthers);
      if (list?.type === 'list') this.#inLoop(list, read);
      else read();
      this.#middles(others, closing);
    }
    this.#add('close', closing, end);
  }

  #inLoop(loop: ListElement | ItemsElement, read: () => void): void {
    this.#loops.push([loop.variable, loop.secondVariable]);
    read();
    this.#loops.pop();
  }

  #repetitionOf(element: Element): Repetition | undefined {
    if (element.type === 'list-with-else') return 'loop';
    const [branch] = element.children;
    if (branch?.type !== 'conditional' || element.children.length > 1 || branch.condition === undefined)
      return undefined;
    const loop = unfinishedLoop(branch.condition);
    return loop !== undefined && this.#loops.at(-1)?.includes(loop) === true ? 'between' : undefined;
  }

  #middles(clauses: readonly Element[], closing: number): void {
    clauses.forEach((clause, index) => {
      const next = clauses[index + 1]?.start ?? closing;
      // An empty clause ends with its tag, of which its own range may hold the beginning only.
      const inner = clause.children[0]?.start ?? next;
      this.#add('middle', clause.start, inner);
      this.mixed(clause.children, inner, next);
    });
  }
}

/** The loop variable that has a next item if the condition holds: `x_has_next`, `x?has_next`, `!x?is_last`. */
function unfinishedLoop(condition: Expression): string | undefined {
  if (condition.type === 'parenthetical') return unfinishedLoop(condition.inner);
  if (condition.type === 'identifier') return /^(.+)_has_next$/.exec(condition.name)?.[1];
  const [operand, name] = condition.type === 'not' ? [condition.operand, 'is_last'] : [condition, 'has_next'];
  if (operand.type !== 'built-in' || operand.name !== name) return undefined;
  return operand.target.type === 'identifier' ? operand.target.name : undefined;
}
