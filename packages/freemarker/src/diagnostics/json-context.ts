import type {
  Element,
  InterpolationElement,
  NumericInterpolationElement,
  PartElement,
  TextElement,
} from '../ast/elements.ts';
import type { Expression } from '../ast/expressions.ts';

/** The position of an interpolation in JSON: inside quotes, as a complete value, or unknown. */
export type JsonPlace = 'in-string' | 'as-value' | 'unknown';

export type Interpolation = InterpolationElement | NumericInterpolationElement;

/** The JSON state at the end of a text. */
export interface StringState {
  readonly isInString: boolean;
  /** Whether the last character was an unfinished escape. */
  readonly isEscaping: boolean;
}

const outsideString: StringState = { isInString: false, isEscaping: false };

/** The same, and whether the place of printing is known. */
export interface OutputState extends StringState {
  readonly isOutput: boolean;
  /** The container besides the output itself: a macro, or the nested content of a call. */
  readonly within: 'macro' | 'body' | undefined;
}

export const startOfOutput: OutputState = { ...outsideString, isOutput: true, within: undefined };

/** Where macros and their nested content are printed: if one of these places is in quotes, the position is unknown for all. */
export interface PlacesOfCalls {
  readonly callsInString: boolean;
  readonly nestsInString: boolean;
}

export interface OutputPlaces extends PlacesOfCalls {
  readonly places: ReadonlyMap<Interpolation, JsonPlace>;
  /** The interpolations that macros print, and those in the bodies of calls. */
  readonly within: ReadonlyMap<Interpolation, 'macro' | 'body'>;
  readonly after: StringState;
}

/** Reports the state in which the text of a part continues. */
export type FollowPart = (part: PartElement, before: OutputState) => StringState;

/**
 * Follows the quotes in a template's text and reports the position of each interpolation. Branches are assumed to
 * leave the state as the first of them does; text captured or defined for later use has an unknown position.
 */
export function interpolationPlaces(root: Element): ReadonlyMap<Interpolation, JsonPlace> {
  const found = interpolationPlacesFrom(root, startOfOutput);
  return placesWith(found, found);
}

/** The places, without those that depend on where macros are called. */
export function placesWith(
  { places, within }: Pick<OutputPlaces, 'places' | 'within'>,
  { callsInString, nestsInString }: PlacesOfCalls,
): ReadonlyMap<Interpolation, JsonPlace> {
  if (!callsInString && !nestsInString) return places;
  return new Map(
    [...places].map(([interpolation, place]) => {
      const of = within.get(interpolation);
      const isUnknown = of === 'macro' ? callsInString : of === 'body' && nestsInString;
      return [interpolation, isUnknown ? 'unknown' : place];
    }),
  );
}

/** The same of a part of a template, and where its text ends. */
export function interpolationPlacesFrom(
  root: Element,
  before: OutputState,
  followPart: FollowPart = (_part, state) => state,
): OutputPlaces {
  const following: Following = {
    ...{ places: new Map(), within: new Map(), followPart },
    ...{ callsInString: false, nestsInString: false },
  };
  const after = follow(root, before, following, before);
  return { ...following, after };
}

interface Following {
  readonly places: Map<Interpolation, JsonPlace>;
  readonly within: Map<Interpolation, 'macro' | 'body'>;
  readonly followPart: FollowPart;
  callsInString: boolean;
  nestsInString: boolean;
}

type Around = Pick<OutputState, 'isOutput' | 'within'>;

function follow(element: Element, state: StringState, following: Following, around: Around): StringState {
  const { isOutput, within } = around;
  switch (element.type) {
    case 'text':
      return passText(writtenText(element).text, state);
    case 'interpolation':
    case 'numeric-interpolation':
      following.places.set(element, isOutput ? (state.isInString ? 'in-string' : 'as-value') : 'unknown');
      if (within !== undefined) following.within.set(element, within);
      return passText(constantText(element.expression) ?? '', state);
    case 'comment':
      return state;
    case 'part':
      return following.followPart(element, { ...state, isOutput, within });
    case 'if':
    case 'switch':
    case 'attempt':
    case 'list-with-else':
      return followBranches(element.children, state, following, around);
    case 'macro':
      // A macro prints where it is called; most print whole values or members.
      followAll(element.children, outsideString, following, {
        isOutput: isOutput && !element.isFunction,
        within: 'macro',
      });
      return state;
    case 'block-assign':
      followAll(element.children, outsideString, following, { isOutput: false, within });
      return state;
    case 'nested':
      following.nestsInString ||= state.isInString;
      return state;
    case 'user-directive':
      following.callsInString ||= state.isInString;
      return followAll(element.children, state, following, { isOutput, within: within ?? 'body' });
    default:
      return followAll(element.children, state, following, around);
  }
}

function followAll(
  elements: readonly Element[],
  state: StringState,
  following: Following,
  around: Around,
): StringState {
  let current = state;
  for (const element of elements) current = follow(element, current, following, around);
  return current;
}

function followBranches(
  branches: readonly Element[],
  state: StringState,
  following: Following,
  around: Around,
): StringState {
  const ends = branches.map((branch) => followAll(branch.children, state, following, around));
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

/** The printed text before whitespace stripping, and its start: a `#noparse` has tags around it. */
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
