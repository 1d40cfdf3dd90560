import type { FileText } from './collect.ts';
import { ignored } from './ignored.ts';
import { tooLong } from './limits.ts';
import type { Term } from './terms.ts';
import { terms } from './terms.ts';
import type { Kind, Piece } from './text.ts';
import { createPlaces } from './text.ts';

export interface Finding {
  readonly path: string;
  readonly line: number;
  readonly column: number;
  readonly kind: Kind;
  readonly term: string;
  readonly found: string;
  readonly say: string;
}

const regexes = new Map<string, RegExp>();

function regexOf(pattern: string, flags: string): RegExp {
  const key = `${flags} ${pattern}`;
  const regex = regexes.get(key) ?? new RegExp(pattern, flags);
  regexes.set(key, regex);
  return regex;
}

/** Lines of a comment begin with a star: it is part of the space between two words, as a line break is. */
const flexible = (pattern: string): string =>
  pattern.replaceAll(/\[[^\]]*\]| /g, (part) => (part === ' ' ? String.raw`(?:[\s*]|\/\/)+` : part));

/** `isKeptResult` as `is kept result`, and `kept-kinds` as `kept kinds`. */
export const wordsOfName = (name: string): string =>
  name
    .replaceAll(/([a-z0-9])([A-Z])|([A-Z])(?=[A-Z][a-z])/g, '$1$3 $2')
    .replaceAll(/[-_.$#/\s]+/g, ' ')
    .trim()
    .toLowerCase();

/** Most names are declared many times. */
const knownNames = new Map<string, ReadonlySet<string>>();

function termsInName(name: string): ReadonlySet<string> {
  let found = knownNames.get(name);
  if (found === undefined) {
    const words = wordsOfName(name);
    const isIn = ({ identifier }: Term): boolean =>
      identifier !== undefined && regexOf(identifier, 'i').test(words);
    found = new Set(terms.filter(isIn).map((term) => term.name));
    knownNames.set(name, found);
  }
  return found;
}

function findIn(piece: Piece, term: Term): readonly { readonly at: number; readonly found: string }[] {
  if (piece.kind === 'identifier') {
    if (term.identifier === undefined) return [];
    return termsInName(piece.text).has(term.name) ? [{ at: 0, found: piece.text }] : [];
  }
  if (term.prose === undefined || !(term.in?.includes(piece.kind) ?? true)) return [];
  const regex = regexOf(flexible(term.prose), term.exactCase === true ? 'g' : 'gi');
  return [...piece.text.matchAll(regex)].map(({ index, 0: found }) => ({ at: index, found }));
}

const isIgnored = (path: string, term: string): boolean =>
  ignored.some((one) => one.term === term && one.path.test(path));

/** Everything in a file that is worded in another way than the terms say, or longer than its place has space for. */
export function findingsIn({ path, source, pieces }: FileText, wanted: readonly Term[]): Finding[] {
  const placeOf = createPlaces(source);
  const found = pieces.flatMap((piece) => [
    ...wanted
      .filter(({ name, except }) => !isIgnored(path, name) && !(except?.test(path) ?? false))
      .flatMap((term) =>
        findIn(piece, term).map((one) => ({
          ...one,
          term: term.name,
          say: term.say,
          kind: piece.kind,
          piece,
        })),
      ),
    ...tooLong(piece)
      .filter(({ term }) => !isIgnored(path, term))
      .map((one) => ({ ...one, at: 0, kind: piece.kind, piece })),
  ]);
  return found.map(({ at, piece, ...rest }) => ({ path, ...placeOf(piece.offset + at), ...rest }));
}

/** The same of the names of files and folders. */
export function findingsInNames(
  names: readonly { readonly path: string; readonly name: string }[],
  wanted: readonly Term[],
): Finding[] {
  return names.flatMap(({ path, name }) =>
    wanted
      .filter((term) => !isIgnored(path, term.name) && !(term.except?.test(path) ?? false))
      .flatMap((term) =>
        findIn({ kind: 'identifier', text: name, offset: 0 }, term).map(({ found }) => ({
          ...{ path, line: 1, column: 1, kind: 'identifier' as const },
          ...{ term: term.name, found, say: term.say },
        })),
      ),
  );
}
