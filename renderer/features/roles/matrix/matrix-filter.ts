import type { ApplicationSummary } from '../../../../contract/applications/application-summary.ts';
import { plainLetters } from '../../../../languages/order/fold-text.ts';

/** What is typed into the search of the matrix, taken apart. */
interface MatrixSearch {
  /** What remains: words that stand anywhere. */
  readonly words: string;
  readonly categories: readonly string[];
  readonly types: readonly string[];
}

const term = /(?:^|\s)(category|type):(?:"([^"]*)"?|(\S*))/gi;

/** Reads `category:finance type:"web - saml" pay`. A prefix without a value narrows nothing yet. */
export function readSearch(typed: string): MatrixSearch {
  const categories: string[] = [];
  const types: string[] = [];
  const words = typed.replace(term, (_all, name: string, quoted?: string, plain?: string) => {
    const value = plainLetters((quoted ?? plain ?? '').trim());
    if (value !== '') (name.toLowerCase() === 'category' ? categories : types).push(value);
    return ' ';
  });
  return { words: words.trim(), categories, types };
}

/** Several categories or types are alternatives; each may be a part of the name. */
export function acceptsApplication(
  { category, type }: Pick<ApplicationSummary, 'category' | 'type'>,
  { categories, types }: MatrixSearch,
): boolean {
  const isIn = (text: string, wanted: readonly string[]): boolean =>
    wanted.length === 0 || wanted.some((value) => plainLetters(text).includes(value));
  return isIn(category, categories) && isIn(type, types);
}

/** The end of a type's name, which tells types apart in little room: `SAML` of `Web - SAML`. */
export function shortType(type: string): string {
  return type.split(' - ').at(-1)?.trim() ?? type;
}
