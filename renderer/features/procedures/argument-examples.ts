import { exampleOf } from '../../../contract/procedures/library-argument.ts';
import type { LibraryArgument } from '../../../contract/procedures/library-argument.ts';
import type { Entered } from '../../../contract/procedures/library-values.ts';
import { sentArguments, enteredIn, enteredZone } from '../../../contract/procedures/library-values.ts';
import { wallTime } from '../../../contract/values/zoned-time.ts';

export interface ExampleSource {
  /** The first value of the first row; undefined where the tenant has none, or does not answer. */
  readonly firstOf: (query: string) => Promise<string | undefined>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

const hour = 3_600_000;

/**
 * What is entered for an entry to have something to see, beside what was entered already: all that it needs, and where that is there,
 * what it may be given. Of what there is no example nothing is entered.
 */
export async function exampleFor(
  entry: { readonly parameters: readonly LibraryArgument[] },
  entered: Entered,
  source: ExampleSource,
): Promise<Entered> {
  const blank = sentArguments(entry, entered).filter(
    (argument) => enteredIn(argument, entered).trim() === '',
  );
  const needed = blank.filter(({ isRequired }) => isRequired);
  const found: Record<string, string> = {};
  for (const argument of needed.length > 0 ? needed : blank) {
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
      // Where what the example looks for is not there, the first of what is offered does.
      return (
        found ??
        (listed?.from === 'query' && listed.query !== example.query ? firstOf(listed.query) : undefined)
      );
    }
  }
}
