/** One thing that the palette can do or open. */
export interface PaletteCommand {
  readonly id: string;
  readonly label: string;
  /** Commands of one group stand together under its name. */
  readonly group: string;
  readonly detail?: string | undefined;
  /** Other words under which people look for it. */
  readonly keywords?: string | undefined;
  readonly shortcut?: string | undefined;
  readonly run: () => void;
}

/** A command with the texts that are searched, without case and accents. */
interface SearchableCommand {
  readonly command: PaletteCommand;
  readonly label: string;
  readonly surroundings: string;
}

/** Commands made ready for searching: done once, since ten thousand of them are searched at every key. */
export type PaletteIndex = readonly SearchableCommand[];

/** The commands to show, best first, and how many fit in all. */
export interface PaletteMatches {
  readonly commands: readonly PaletteCommand[];
  readonly total: number;
}

export function indexCommands(commands: readonly PaletteCommand[]): PaletteIndex {
  return commands.map((command) => ({
    command,
    label: folded(command.label),
    surroundings: folded(
      [command.label, command.group, command.detail, command.keywords].filter(Boolean).join(' '),
    ),
  }));
}

/**
 * The commands that fit what was typed, at most `limit` of them: by how they fit, then shorter labels, then the given
 * order. All commands in their order when nothing is typed.
 */
export function findCommands(index: PaletteIndex, typed: string, limit = 50): PaletteMatches {
  const query = folded(typed).trim().replaceAll(/\s+/g, ' ');
  if (query === '')
    return { commands: index.slice(0, limit).map(({ command }) => command), total: index.length };
  const matches = index.flatMap(({ command, label, surroundings }) => {
    const rank = rankCommand(label, surroundings, query);
    return rank === undefined ? [] : [{ command, rank, length: label.length }];
  });
  matches.sort((a, b) => a.rank - b.rank || a.length - b.length);
  return { commands: matches.slice(0, limit).map(({ command }) => command), total: matches.length };
}

/** The ways in which a text can fit, best first. */
const ways: readonly ((text: string, query: string) => boolean)[] = [
  (text, query) => text === query,
  (text, query) => text.startsWith(query),
  (text, query) => startsAWord(text, query),
  (text, query) => query.split(' ').every((word) => startsAWord(text, word)),
  (text, query) => hasInOrder(initials(text), query.replaceAll(' ', '')),
  (text, query) => text.includes(query),
  (text, query) => query.split(' ').every((word) => text.includes(word)),
  (text, query) => hasInOrder(text, query.replaceAll(' ', '')),
];
const startOfWord = 3;

/** Smaller is better. What stands around a label counts less than the label, but more than its scattered letters. */
function rankCommand(label: string, surroundings: string, query: string): number | undefined {
  // Most commands do not fit at all: one look at the letters says so.
  if (!hasInOrder(surroundings, query.replaceAll(' ', '')) && !mayFitInOtherOrder(surroundings, query)) {
    return undefined;
  }
  const own = rankText(label, query);
  const around = rankText(surroundings, query);
  const ofSurroundings = around === undefined ? undefined : Math.max(around, startOfWord) + 0.5;
  if (own === undefined || ofSurroundings === undefined) return own ?? ofSurroundings;
  return Math.min(own, ofSurroundings);
}

function rankText(text: string, query: string): number | undefined {
  const rank = ways.findIndex((fits) => fits(text, query));
  return rank < 0 ? undefined : rank;
}

function mayFitInOtherOrder(text: string, query: string): boolean {
  return query.includes(' ') && query.split(' ').every((word) => text.includes(word));
}

const wordBreak = /[\s\-_.:/(“"]/;

function startsAWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (at === 0 || wordBreak.test(text.charAt(at - 1))) return true;
  }
  return false;
}

function initials(text: string): string {
  return text
    .split(wordBreak)
    .map((word) => word.charAt(0))
    .join('');
}

/** Whether the letters stand in the text in this order, with anything between them. */
function hasInOrder(text: string, letters: string): boolean {
  let at = -1;
  for (const letter of letters) {
    at = text.indexOf(letter, at + 1);
    if (at < 0) return false;
  }
  return true;
}

/** Without case and accents: who types "zoe" means Zoë too. */
function folded(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '');
}
