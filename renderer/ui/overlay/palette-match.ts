import { plainLetters } from '../../../languages/order/fold-text.ts';

/** A command of the palette. */
export interface PaletteCommand {
  readonly id: string;
  readonly label: string;
  /** Commands of one group are listed together under its name. */
  readonly group: string;
  readonly detail?: string | undefined;
  /** Other words that people search for. */
  readonly keywords?: string | undefined;
  readonly shortcut?: string | undefined;
  readonly run: () => void;
}

/** A text without case and accents. */
class SearchableText {
  readonly text: string;
  #initials: string | undefined;

  constructor(terms: string) {
    this.text = plainLetters(terms);
  }

  /** Initials of its words; computed lazily, since most texts don't need them. */
  get initials(): string {
    this.#initials ??= this.text
      .split(termBreak)
      .map((term) => term.charAt(0))
      .join('');
    return this.#initials;
  }
}

/** A command with its searchable texts. */
interface SearchableCommand {
  readonly command: PaletteCommand;
  readonly label: SearchableText;
  readonly surroundings: SearchableText;
}

/** Prepares commands for searching: done once, since ten thousand of them are searched at every key. */
type PaletteIndex = readonly SearchableCommand[];

/** The commands to show, best first, and the number of matches. */
interface PaletteMatches {
  readonly commands: readonly PaletteCommand[];
  readonly total: number;
}

/** The search, parsed once for all commands. */
interface Query {
  readonly text: string;
  readonly terms: readonly string[];
  /** Without spaces. */
  readonly letters: string;
}

export function indexCommands(commands: readonly PaletteCommand[]): PaletteIndex {
  return commands.map((command) => ({
    command,
    label: new SearchableText(command.label),
    surroundings: new SearchableText(
      [command.label, command.group, command.detail, command.keywords].filter(Boolean).join(' '),
    ),
  }));
}

/**
 * The commands that match the search, at most `limit` of them: by quality of the match, then shorter labels, then the
 * given order. All commands in order for an empty search.
 */
export function findCommands(index: PaletteIndex, typed: string, limit = 30): PaletteMatches {
  const text = plainLetters(typed).trim().replaceAll(/\s+/g, ' ');
  if (text === '')
    return { commands: index.slice(0, limit).map(({ command }) => command), total: index.length };
  const query = { text, terms: text.split(' '), letters: text.replaceAll(' ', '') };
  // One number encodes the order of each match: sorting numbers takes a tenth of the time of sorting objects.
  const places: number[] = [];
  for (const [at, { label, surroundings }] of index.entries()) {
    const rank = rankCommand(label, surroundings, query);
    if (rank !== undefined) places.push(placeOf(rank, label.text.length, at));
  }
  const first = Float64Array.from(places).sort().subarray(0, limit);
  const commands = Array.from(first, (place) => index[place % maxCommands]?.command);
  return { commands: commands.filter((command) => command !== undefined), total: places.length };
}

/** More commands than a window could hold: the encoded numbers stay exact. */
const maxCommands = 2 ** 24;
const longestLabel = 2 ** 12;

/** Ranks come in halves. */
const placeOf = (rank: number, length: number, at: number): number =>
  (rank * 2 * longestLabel + Math.min(length, longestLabel - 1)) * maxCommands + at;

/** The kinds of matches, best first. */
const ways: readonly ((searched: SearchableText, query: Query) => boolean)[] = [
  ({ text }, query) => text === query.text,
  ({ text }, query) => text.startsWith(query.text),
  ({ text }, query) => startsTerm(text, query.text),
  ({ text }, { terms }) => terms.length > 1 && terms.every((term) => startsTerm(text, term)),
  ({ initials }, { letters }) => hasInOrder(initials, letters),
  ({ text }, query) => text.includes(query.text),
  ({ text }, { terms }) => terms.length > 1 && terms.every((term) => text.includes(term)),
  ({ text }, { letters }) => hasInOrder(text, letters),
];
const startOfTerm = 3;

/**
 * Smaller is better. A match in secondary text ranks below one in the label, but above scattered letters of the
 * label.
 */
function rankCommand(label: SearchableText, surroundings: SearchableText, query: Query): number | undefined {
  // Most commands do not match at all: one check of the letters shows that.
  if (!hasInOrder(surroundings.text, query.letters) && !mayFitInOtherOrder(surroundings.text, query)) {
    return undefined;
  }
  const own = rankText(label, query);
  // Secondary text can't rank better than the start of a word.
  if (own !== undefined && own <= startOfTerm) return own;
  const around = rankText(surroundings, query);
  const ofSurroundings = around === undefined ? undefined : Math.max(around, startOfTerm) + 0.5;
  if (own === undefined || ofSurroundings === undefined) return own ?? ofSurroundings;
  return Math.min(own, ofSurroundings);
}

function rankText(searched: SearchableText, query: Query): number | undefined {
  const rank = ways.findIndex((fits) => fits(searched, query));
  return rank < 0 ? undefined : rank;
}

function mayFitInOtherOrder(text: string, { terms }: Query): boolean {
  return terms.length > 1 && terms.every((term) => text.includes(term));
}

const termBreak = /[\s\-_.:/(“"]/;

function startsTerm(text: string, term: string): boolean {
  for (let at = text.indexOf(term); at >= 0; at = text.indexOf(term, at + 1)) {
    if (at === 0 || termBreak.test(text.charAt(at - 1))) return true;
  }
  return false;
}

/** Whether the text contains the letters in this order, with anything between them. */
function hasInOrder(text: string, letters: string): boolean {
  let at = -1;
  for (const letter of letters) {
    at = text.indexOf(letter, at + 1);
    if (at < 0) return false;
  }
  return true;
}
