import { missingValue } from '../../errors/runtime-errors.ts';
import type { Environment } from '../../runtime/environment.ts';
import { wrongType } from '../../runtime/type-errors.ts';
import { withoutNegativeIndex } from '../../values/sequences.ts';
import type { IndexedSequence } from '../../values/sequences.ts';
import { MultiValue, RangeValue } from '../../values/value.ts';
import type { Value } from '../../values/value.ts';
import { builtIn, builtInFunction } from '../built-in.ts';
import { optional, printed } from '../parameters.ts';
import { strings, target } from '../targets.ts';
import { regexFlags, withRegex } from './regex-flags.ts';
import type { RegexFlags } from './regex-flags.ts';

/** A match in a text: a string, with its groups for `?groups`. */
class RegexMatchValue extends MultiValue {
  readonly groups: readonly Value[];

  constructor(text: string, groups: readonly Value[]) {
    super({ string: text });
    this.groups = groups;
  }
}

/** What `?matches` gives: whether all of the text matches, and the matches in it. */
class RegexMatches extends MultiValue {
  readonly groups: IndexedSequence;
  readonly #find: () => readonly Value[];
  #found: readonly Value[] | undefined;

  constructor(matchesAll: boolean, groups: IndexedSequence, find: () => readonly Value[]) {
    super({ boolean: matchesAll });
    this.groups = groups;
    this.#find = find;
  }

  override get sequence(): readonly Value[] {
    return (this.#found ??= this.#find());
  }
}

/** The groups of a text that does not match: there are so many, but none can be read. */
class UnmatchedGroups extends RangeValue {
  readonly #env: Environment;

  constructor(count: number, env: Environment) {
    super(0, 1, count, false, false);
    this.#env = env;
  }

  override at(): never {
    throw this.#env.failure('regex', 'Failed to read regular expression match group');
  }
}

/** A group that took no part is an empty string here, though a missing value in the single matches. */
function wholeGroups(groups: readonly (string | undefined)[]): readonly string[] {
  return withoutNegativeIndex(groups.map((group) => group ?? ''));
}

/** Built-ins that match strings against regular expressions. */
export const stringMatching = [
  builtInFunction({
    name: 'matches',
    doc: 'Whether the whole string matches, and the matches in it.',
    example: { template: '${"a1 b2"?matches("[a-z]\\\\d")?join(", ")}', output: 'a1, b2' },
    on: strings,
    parameters: [printed('regex'), optional(printed('flags'))],
    gives: 'sequence',
    call: (text, [source, flagText = ''], env) => {
      const flags = regexFlags(flagText);
      return withRegex(source, flags, env, (regex, meter) => {
        const whole = regex.matchWhole(text, meter);
        const groups =
          whole === undefined ? new UnmatchedGroups(regex.groupCount + 1, env) : wholeGroups(whole.groups);
        return new RegexMatches(whole !== undefined, groups, () => allMatches(text, source, flags, env));
      });
    },
  }),
  builtIn({
    name: 'groups',
    doc: 'The capturing groups of a match.',
    example: { template: '${"a1"?matches("([a-z])(.)")?groups[2]}', output: '1' },
    on: target('string', (value, _env, node): Value => {
      if (value == null) throw missingValue(node);
      return value;
    }),
    gives: 'sequence',
    evaluate: (value, _env, node) => {
      if (value instanceof RegexMatches || value instanceof RegexMatchValue) return value.groups;
      throw wrongType(node.target, value, 'regular expression matcher');
    },
  }),
];

function allMatches(text: string, source: string, flags: RegexFlags, env: Environment): readonly Value[] {
  return withRegex(source, flags, env, (regex, meter) => {
    const matches: Value[] = [];
    regex.visit(text, meter, (match) => {
      matches.push(new RegexMatchValue(match.groups[0] ?? '', match.groups));
      return true;
    });
    return withoutNegativeIndex(matches);
  });
}
