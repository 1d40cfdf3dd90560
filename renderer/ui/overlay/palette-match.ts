/** One thing that the palette can do or open. */
export interface PaletteCommand {
  readonly id: string;
  readonly label: string;
  /** Commands of one group stand together under its name. */
  readonly group: string;
  readonly detail?: string | undefined;
  readonly keywords?: string | undefined;
  readonly shortcut?: string | undefined;
  readonly run: () => void;
}

/** A command that fits what was typed, and how well (higher is better). */
export interface PaletteMatch<Command extends PaletteCommand = PaletteCommand> {
  readonly command: Command;
  readonly score: number;
}

/**
 * How well `typed` fits `label`: its letters in order, more for starts of words and for letters next to each other; undefined when
 * they are not all there.
 */
export function fuzzyScore(label: string, typed: string): number | undefined {
  const text = label.toLocaleLowerCase();
  const letters = [...typed.toLocaleLowerCase()].filter((letter) => letter.trim() !== '');
  let at = -1;
  let score = 0;
  for (const letter of letters) {
    const adjacent = at >= 0 && text[at + 1] === letter;
    const next = adjacent ? at + 1 : nextPlace(text, letter, at + 1);
    if (next < 0) return undefined;
    if (adjacent) score += 6;
    else if (isWordStart(text, next)) score += 8;
    else score += 1;
    at = next;
  }
  if (text.startsWith(typed.trim().toLocaleLowerCase())) score += 20;
  return score - text.length * 0.02;
}

/** The next place of a letter, the start of a word before any other. */
function nextPlace(text: string, letter: string, from: number): number {
  const first = text.indexOf(letter, from);
  for (let at = first; at >= 0; at = text.indexOf(letter, at + 1)) {
    if (isWordStart(text, at)) return at;
  }
  return first;
}

function isWordStart(text: string, at: number): boolean {
  return at === 0 || /[\s\-_.:/]/.test(text[at - 1] ?? '');
}

/** The commands that fit, best first; all in their given order when nothing is typed. At most `limit`. */
export function matchCommands<Command extends PaletteCommand>(
  commands: readonly Command[],
  typed: string,
  limit = 50,
): Command[] {
  if (typed.trim() === '') return commands.slice(0, limit);
  const matches: PaletteMatch<Command>[] = [];
  for (const command of commands) {
    const own = fuzzyScore(command.label, typed);
    const other = fuzzyScore(`${command.group} ${command.label} ${command.keywords ?? ''}`, typed);
    if (own === undefined && other === undefined) continue;
    matches.push({ command, score: Math.max(own ?? -Infinity, (other ?? -Infinity) - 5) });
  }
  return matches
    .sort((a, b) => b.score - a.score)
    .slice(0, limit)
    .map(({ command }) => command);
}
