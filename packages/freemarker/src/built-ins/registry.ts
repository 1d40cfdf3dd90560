import { toCamelCase, toSnakeCase } from '../lexer/naming-convention.ts';
import { choices } from './any/choice.ts';
import { computerStrings } from './any/computer-string.ts';
import { existence } from './any/existence.ts';
import { formatting } from './any/string.ts';
import { typeTests } from './any/type-tests.ts';
import { callables } from './callable/bound-arguments.ts';
import { dateConversions } from './date/conversion.ts';
import { isoDates } from './date/iso.ts';
import type { BuiltIn } from './definition.ts';
import { evaluation } from './expert/eval-and-interpret.ts';
import { java } from './expert/java.ts';
import { hashes } from './hash/keys-and-values.ts';
import { loopVariables } from './loop-variable/position.ts';
import { markup } from './markup/escaping.ts';
import { xmlNodes } from './node/xml-nodes.ts';
import { numberConversions } from './number/conversion.ts';
import { rounding } from './number/rounding.ts';
import { sequenceItems } from './sequence/items.ts';
import { sequenceSearch } from './sequence/search.ts';
import { size } from './sequence/size.ts';
import { sequenceSorting } from './sequence/sorting.ts';
import { streams } from './sequence/streams.ts';
import { stringCase } from './string/case.ts';
import { stringEnds } from './string/ends.ts';
import { stringEscaping } from './string/escaping.ts';
import { stringSides } from './string/sides.ts';
import { stringMatching } from './string/matching.ts';
import { stringPadding } from './string/padding.ts';
import { stringParsing } from './string/parsing.ts';
import { stringParts } from './string/parts.ts';
import { stringReplacing } from './string/replacing.ts';
import { stringTruncation } from './string/truncation.ts';

/** Every built-in there is. Each module holds those of one topic, with all that is known of them. */
export const BUILT_INS: readonly BuiltIn[] = [
  ...stringCase,
  ...stringParts,
  ...stringEnds,
  ...stringPadding,
  ...stringSides,
  ...stringReplacing,
  ...stringMatching,
  ...stringTruncation,
  ...stringEscaping,
  ...stringParsing,
  ...rounding,
  ...numberConversions,
  ...computerStrings,
  ...formatting,
  ...dateConversions,
  ...isoDates,
  ...choices,
  ...sequenceItems,
  ...size,
  ...streams,
  ...sequenceSearch,
  ...sequenceSorting,
  ...hashes,
  ...loopVariables,
  ...callables,
  ...markup,
  ...existence,
  ...typeTests,
  ...evaluation,
  ...java,
  ...xmlNodes,
];

const BY_NAME: ReadonlyMap<string, BuiltIn> = new Map(BUILT_INS.map((builtIn) => [builtIn.name, builtIn]));

/** The built-in of a name in snake_case or camelCase; mixed spellings don't match. */
export function builtInNamed(name: string): BuiltIn | undefined {
  const builtIn = BY_NAME.get(name);
  if (builtIn !== undefined) return builtIn;
  const snake = toSnakeCase(name);
  return toCamelCase(snake) === name ? BY_NAME.get(snake) : undefined;
}
