import { anyTests } from './any/type-tests.ts';
import { existence } from './any/existence.ts';
import { callables } from './callable/bound-arguments.ts';
import { computerStrings } from './any/computer-string.ts';
import { dates } from './date/conversion.ts';
import { isoDates } from './date/iso.ts';
import { formatting } from './any/string.ts';
import { expert } from './expert/evaluation.ts';
import { hashes } from './hash/keys-and-values.ts';
import { loopVariables } from './loop-variable/position.ts';
import { markup } from './markup/escaping.ts';
import { numbers } from './number/rounding.ts';
import { numberConversions } from './number/conversion.ts';
import { sequenceItems } from './sequence/items.ts';
import { sequenceSearch } from './sequence/search.ts';
import { sequenceSorting } from './sequence/sorting.ts';
import { stringCase } from './string/case.ts';
import { stringEscaping } from './string/escaping.ts';
import { stringParsing } from './string/parsing.ts';
import { stringParts } from './string/parts.ts';
import { stringPadding } from './string/padding.ts';
import { stringRegex } from './string/regex.ts';
import { stringTruncation } from './string/truncation.ts';
import type { BuiltIn } from './built-in.ts';

/** Every built-in's implementation by its snake_case name. Each module exports those of one topic. */
const MODULES: readonly object[] = [
  anyTests,
  existence,
  callables,
  computerStrings,
  dates,
  isoDates,
  formatting,
  expert,
  hashes,
  loopVariables,
  markup,
  numbers,
  numberConversions,
  sequenceItems,
  sequenceSearch,
  sequenceSorting,
  stringCase,
  stringEscaping,
  stringParsing,
  stringParts,
  stringPadding,
  stringRegex,
  stringTruncation,
];

const IMPLEMENTATIONS: ReadonlyMap<string, BuiltIn<never>> = new Map(
  MODULES.flatMap((module) => Object.entries(module) as [string, BuiltIn<never>][]),
);

export function builtInNamed(name: string): BuiltIn<never> | undefined {
  return IMPLEMENTATIONS.get(name);
}
