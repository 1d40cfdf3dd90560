import type { Option } from './option.ts';
import { plainLetters } from '../../../languages/order/fold-text.ts';

/** More rows than anyone reads in a popup, few enough to draw quickly. */
const maxShown = 200;

/**
 * The options whose label or hint contains every typed word, in any order; those whose label starts with the text
 * come first, otherwise the given order stays. At most 200.
 */
export function filterOptions<Value extends string>(
  options: readonly Option<Value>[],
  typed: string,
): Option<Value>[] {
  const text = plainLetters(typed.trim());
  if (text === '') return options.slice(0, maxShown);
  const terms = text.split(/\s+/);
  const starting: Option<Value>[] = [];
  const containing: Option<Value>[] = [];
  for (const option of options) {
    const label = plainLetters(option.label);
    const haystack = `${label} ${plainLetters(option.hint ?? '')}`;
    if (!terms.every((term) => haystack.includes(term))) continue;
    (label.startsWith(text) ? starting : containing).push(option);
  }
  return [...starting, ...containing].slice(0, maxShown);
}
