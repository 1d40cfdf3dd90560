import { RecentlyMade } from '../recently-made.ts';
import { BacktrackingMatcher, type MatchSpans, type StepMeter } from './backtracking-matcher.ts';
import { translateToNative, type NativeRegex } from './native-translation.ts';
import { parseRegex } from './regex-parser.ts';
import { nodeLength, type ParsedRegex } from './regex-node.ts';
import { compileProgram, type RegexProgram } from './regex-program.ts';
import { expandReplacement, parseReplacement } from './replacement.ts';
import { codePointAt } from '../source/code-point.ts';

/** A match: group 0 is all of it, and a group that took no part is undefined. */
export interface RegexMatch {
  readonly start: number;
  readonly end: number;
  readonly groups: readonly (string | undefined)[];
}

const CACHE_LIMIT = 300;
/** By flags and source. */
const cache = new Map<string, RecentlyMade<JavaRegex>>();

/**
 * The expression `source` in the syntax of java.util.regex. `flags` are Java's inline letters: i (case), m (lines),
 * s (dot matches line breaks), x (comments).
 * @throws RegexSyntaxError, RegexUnsupportedError
 */
export function compileJavaRegex(source: string, flags: string): JavaRegex {
  let known = cache.get(flags);
  if (known === undefined) cache.set(flags, (known = new RecentlyMade<JavaRegex>(CACHE_LIMIT)));
  let regex = known.get(source);
  if (regex === undefined) {
    regex = new JavaRegex(parseRegex(source, flags));
    known.set(source, regex);
  }
  return regex;
}

const SURROGATE = /[\ud800-\udfff]/;

/** A compiled expression. Matching reports its steps to a meter, whose error ends it. */
export class JavaRegex {
  readonly groupCount: number;
  readonly groupNames: ReadonlyMap<string, number>;
  private readonly parsed: ParsedRegex;
  private readonly native: NativeRegex | undefined;
  /** No match is empty. */
  private readonly matchesSomething: boolean;
  private program: RegexProgram | undefined;
  private finder: RegExp | undefined;
  private wholeFinder: RegExp | undefined;
  /** The replacement used last. */
  private replacement: NativeReplacement | undefined;

  constructor(parsed: ParsedRegex) {
    this.parsed = parsed;
    this.groupCount = parsed.groupCount;
    this.groupNames = parsed.groupNames;
    this.native = translateToNative(parsed.root);
    this.matchesSomething = nodeLength(parsed.root).min > 0;
  }

  /** The match if the expression matches all of `input`, as Matcher.matches. */
  matchWhole(input: string, meter: StepMeter): RegexMatch | undefined {
    const native = this.nativeFor(input);
    if (native !== undefined) {
      this.wholeFinder ??= new RegExp(`^(?:${native.source})$`, 'v');
      meter.spend(nativeSteps(native, input));
      return nativeMatch(this.wholeFinder.exec(input));
    }
    const spans = this.matcher(input, meter).matchAll();
    return spans && toMatch(spans, input);
  }

  /**
   * Gives all matches from the start (or an index) on to `visit`, one after the other, as repeated Matcher.find, until
   * that returns false.
   */
  visit(input: string, meter: StepMeter, visit: (match: RegexMatch) => boolean, start = 0): void {
    const findFrom = this.finderIn(input, meter);
    let from = start;
    let lastEnd = 0;
    while (from <= input.length) {
      const match = findFrom(from, lastEnd);
      if (match === undefined || !visit(match)) return;
      lastEnd = match.end;
      from = match.end === match.start ? match.end + 1 : match.end;
    }
  }

  /** All matches. */
  find(input: string, meter: StepMeter): readonly RegexMatch[] {
    const matches: RegexMatch[] = [];
    this.visit(input, meter, (match) => {
      matches.push(match);
      return true;
    });
    return matches;
  }

  /** The first match from the start, or an index, on. */
  first(input: string, meter: StepMeter, start = 0): RegexMatch | undefined {
    return start > input.length ? undefined : this.finderIn(input, meter)(start, 0);
  }

  /**
   * `input` with each match (or only the first) replaced by `replacement`, in which `$1`, `${name}` and `\` have
   * Java's meaning.
   * @throws RegexReplacementError
   */
  replace(input: string, replacement: string, which: 'all' | 'first', meter: StepMeter): string {
    if (which === 'all') {
      const replaced = this.replaceNatively(input, replacement, meter);
      if (replaced !== undefined) return replaced;
    }
    let out = '';
    let done = 0;
    // Java reads the replacement only when there is something to replace.
    let parts: ReturnType<typeof parseReplacement> | undefined;
    this.visit(input, meter, (match) => {
      parts ??= parseReplacement(replacement, this);
      const text = expandReplacement(parts, match);
      meter.spend(1 + (text.length >> 4));
      out += input.slice(done, match.start) + text;
      done = match.end;
      return which === 'all';
    });
    return done === 0 && out === '' ? input : out + input.slice(done);
  }

  /** The parts of `input` between matches, as String.split: a match of nothing at the start gives no part. */
  split(input: string, meter: StepMeter): string[] {
    const native = this.groupCount === 0 && this.matchesSomething ? this.nativeFor(input) : undefined;
    if (native !== undefined) {
      meter.spend(nativeSteps(native, input));
      return input.split((this.finder ??= new RegExp(native.source, 'gv')));
    }
    const parts: string[] = [];
    let done = 0;
    this.visit(input, meter, (match) => {
      if (match.end > 0) {
        parts.push(input.slice(done, match.start));
        done = match.end;
      }
      return true;
    });
    parts.push(input.slice(done));
    return parts;
  }

  private nativeFor(input: string): NativeRegex | undefined {
    const { native } = this;
    if (native === undefined || input.length > native.maxInput) return undefined;
    return native.rejectsSurrogates && SURROGATE.test(input) ? undefined : native;
  }

  /** The same in one native step, where native code may run and the result cannot become long. */
  private replaceNatively(input: string, replacement: string, meter: StepMeter): string | undefined {
    const native = this.nativeFor(input);
    if (native === undefined || SURROGATE.test(input)) return undefined;
    const finder = (this.finder ??= new RegExp(native.source, 'gv'));
    if (replacement !== this.replacement?.source) {
      finder.lastIndex = 0;
      // Without a match Java does not even read the replacement.
      if (!finder.test(input)) {
        meter.spend(nativeSteps(native, input));
        return input;
      }
      this.replacement = nativeReplacement(replacement, this);
    }
    const { template, perMatch, references } = this.replacement;
    const places = input.length + 1;
    if (template === undefined || places * (perMatch + references * input.length) > MAX_NATIVE_RESULT)
      return undefined;
    meter.spend(nativeSteps(native, input));
    const result = input.replace(finder, template);
    meter.spend(result.length >> 4);
    return result;
  }

  private matcher(input: string, meter: StepMeter): BacktrackingMatcher {
    this.program ??= compileProgram(this.parsed.root, this.groupCount);
    return new BacktrackingMatcher(this.program, input, meter);
  }

  private finderIn(
    input: string,
    meter: StepMeter,
  ): (from: number, lastEnd: number) => RegexMatch | undefined {
    const native = this.nativeFor(input);
    if (native !== undefined) {
      const finder = (this.finder ??= new RegExp(native.source, 'gv'));
      meter.spend(nativeSteps(native, input));
      return (from, lastEnd) => {
        // After an empty match, Java continues between the surrogates of a pair; `RegExp` would move before it.
        if (isInsidePair(input, from)) {
          const spans = this.matcher(input, meter).find(from, lastEnd);
          return spans && toMatch(spans, input);
        }
        finder.lastIndex = from;
        meter.spend(1);
        return nativeMatch(finder.exec(input));
      };
    }
    const matcher = this.matcher(input, meter);
    return (from, lastEnd) => {
      const spans = matcher.find(from, lastEnd);
      return spans && toMatch(spans, input);
    };
  }
}

/** A replacement in the notation of `String.replace`. */
interface NativeReplacement {
  readonly source: string;
  /** Undefined where that has no such notation. */
  readonly template: string | undefined;
  /** Its length without groups, and how many groups it names. */
  readonly perMatch: number;
  readonly references: number;
}

/** The results of native replacements, in characters: the limits of templates are checked outside only. */
const MAX_NATIVE_RESULT = 1_000_000;

/** @throws RegexReplacementError */
function nativeReplacement(source: string, regex: JavaRegex): NativeReplacement {
  const parts = parseReplacement(source, regex);
  const groups = parts.filter((part) => typeof part === 'number');
  const canBeNamed = groups.every((group) => group < 100);
  const template = parts.map((part) => {
    if (typeof part === 'string') return part.replaceAll('$', '$$$$');
    return part === 0 ? '$&' : `$${String(part).padStart(2, '0')}`;
  });
  return {
    source,
    template: canBeNamed ? template.join('') : undefined,
    perMatch: source.length,
    references: groups.length,
  };
}

/** Native code counts no steps, so they are charged beforehand: for the text, and for its worst case. */
function nativeSteps(native: NativeRegex, { length }: string): number {
  return 1 + (length >> 4) + Math.floor(native.workFor(length) / 8192);
}

function isInsidePair(input: string, at: number): boolean {
  return at > 0 && (codePointAt(input, at - 1) ?? 0) > 0xffff;
}

function nativeMatch(found: RegExpExecArray | null): RegexMatch | undefined {
  return found === null
    ? undefined
    : { start: found.index, end: found.index + found[0].length, groups: found };
}

function toMatch(spans: MatchSpans, input: string): RegexMatch {
  const groups: (string | undefined)[] = [];
  for (let slot = 0; slot < spans.length; slot += 2) {
    const start = spans[slot] ?? -1;
    const end = spans[slot + 1] ?? -1;
    groups.push(start < 0 || end < 0 ? undefined : input.slice(start, end));
  }
  return { start: spans[0] ?? 0, end: spans[1] ?? 0, groups };
}
