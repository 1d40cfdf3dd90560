import type {
  Element,
  InterpolationElement,
  NumericInterpolationElement,
  PartElement,
  TextElement,
} from '../ast/elements.ts';
import type { Expression } from '../ast/expressions.ts';

/** Where in JSON an interpolation prints: inside quotes, as a value of its own, or where that cannot be told. */
export type JsonPlace = 'in-string' | 'as-value' | 'unknown';

export type Interpolation = InterpolationElement | NumericInterpolationElement;

/** Where in JSON a text goes on. */
export interface StringState {
  readonly isInString: boolean;
  /** Whether the last character was an unfinished escape. */
  readonly isEscaping: boolean;
}

const outsideString: StringState = { isInString: false, isEscaping: false };

/** The same, and whether it is known where what stands there is printed. */
export interface OutputState extends StringState {
  readonly isOutput: boolean;
}

export const startOfOutput: OutputState = { ...outsideString, isOutput: true };

/** Tells where the text of a part goes on. */
export type FollowPart = (part: PartElement, before: OutputState) => StringState;

/**
 * Follows the quotes in a template's text and tells for each interpolation where it stands. Branches are taken to
 * leave the state as the first of them does; what is captured or defined for later use cannot be told.
 */
export function interpolationPlaces(root: Element): ReadonlyMap<Interpolation, JsonPlace> {
  return interpolationPlacesFrom(root, startOfOutput).places;
}

/** The same of a part of a template, and where its text ends. */
export function interpolationPlacesFrom(
  root: Element,
  { isOutput, ...before }: OutputState,
  followPart: FollowPart = (_part, state) => state,
): { readonly places: ReadonlyMap<Interpolation, JsonPlace>; readonly after: StringState } {
  const places = new Map<Interpolation, JsonPlace>();
  const after = follow(root, before, { places, followPart }, isOutput);
  return { places, after };
}

interface Following {
  readonly places: Map<Interpolation, JsonPlace>;
  readonly followPart: FollowPart;
}

function follow(element: Element, state: StringState, following: Following, isOutput: boolean): StringState {
  switch (element.type) {
    case 'text':
      return passText(writtenText(element).text, state);
    case 'interpolation':
    case 'numeric-interpolation':
      following.places.set(element, isOutput ? (state.isInString ? 'in-string' : 'as-value') : 'unknown');
      return passText(constantText(element.expression) ?? '', state);
    case 'comment':
      return state;
    case 'part':
      return following.followPart(element, { ...state, isOutput });
    case 'if':
    case 'switch':
    case 'attempt':
    case 'list-with-else':
      return followBranches(element.children, state, following, isOutput);
    case 'macro':
      // A macro prints where it is called; most print whole values or members.
      followAll(element.children, outsideString, following, isOutput && !element.isFunction);
      return state;
    case 'block-assign':
      followAll(element.children, outsideString, following, false);
      return state;
    default:
      return followAll(element.children, state, following, isOutput);
  }
}

function followAll(
  elements: readonly Element[],
  state: StringState,
  following: Following,
  isOutput: boolean,
): StringState {
  let current = state;
  for (const element of elements) current = follow(element, current, following, isOutput);
  return current;
}

function followBranches(
  branches: readonly Element[],
  state: StringState,
  following: Following,
  isOutput: boolean,
): StringState {
  const ends = branches.map((branch) => followAll(branch.children, state, following, isOutput));
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

/** What a text prints before blanks are dropped, and where that begins: a `#noparse` has tags around it. */
export function writtenText({ source, start, end, unparsed }: TextElement): {
  readonly text: string;
  readonly start: number;
} {
  const written = source.text.slice(start, end);
  const tags = unparsed
    ? /^[<[]#no[pP]arse\s*[>\]]([^]*?)(?:[<[]\/#?no[pP]arse\s*[>\]])?$/.exec(written)
    : null;
  if (tags === null) return { text: written, start };
  return { text: tags[1] ?? '', start: start + written.search(/[>\]]/) + 1 };
}

/** What an interpolation prints whatever the data. */
export function constantText(expression: Expression): string | undefined {
  if (expression.type === 'parenthetical') return constantText(expression.inner);
  return expression.type === 'string' && expression.parts === undefined ? expression.value : undefined;
}
