import type { ApplicationSummary } from '../../../../contract/applications/application-summary.ts';
import { plainLetters } from '../../../../languages/order/fold-text.ts';
import type { SearchQuery } from '../../../../languages/order/search-query.ts';
import { parseSearch } from '../../../lists/parse-search.ts';

/** Parsed search of the matrix. */
interface MatrixSearch {
  /** The words that match anywhere. */
  readonly query: SearchQuery;
  readonly categories: readonly string[];
  readonly types: readonly string[];
}

/** The fields of the search. */
export const matrixFields = ['category', 'type'] as const;

/** Parses `category:finance type:"web - saml" pay`. A prefix without a value filters nothing. */
export function readSearch(typed: string): MatrixSearch {
  const { query, named } = parseSearch(typed, matrixFields);
  const valuesOf = (field: (typeof matrixFields)[number]): readonly string[] =>
    named.filter(({ name }) => name === field).map(({ value }) => value);
  return { query, categories: valuesOf('category'), types: valuesOf('type') };
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
