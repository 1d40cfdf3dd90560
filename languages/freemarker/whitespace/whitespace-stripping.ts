import type { Element, TextElement } from '../ast/elements.ts';
import { isBlank } from './blanks.ts';
import { joined, NO_RUN, runOf, type LineRun } from './line-run.ts';
import { stripText } from './text-stripping.ts';

/** Where an element stands among its neighbours. */
interface Place {
  readonly isRoot: boolean;
  /** Whether it is the root, or one of several at the top. */
  readonly isTop: boolean;
  readonly previous: Element | undefined;
  readonly next: Element | undefined;
}

/**
 * FreeMarker's whitespace stripping: takes away the indentation and the line break of lines that hold nothing
 * but directives and comments, applies `#t`, `#lt`, `#rt` and `#nt`, and drops blank texts between definitions. With
 * `strips` off only the trim directives are applied.
 * Works on the tree in place, in the original's order, because what is stripped early decides what follows. What stands
 * beside a text on its line is carried along in both directions, so that the work is linear in the template.
 */
export function stripWhitespace(root: Element, strips: boolean): void {
  const ahead = new Map<TextElement, LineRun>();
  const place = { isRoot: true, isTop: true, previous: undefined, next: undefined };
  lookAhead(root, place, NO_RUN, ahead);
  new Stripping(strips, ahead).cleanUp(root, place, NO_RUN);
}

/** Notes for each text what follows it, and gives the run that begins with the element. */
function lookAhead(
  element: Element,
  place: Place,
  after: LineRun,
  ahead: Map<TextElement, LineRun>,
): LineRun {
  if (element.type === 'text') ahead.set(element, after);
  const { children } = element;
  let run = after;
  for (let i = children.length - 1; i >= 0; i--) {
    const child = children[i];
    if (child !== undefined) run = lookAhead(child, placeIn(element, place, i), run, ahead);
  }
  return isTerminal(element)
    ? joined(runOf(element, beginLine(element), isIgnorableText(element, place)), after)
    : run;
}

/** The place of a child, while none of its siblings has been removed. */
function placeIn(parent: Element, { isRoot }: Place, index: number): Place {
  return {
    isRoot: false,
    isTop: isRoot && parent.type === 'mixed',
    previous: parent.children[index - 1],
    next: parent.children[index + 1],
  };
}

/** Seen from outside, a macro or a capture counts as one thing without content. */
function isTerminal({ type, children }: Element): boolean {
  return children.length === 0 || type === 'macro' || type === 'block-assign';
}

function beginLine({ source, start }: Element): number {
  return source.lineIndex(start);
}

function endLine({ source, start, end }: Element): number {
  return source.lineIndex(Math.max(start, end - 1));
}

class Stripping {
  readonly #strips: boolean;
  readonly #ahead: ReadonlyMap<TextElement, LineRun>;

  constructor(strips: boolean, ahead: ReadonlyMap<TextElement, LineRun>) {
    this.#strips = strips;
    this.#ahead = ahead;
  }

  /** Strips what is in the element, which `before` stands in front of, and gives the run that ends with the element. */
  cleanUp(element: Element, place: Place, before: LineRun): LineRun {
    if (element.type === 'text') {
      const ahead = this.#ahead.get(element) ?? NO_RUN;
      const isFirst = place.isTop && place.previous === undefined;
      stripText(element, { before, ahead, strips: this.#strips && !isFirst });
      return this.#runOf(element, place);
    }
    const { children } = element;
    let behind = before;
    const runs = children.map((child, i) => {
      const run = this.cleanUp(child, placeIn(element, place, i), behind);
      behind = joined(run, behind);
      return run;
    });
    const kept = this.#removeIgnorable(element, place, runs);
    if (isTerminal(element)) return this.#runOf(element, place);
    return kept.reduce((all, run) => joined(run, all), NO_RUN);
  }

  #runOf(element: Element, place: Place): LineRun {
    return runOf(element, endLine(element), isIgnorableText(element, place));
  }

  /** Takes out children of which nothing is left, and gives the runs of the others as they are without them. */
  #removeIgnorable(parent: Element, place: Place, runs: readonly LineRun[]): readonly LineRun[] {
    const { children } = parent;
    const kept: Element[] = [];
    const keptRuns: LineRun[] = [];
    for (const [i, child] of children.entries()) {
      if (this.#isIgnorable(child, { ...placeIn(parent, place, i), previous: kept.at(-1) }, parent)) continue;
      kept.push(child);
      keptRuns.push(runs[i] ?? NO_RUN);
    }
    if (kept.length === children.length) return runs;
    children.length = 0;
    for (const child of kept) children.push(child);
    return kept.map((child, i) =>
      child.type === 'text' ? this.#runOf(child, placeIn(parent, place, i)) : (keptRuns[i] ?? NO_RUN),
    );
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

function isIgnorableText(element: Element, { isTop, previous, next }: Place): boolean {
  if (element.type !== 'text') return false;
  if (element.text === '') return true;
  if (!isBlank(element.text)) return false;
  return (
    (previous === undefined ? isTop : isSilent(previous)) && (next === undefined ? isTop : isSilent(next))
  );
}

/** Whether the element never prints anything at its place. */
function isSilent({ type }: Element): boolean {
  switch (type) {
    case 'macro':
    case 'assign':
    case 'setting':
    case 'import':
    case 'comment':
      return true;
    default:
      return false;
  }
}
