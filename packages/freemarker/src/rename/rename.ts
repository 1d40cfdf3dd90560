import { nameAround } from '../completion/name-around.ts';
import { readTolerantly } from '../completion/read-tolerantly.ts';
import type { TextEdit } from '../diagnostics/diagnostic.ts';
import { isDigit, isIdentifierStart } from '../lexer/identifier-characters.ts';
import type { ParsedTemplate } from '../ast/parsed-template.ts';
import { namesOf, type Names, type Occurrence } from './occurrences.ts';
import { whyUnsure } from './why-unsure.ts';

/** Why a name cannot be changed: a sentence for the author. */
export interface RenameRejection {
  readonly rejection: string;
}

/** What can be renamed at a place. Offsets are UTF-16 units from 0. */
export interface Renamable {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  /** How many places there are of it, this one included. */
  readonly places: number;
}

export interface Renaming {
  /** In the order of the source, apart from each other. */
  readonly edits: readonly TextEdit[];
}

interface Found {
  readonly names: Names;
  readonly at: Occurrence;
  /** All occurrences of the same symbol. */
  readonly same: readonly Occurrence[];
}

/** The macro, function, variable, parameter, or loop variable whose name is around `offset`. Nothing is thrown. */
export function findRenamable(source: string, offset: number): Renamable | RenameRejection {
  const found = find(source, offset);
  if ('rejection' in found) return found;
  const { name, from, to } = found.at;
  return { name, from, to, places: found.same.length };
}

/**
 * Renames it at every occurrence and nowhere else. Rejected if the name is invalid, if another symbol
 * would be meant at any place afterwards, and if not all places can be known. Nothing is thrown.
 */
export function rename(source: string, offset: number, to: string): Renaming | RenameRejection {
  const found = find(source, offset);
  if ('rejection' in found) return found;
  const { names, at, same } = found;
  const wrong = whyNoName(to);
  if (wrong !== undefined) return { rejection: wrong };
  if (to === at.name) return { edits: [] };
  const edits = same.map(({ from, to: end }): TextEdit => ({ start: from, end, text: to }));
  if (!meansTheSame(names, apply(source, edits), { from: at.name, to, changed: new Set(same) }))
    return { rejection: `${to} already means something else where ${at.name} is used.` };
  return { edits };
}

function find(source: string, offset: number): Found | RenameRejection {
  const template = readTolerantly(source);
  const around = nameAround(source, offset);
  if (template === undefined || around === undefined) return { rejection: 'No name found here.' };
  if (template.errors.length > 0)
    return { rejection: 'Fix the errors in the template first: they can hide uses of the name.' };
  const names = namesOf(template);
  const at = names.occurrences.find(({ from, to }) => from <= offset && offset <= to);
  if (at === undefined) return { rejection: `${around.name} is not a name that the template makes.` };
  const { symbol } = at;
  if (symbol === undefined)
    return { rejection: `${at.name} comes from the event or the service: only they can rename it.` };
  const unsure = whyUnsure(template, names, symbol);
  if (unsure !== undefined) return { rejection: unsure };
  const same = names.occurrences.filter((one) => one.symbol === symbol);
  if (same.some(({ from, to, name }) => source.slice(from, to) !== name))
    return {
      rejection: `${at.name} is written in another way at one place: it cannot be renamed from here.`,
    };
  return { names, at, same };
}

const keywords = new Set(['true', 'false', 'gt', 'gte', 'lt', 'lte', 'as', 'in', 'using']);

function whyNoName(name: string): string | undefined {
  const codes = [...name].map((letter) => letter.charCodeAt(0));
  const isName =
    name !== '' && codes.every((code, at) => isIdentifierStart(code) || (at > 0 && isDigit(code)));
  if (!isName) return 'A name has letters, digits and _ alone, and begins with no digit.';
  return keywords.has(name) ? `${name} is a word of the template language.` : undefined;
}

function apply(source: string, edits: readonly TextEdit[]): string {
  let text = source;
  for (const { start, end, text: insert } of edits.toReversed())
    text = text.slice(0, start) + insert + text.slice(end);
  return text;
}

/**
 * Parses the result and compares, place by place, the meaning of each name: this shows everything that the new name would hide, and
 * everything that would hide it.
 */
function meansTheSame(
  before: Names,
  renamed: string,
  { from, to, changed }: { readonly from: string; readonly to: string; readonly changed: Set<Occurrence> },
): boolean {
  const template: ParsedTemplate | undefined = readTolerantly(renamed);
  if (template === undefined || template.errors.length > 0) return false;
  const after = namesOf(template);
  if (after.occurrences.length !== before.occurrences.length) return false;
  if (after.symbols.length !== before.symbols.length) return false;
  const grows = to.length - from.length;
  const meant = new Map<unknown, unknown>();
  const used = new Set<unknown>();
  let shift = 0;
  return before.occurrences.every((old, index) => {
    const now = after.occurrences[index];
    const isChanged = changed.has(old);
    if (now === undefined || now.from !== old.from + shift || now.name !== (isChanged ? to : old.name))
      return false;
    if (isChanged) shift += grows;
    // Names from outside the template identify their symbol.
    const was = old.symbol ?? old.name;
    const is = now.symbol ?? now.name;
    if (!meant.has(was)) {
      if (used.has(is)) return false;
      meant.set(was, is);
      used.add(is);
    }
    return meant.get(was) === is;
  });
}
