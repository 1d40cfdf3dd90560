import type { Element, PartElement } from '../ast/elements.ts';
import { isBlank } from './blanks.ts';

/** The kind of the adjacent sibling. */
export type SiblingKind = 'nothing' | 'silent' | 'other';

/** The position of an element, or of several consecutive ones, among its siblings. */
export interface Place {
  /** Whether it is the root, or one of several at the top. */
  readonly isTop: boolean;
  readonly previous: SiblingKind;
  readonly next: SiblingKind;
}

export function siblingKind(element: Element | undefined): SiblingKind {
  if (element === undefined) return 'nothing';
  return isSilent(element) ? 'silent' : 'other';
}

export function placeAmong(
  siblings: readonly Element[],
  { isTop, previous, next }: Place,
  index: number,
): Place {
  return {
    isTop,
    previous: index === 0 ? previous : siblingKind(siblings[index - 1]),
    next: index + 1 === siblings.length ? next : siblingKind(siblings[index + 1]),
  };
}

/** Siblings that follow one another: those of a part, or others. */
export interface Group {
  readonly elements: readonly Element[];
  readonly part: PartElement | undefined;
}

export function groupsOf(children: readonly Element[]): readonly Group[] {
  if (!children.some(({ type }) => type === 'part')) return [{ elements: children, part: undefined }];
  const groups: Group[] = [];
  let others: Element[] = [];
  const endOthers = (): void => {
    if (others.length > 0) groups.push({ elements: others, part: undefined });
    others = [];
  };
  for (const child of children) {
    if (child.type !== 'part') {
      others.push(child);
      continue;
    }
    endOthers();
    groups.push({ elements: child.root.children, part: child });
  }
  endOthers();
  return groups;
}

export function placeOfGroup(groups: readonly Group[], isTop: boolean, index: number): Place {
  const previous = siblingKind(groups[index - 1]?.elements.at(-1));
  return { isTop, previous, next: siblingKind(groups[index + 1]?.elements[0]) };
}

/** Seen from outside, a macro or a capture counts as one element without content. */
export function isTerminal({ type, children }: Element): boolean {
  return children.length === 0 || type === 'macro' || type === 'block-assign';
}

export function isSamePlace(a: Place, b: Place): boolean {
  return a.isTop === b.isTop && a.previous === b.previous && a.next === b.next;
}

export function isIgnorableText(element: Element, { isTop, previous, next }: Place): boolean {
  if (element.type !== 'text') return false;
  if (element.text === '') return true;
  if (!isBlank(element.text)) return false;
  return (
    (previous === 'nothing' ? isTop : previous === 'silent') &&
    (next === 'nothing' ? isTop : next === 'silent')
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
