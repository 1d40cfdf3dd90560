import { readQuery } from '../../../languages/order/search-query.ts';
import { createSearchedTexts } from '../../../languages/order/searched-texts.ts';

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
  /** How many others were used since; undefined: not recently. Smaller comes first among equally good matches. */
  readonly recency?: number | undefined;
  readonly run: () => void;
}

interface PaletteMatches {
  readonly commands: readonly PaletteCommand[];
  readonly total: number;
}

interface PaletteIndex {
  /** At most `limit` matching commands, best first; all in their order for an empty search. */
  find(typed: string, limit?: number): PaletteMatches;
}

/** Folds the texts of all commands once, so that a key costs one check per command. */
export function indexCommands(commands: readonly PaletteCommand[]): PaletteIndex {
  const texts = createSearchedTexts(commands, {
    title: ({ label }) => label,
    text: ({ label, group, detail, keywords }) => [label, group, detail, keywords].filter(Boolean).join(' '),
  });
  return {
    find(typed, limit = 30) {
      const found = texts.find(readQuery(typed), {
        recency: ({ recency }) => recency,
        shortFirst: true,
        scattered: true,
      });
      return { commands: found.slice(0, limit), total: found.length };
    },
  };
}
