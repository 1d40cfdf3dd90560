import type { ApplicationSummary } from '../../../../contract/applications/application-summary.ts';
import { plainLetters } from '../../../../languages/order/fold-text.ts';

/** Parsed search of the matrix. */
interface MatrixSearch {
  /** The remaining search terms. */
  readonly terms: string;
  readonly categories: readonly string[];
  readonly types: readonly string[];
}

const term = /(?:^|\s)(category|type):(?:"([^"]*)"?|(\S*))/gi;

/** Parses `category:finance type:"web - saml" pay`. A prefix without a value filters nothing. */
export function readSearch(typed: string): MatrixSearch {
  const categories: string[] = [];
  const types: string[] = [];
  const terms = typed.replace(term, (_all, name: string, quoted?: string, plain?: string) => {
    const value = plainLetters((quoted ?? plain ?? '').trim());
    if (value !== '') (name.toLowerCase() === 'category' ? categories : types).push(value);
    return ' ';
  });
  return { terms: terms.trim(), categories, types };
}

/** Several categories or types are alternatives; each matches part of a name. */
export function acceptsApplication(
  { category, type }: Pick<ApplicationSummary, 'category' | 'type'>,
  { categories, types }: MatrixSearch,
): boolean {
  const isIn = (text: string, wanted: readonly string[]): boolean =>
    wanted.length === 0 || wanted.some((value) => plainLetters(text).includes(value));
  return isIn(category, categories) && isIn(type, types);
}

/** The distinctive end of a type name: `SAML` of `Web - SAML`. */
export function shortType(type: string): string {
  return type.split(' - ').at(-1)?.trim() ?? type;
}
