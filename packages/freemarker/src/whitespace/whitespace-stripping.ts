import type { Element, MixedElement, PartElement, TextElement } from '../ast/elements.ts';
import { isSameRun, joined, movedRun, NO_RUN, runOf, type LineRun } from './line-run.ts';
import {
  groupsOf,
  isIgnorableText,
  isSamePlace,
  isTerminal,
  siblingKind,
  placeAmong,
  placeOfGroup,
  type SiblingKind,
  type Place,
} from './siblings.ts';
import { stripText } from './text-stripping.ts';

/** What stripping consecutive siblings depends on besides themselves. */
interface Around {
  readonly place: Place;
  readonly before: LineRun;
  /** The kind of the closest sibling before them that remained after stripping. */
  readonly siblingBefore: SiblingKind;
}

/** The rest of consecutive siblings after stripping. */
interface Stripped {
  readonly children: readonly Element[];
  /** The run that ends with them if nothing was removed from the directive that contains them. */
  readonly behind: LineRun;
  /** The run that ends with the rest of them, before the rest of the following siblings. */
  readonly runBefore: (next: SiblingKind) => LineRun;
}

/**
 * FreeMarker's whitespace stripping: removes the indentation and the line break of lines that contain only
 * directives and comments, applies `#t`, `#lt`, `#rt`, and `#nt`, and drops blank texts between definitions. If
 * `strips` is off, only the trim directives are applied.
 * Works on the tree in place, in the original's order, because earlier stripping affects later decisions. The
 * surroundings of a text on its line are passed along in both directions, so that the work is linear in the template.
 */
export function stripWhitespace(root: Element, strips: boolean): void {
  new Stripping(strips).strip(root);
}

/**
 * The same for a template that is read in parts, which stays as it is. The root of a part is the same object as the time
 * before if its surroundings leave the same of it.
 */
export function strippedInParts(root: Element, strips: boolean, memory: StrippedParts): Element {
  const copy = copyOf(root);
  new Stripping(strips, memory).strip(copy);
  return copy;
}

/** What was left of the parts of a template that is being written. */
export class StrippedParts {
  readonly #parts = new WeakMap<MixedElement, PartMemory>();

  of({ root }: PartElement): PartMemory {
    let memory = this.#parts.get(root);
    if (memory === undefined) {
      memory = {};
      this.#parts.set(root, memory);
    }
    return memory;
  }
}

/** What was found of a part, and what that depends on. Lines are those of the part. */
interface PartMemory {
  ahead?: { readonly place: Place; readonly after: LineRun; readonly run: LineRun };
  stripped?: {
    readonly around: Around;
    readonly after: LineRun;
    readonly beginsLine: boolean;
    readonly strips: boolean;
    readonly left: Stripped;
    readonly root: MixedElement;
  };
}

/** A copy of what stripping changes; what it leaves as it is stays the same. */
function copyOf(element: Element): Element {
  if (element.type === 'text') return { ...element };
  if (element.children.length === 0) return element;
  return { ...element, children: element.children.map(copyOf) };
}

function beginLine({ source, start }: Element): number {
  return source.lineIndex(start);
}

function endLine({ source, start, end }: Element): number {
  return source.lineIndex(Math.max(start, end - 1));
}

class Stripping {
  readonly #strips: boolean;
  readonly #parts: StrippedParts;
  /** Whether what the source begins with begins its line. */
  readonly #beginsLine: boolean;
  /** What follows each text. */
  readonly #ahead = new Map<TextElement, LineRun>();

  constructor(strips: boolean, parts = new StrippedParts(), beginsLine = true) {
    this.#strips = strips;
    this.#parts = parts;
    this.#beginsLine = beginsLine;
  }

  strip(root: Element): void {
    const place: Place = { isTop: true, previous: 'nothing', next: 'nothing' };
    const areTop = root.type === 'mixed';
    this.#lookAhead(root, place, areTop, NO_RUN);
    this.#cleanUp(root, place, areTop, NO_RUN);
  }

  /** Notes for each text what follows it, and gives the run that begins with the element. */
  #lookAhead(element: Element, place: Place, areTop: boolean, after: LineRun): LineRun {
    if (element.type === 'text') this.#ahead.set(element, after);
    const { children } = element;
    let run = after;
    if (children.length > 0) {
      const groups = groupsOf(children);
      for (let i = groups.length - 1; i >= 0; i--) {
        const group = groups[i];
        if (group === undefined) continue;
        const around = placeOfGroup(groups, areTop, i);
        run =
          group.part === undefined
            ? this.#lookAheadIn(group.elements, around, run)
            : this.#lookAheadInPart(group.part, around, run);
      }
    }
    if (!isTerminal(element)) return run;
    return joined(runOf(element, beginLine(element), isIgnorableText(element, place)), after);
  }

  #lookAheadIn(siblings: readonly Element[], around: Place, after: LineRun): LineRun {
    let run = after;
    for (let i = siblings.length - 1; i >= 0; i--) {
      const child = siblings[i];
      if (child !== undefined) run = this.#lookAhead(child, placeAmong(siblings, around, i), false, run);
    }
    return run;
  }

  #lookAheadInPart(part: PartElement, place: Place, behind: LineRun): LineRun {
    const { root } = part;
    const lines = linesBefore(part);
    // A run on a line that the part does not come to is as good as none.
    const lastLine = root.source.lineIndex(Math.max(root.start, root.end - 1));
    const after = behind.line - lines > lastLine ? NO_RUN : movedRun(behind, -lines);
    const memory = this.#parts.of(part);
    if (
      memory.ahead === undefined ||
      !isSamePlace(memory.ahead.place, place) ||
      !isSameRun(memory.ahead.after, after)
    ) {
      const run = new Stripping(this.#strips).#lookAheadIn(root.children, place, after);
      memory.ahead = { place, after, run };
    }
    return movedRun(memory.ahead.run, lines);
  }

  /** Strips the content of the element, which `before` precedes, and returns the run that ends with the element. */
  #cleanUp(element: Element, place: Place, areTop: boolean, before: LineRun): LineRun {
    if (element.type === 'text') {
      const ahead = this.#ahead.get(element) ?? NO_RUN;
      const isFirst = place.isTop && place.previous === 'nothing';
      const strips = this.#strips && !isFirst;
      stripText(element, { before, ahead, strips, sourceBeginsLine: this.#beginsLine });
      return this.#runOf(element, place);
    }
    if (element.children.length === 0) return this.#runOf(element, place);
    const groups = groupsOf(element.children);
    const remaining: Element[] = [];
    const left: Stripped[] = [];
    let around: Around = { place, before, siblingBefore: 'nothing' };
    for (const [i, { elements, part }] of groups.entries()) {
      around = { ...around, place: placeOfGroup(groups, areTop, i) };
      const stripped =
        part === undefined
          ? this.#stripSiblings(elements, around, element)
          : this.#stripPart(part, around, remaining);
      if (part === undefined) for (const child of stripped.children) remaining.push(child);
      left.push(stripped);
      const siblingBefore =
        stripped.children.length > 0 ? siblingKind(stripped.children.at(-1)) : around.siblingBefore;
      around = { ...around, before: stripped.behind, siblingBefore };
    }
    element.children = remaining;
    return isTerminal(element) ? this.#runOf(element, place) : runOfAll(left);
  }

  /** Strips siblings one after another, and removes those that become empty. */
  #stripSiblings(siblings: readonly Element[], around: Around, parent: Element): Stripped {
    const { place, siblingBefore } = around;
    const children: Element[] = [];
    const runs: LineRun[] = [];
    let behind = around.before;
    let previous = siblingBefore;
    for (const [i, child] of siblings.entries()) {
      const placeOfChild = placeAmong(siblings, place, i);
      const run = this.#cleanUp(child, placeOfChild, false, behind);
      behind = joined(run, behind);
      if (this.#isIgnorable(child, { ...placeOfChild, previous }, parent)) continue;
      children.push(child);
      runs.push(run);
      previous = siblingKind(child);
    }
    const runBefore = (next: SiblingKind): LineRun => {
      const placeLeft = { isTop: place.isTop, previous: siblingBefore, next };
      return children.reduce((all, child, i) => {
        const run = child.type === 'text' ? this.#runOf(child, placeAmong(children, placeLeft, i)) : runs[i];
        return joined(run ?? NO_RUN, all);
      }, NO_RUN);
    };
    return { children, behind, runBefore };
  }

  /** The same for a part, whose remaining elements are added to the remaining siblings before it. */
  #stripPart(part: PartElement, { place, before, siblingBefore }: Around, remaining: Element[]): Stripped {
    const { root } = part;
    const lines = linesBefore(part);
    const firstLine = root.source.lineIndex(root.start);
    const around: Around = {
      ...{ place, siblingBefore },
      before: before.line - lines === firstLine ? movedRun(before, -lines) : NO_RUN,
    };
    const { source, base } = part;
    const beginsLine = source.lineStart(source.lineIndex(base)) === base;
    const memory = this.#parts.of(part);
    const after = memory.ahead?.after ?? NO_RUN;
    const last = memory.stripped;
    const isUnchanged =
      last !== undefined &&
      last.beginsLine === beginsLine &&
      last.strips === this.#strips &&
      isSameAround(last.around, around) &&
      isSameRun(last.after, after);
    const stripped = isUnchanged ? last : this.#stripApart(root, around, after, beginsLine);
    memory.stripped = stripped;
    remaining.push({ ...part, root: stripped.root });
    const { children, behind, runBefore } = stripped.left;
    return {
      children,
      behind: movedRun(behind, lines),
      runBefore: (next) => movedRun(runBefore(next), lines),
    };
  }

  #stripApart(
    root: MixedElement,
    around: Around,
    after: LineRun,
    beginsLine: boolean,
  ): NonNullable<PartMemory['stripped']> {
    const copies = root.children.map(copyOf);
    const own = new Stripping(this.#strips, undefined, beginsLine);
    own.#lookAheadIn(copies, around.place, after);
    const left = own.#stripSiblings(copies, around, root);
    return {
      ...{ around, after, beginsLine, left },
      strips: this.#strips,
      root: { ...root, children: [...left.children] },
    };
  }

  #runOf(element: Element, place: Place): LineRun {
    return runOf(element, endLine(element), isIgnorableText(element, place));
  }

  #isIgnorable(element: Element, place: Place, parent: Element): boolean {
    switch (element.type) {
      case 'text':
        return element.text === '' || (this.#strips && isIgnorableText(element, place));
      case 'trim':
        return true;
      case 'auto-esc':
      case 'no-auto-esc':
      case 'compress':
      case 'output-format':
      case 'mixed':
        return element.children.length === 0 && parent.type !== 'attempt';
      default:
        return false;
    }
  }
}

/** The run that ends with the last of the remaining siblings. */
function runOfAll(left: readonly Stripped[]): LineRun {
  let run = NO_RUN;
  let next: SiblingKind = 'nothing';
  for (const { children, runBefore } of left.toReversed()) {
    run = joined(run, runBefore(next));
    if (children.length > 0) next = siblingKind(children[0]);
  }
  return run;
}

/** What to add to lines of a part for lines of the template. */
function linesBefore({ source, start, root }: PartElement): number {
  return source.lineIndex(start) - root.source.lineIndex(root.start);
}

function isSameAround(a: Around, b: Around): boolean {
  return (
    isSamePlace(a.place, b.place) && a.siblingBefore === b.siblingBefore && isSameRun(a.before, b.before)
  );
}
