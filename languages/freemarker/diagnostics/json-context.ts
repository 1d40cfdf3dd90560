import type { Element, InterpolationElement, NumericInterpolationElement } from '../ast/elements.ts';

/** Where in JSON an interpolation prints: inside quotes, as a value of its own, or where that cannot be told. */
export type JsonPlace = 'in-string' | 'as-value' | 'unknown';

export type Interpolation = InterpolationElement | NumericInterpolationElement;

/** Where in JSON a text goes on. */
export interface StringState {
  readonly isInString: boolean;
  /** Whether the last character was an unfinished escape. */
  readonly isEscaping: boolean;
}

export const outsideString: StringState = { isInString: false, isEscaping: false };

/**
 * Follows the quotes in a template's text and tells for each interpolation where it stands. Branches are taken to
 * leave the state as the first of them does; what is captured or defined for later use cannot be told.
 */
export function interpolationPlaces(root: Element): ReadonlyMap<Interpolation, JsonPlace> {
  return interpolationPlacesFrom(root, outsideString).places;
}

/** The same of a part of a template, and where its text ends. */
export function interpolationPlacesFrom(
  root: Element,
  before: StringState,
): { readonly places: ReadonlyMap<Interpolation, JsonPlace>; readonly after: StringState } {
  const places = new Map<Interpolation, JsonPlace>();
  const after = follow(root, before, places, true);
  return { places, after };
}

function follow(
  element: Element,
  state: StringState,
  places: Map<Interpolation, JsonPlace>,
  isOutput: boolean,
): StringState {
  switch (element.type) {
    case 'text':
      return passText(element.source.text.slice(element.start, element.end), state);
    case 'interpolation':
    case 'numeric-interpolation':
      places.set(element, isOutput ? (state.isInString ? 'in-string' : 'as-value') : 'unknown');
      return state;
    case 'comment':
      return state;
    case 'if':
    case 'switch':
    case 'attempt':
    case 'list-with-else':
      return followBranches(element.children, state, places, isOutput);
    case 'macro':
      // A macro prints where it is called; most print whole values or members.
      followAll(element.children, outsideString, places, isOutput && !element.isFunction);
      return state;
    case 'block-assign':
      followAll(element.children, outsideString, places, false);
      return state;
    default:
      return followAll(element.children, state, places, isOutput);
  }
}

function followAll(
  elements: readonly Element[],
  state: StringState,
  places: Map<Interpolation, JsonPlace>,
  isOutput: boolean,
): StringState {
  let current = state;
  for (const element of elements) current = follow(element, current, places, isOutput);
  return current;
}

function followBranches(
  branches: readonly Element[],
  state: StringState,
  places: Map<Interpolation, JsonPlace>,
  isOutput: boolean,
): StringState {
  const ends = branches.map((branch) => followAll(branch.children, state, places, isOutput));
  return ends[0] ?? state;
}

function passText(text: string, state: StringState): StringState {
  let { isInString, isEscaping } = state;
  for (const ch of text) {
    if (isEscaping) isEscaping = false;
    else if (isInString && ch === '\\') isEscaping = true;
    else if (ch === '"') isInString = !isInString;
  }
  return { isInString, isEscaping };
}
