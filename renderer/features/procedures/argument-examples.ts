import { exampleOf } from '../../../contract/procedures/library-argument.ts';
import type { LibraryArgument } from '../../../contract/procedures/library-argument.ts';
import type { Entered } from '../../../contract/procedures/library-values.ts';
import { sentArguments, enteredIn, enteredZone } from '../../../contract/procedures/library-values.ts';
import { wallTime } from '../../../contract/values/zoned-time.ts';

export interface ExampleSource {
  /** The first value of the first row; undefined if the tenant has none, or doesn't answer. */
  readonly firstOf: (query: string) => Promise<string | undefined>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

const hour = 3_600_000;

/**
 * Example values for an entry, besides those already entered: all required arguments, and if those are complete,
 * optional ones. Arguments without an example stay empty.
 */
export async function exampleFor(
  entry: { readonly parameters: readonly LibraryArgument[] },
  entered: Entered,
  source: ExampleSource,
): Promise<Entered> {
  const empty = sentArguments(entry, entered).filter(
    (argument) => enteredIn(argument, entered).trim() === '',
  );
  const needed = empty.filter(({ isRequired }) => isRequired);
  const found: Record<string, string> = {};
  for (const argument of needed.length > 0 ? needed : empty) {
    const text = await textOf(argument, entered, source);
    if (text !== undefined) found[argument.name] = text;
  }
  return found;
}

async function textOf(
  argument: LibraryArgument,
  entered: Entered,
  { firstOf, now }: ExampleSource,
): Promise<string | undefined> {
  const example = exampleOf(argument);
  switch (example?.from) {
    case undefined:
      return undefined;
    case 'text':
      return example.text;
    case 'hours': {
      const begun = Math.floor(now() / hour) * hour;
      return wallTime(enteredZone(entered), begun + example.hours * hour).slice(0, 16);
    }
    case 'query': {
      const { example: _example, ...offered } = argument;
      const listed = exampleOf(offered);
      const found = await firstOf(example.query);
      // If the example's query finds nothing, the first option is used.
      return (
        found ??
        (listed?.from === 'query' && listed.query !== example.query ? firstOf(listed.query) : undefined)
      );
    }
  }
}
