import { OperationError, UncheckedError } from '../../errors/runtime-errors.ts';
import { RecentlyMade } from '../../recently-made.ts';
import {
  compileJavaRegex,
  RegexReplacementError,
  RegexSyntaxError,
  RegexUnsupportedError,
} from '../../regex/index.ts';
import type { JavaRegex, StepMeter } from '../../regex/index.ts';
import type { Environment } from '../../runtime/environment.ts';

/** The flags of `?replace`, `?matches`, `?split` and their relatives. */
export interface RegexFlags {
  /** Java's letters for the flags that change how the expression is read. */
  readonly java: string;
  readonly isRegex: boolean;
  readonly ignoresCase: boolean;
  readonly firstOnly: boolean;
  /** The first flag that makes sense for regular expressions only, if any. */
  readonly regexOnly: string | undefined;
}

const MAX_CACHED = 100;
const known = new RecentlyMade<RegexFlags>(MAX_CACHED);

/** Reads a flag string; letters that mean nothing are ignored, as in the original. */
export function regexFlags(text: string): RegexFlags {
  let flags = known.get(text);
  if (flags === undefined) {
    flags = readFlags(text);
    if (text.length <= MAX_CACHED) known.set(text, flags);
  }
  return flags;
}

function readFlags(text: string): RegexFlags {
  const has = (letter: string): boolean => text.includes(letter);
  const java = (has('i') ? 'i' : '') + (has('m') ? 'm' : '') + (has('s') ? 's' : '') + (has('c') ? 'x' : '');
  return {
    java,
    isRegex: has('r'),
    ignoresCase: has('i'),
    firstOnly: has('f'),
    regexOnly: ['m', 's', 'c'].find(has),
  };
}

/** Some built-ins reject regular expression flags when they search for plain text. */
export function rejectRegexOnlyFlags(name: string, { regexOnly }: RegexFlags): void {
  if (regexOnly === undefined) return;
  throw new OperationError(
    'invalid-argument',
    `?${name} doesn't support the "${regexOnly}" flag without the "r" flag.`,
  );
}

/** Steps of matching that take as long as reading 64 characters of an expression. */
const READING_STEPS = 512;

/** Runs something with a compiled expression; what goes wrong in it becomes an error of the template. */
export function withRegex<R>(
  source: string,
  flags: RegexFlags,
  env: Environment,
  use: (regex: JavaRegex, meter: StepMeter) => R,
): R {
  try {
    const meter = new RegexMeter(env);
    // Short texts cost nothing: the limits are for texts made long on purpose.
    meter.spend((source.length >> 6) * READING_STEPS);
    return use(compileJavaRegex(source, flags.java), meter);
  } catch (error) {
    if (error instanceof RegexSyntaxError) {
      throw new OperationError('regex', `Malformed regular expression: ${error.message}`);
    }
    if (error instanceof RegexUnsupportedError) throw new OperationError('unsupported', error.message);
    if (error instanceof RegexReplacementError) throw new UncheckedError('regex', error.message);
    throw error;
  }
}

/** Counts the steps of matching against the limit of the rendering. */
class RegexMeter implements StepMeter {
  readonly #env: Environment;
  #steps = 0;

  constructor(env: Environment) {
    this.#env = env;
  }

  spend(steps: number): void {
    this.#steps += steps;
    if (this.#steps > this.#env.limits.regexSteps) {
      throw new OperationError(
        'limit-regex',
        `The regular expression needed more than ${this.#env.limits.regexSteps} steps.`,
      );
    }
    this.#env.steps += steps >> 4;
    this.#env.step();
  }
}
