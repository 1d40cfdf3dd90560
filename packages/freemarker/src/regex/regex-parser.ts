import { caseVariants } from './case-folding.ts';
import { not, or, range, rangeSet, single, type CharacterSet } from './character-set.ts';
import { ClassParser } from './class-parser.ts';
import { PatternCursor } from './pattern-cursor.ts';
import { readEscape } from './pattern-escapes.ts';
import { RegexUnsupportedError } from './regex-errors.ts';
import { hasObviousMaximum } from './look-behind-length.ts';
import type { Assertion, LoopMode, ParsedRegex, RegexNode } from './regex-node.ts';

const lineTerminators: CharacterSet = or(single(10), single(13), single(0x85), range(0x2028, 0x2029));
const anything = range(0, 0x10ffff);

/** Groups nested more deeply are rejected, to protect the call stack. */
const MAX_DEPTH = 250;

/**
 * Parses the syntax of java.util.regex.Pattern (OpenJDK 17).
 * `flags` are Java's inline letters that hold from the start: i, m, s, x.
 * @throws RegexSyntaxError, RegexUnsupportedError
 */
export function parseRegex(source: string, flags: string): ParsedRegex {
  return new RegexParser(new PatternCursor(source, flags)).parse();
}

class RegexParser {
  private readonly cursor: PatternCursor;
  private readonly names = new Map<string, number>();
  private groupCount = 0;
  private depth = 0;

  constructor(cursor: PatternCursor) {
    this.cursor = cursor;
  }

  parse(): ParsedRegex {
    const root = this.choice();
    if (!this.cursor.isAtEnd()) this.cursor.fail("Unmatched closing ')'", -1);
    return { root, groupCount: this.groupCount, groupNames: this.names };
  }

  private choice(): RegexNode {
    const options = [this.sequence()];
    while (this.cursor.peek() === '|') {
      this.cursor.next();
      options.push(this.sequence());
    }
    const [only] = options;
    return options.length === 1 && only !== undefined ? only : { kind: 'choice', options };
  }

  private sequence(): RegexNode {
    const items: RegexNode[] = [];
    for (;;) {
      const ch = this.cursor.peek();
      if (ch === '' || ch === '|' || ch === ')') break;
      const atom = this.atom(ch);
      if (atom !== undefined) items.push(this.quantified(atom));
    }
    const [only] = items;
    return items.length === 1 && only !== undefined ? only : { kind: 'sequence', items };
  }

  /** One element without its quantifier; undefined if it matches nothing on its own, like `(?i)`. */
  private atom(ch: string): RegexNode | undefined {
    switch (ch) {
      case '(':
        return this.parenthesis();
      case '[':
        this.cursor.next();
        return { kind: 'set', set: new ClassParser(this.cursor).parse() };
      case '\\':
        return this.escape();
      case '^':
        this.cursor.next();
        return this.assertion(
          this.cursor.has('m') ? (this.cursor.has('d') ? 'unix-line-start' : 'line-start') : 'input-start',
        );
      case '$':
        this.cursor.next();
        return this.assertion(this.dollar());
      case '.':
        this.cursor.next();
        return { kind: 'set', set: this.dot(), isDot: true };
      case '*':
      case '+':
      case '?':
        this.cursor.next();
        return this.cursor.fail(`Dangling meta character '${ch}'`, -1);
      case '{':
        // Java repeats nothing here, as in `a{2}{3}`.
        return { kind: 'sequence', items: [] };
      default:
        return this.character(this.cursor.nextCode());
    }
  }

  private assertion(assertion: Assertion): RegexNode {
    return { kind: 'assertion', assertion };
  }

  private dollar(): Assertion {
    const isUnix = this.cursor.has('d');
    if (this.cursor.has('m')) return isUnix ? 'unix-line-end' : 'line-end';
    return isUnix ? 'input-end-or-last-newline' : 'input-end-or-last-line';
  }

  private dot(): CharacterSet {
    if (this.cursor.has('s')) return anything;
    return not(this.cursor.has('d') ? single(10) : lineTerminators);
  }

  private character(code: number): RegexNode {
    const variants = caseVariants(code, this.cursor.fold);
    if (variants.length === 1) return { kind: 'character', code };
    return { kind: 'set', set: rangeSet(variants.map((variant) => [variant, variant] as const)) };
  }

  private escape(): RegexNode | undefined {
    const escape = readEscape(this.cursor, 'pattern', this.groupCount);
    switch (escape.kind) {
      case 'code':
        return this.character(escape.code);
      case 'set':
        return { kind: 'set', set: escape.set };
      case 'quote':
        return this.quoted(escape.text);
      case 'group':
        return { kind: 'backreference', group: escape.group, fold: this.cursor.fold };
      case 'name':
        return this.namedBackreference(escape.name);
      case 'line-break':
        return {
          kind: 'choice',
          isLineBreak: true,
          options: [
            {
              kind: 'sequence',
              items: [
                { kind: 'character', code: 13 },
                { kind: 'character', code: 10 },
              ],
            },
            {
              kind: 'set',
              set: or(range(10, 13), single(0x85), range(0x2028, 0x2029)),
            },
          ],
        };
      case 'assertion':
        return this.assertion(escape.assertion);
    }
  }

  /** A quantifier after `\Q…\E` belongs to the last character alone. */
  private quoted(text: string): RegexNode | undefined {
    const items = [...text].map((ch) => this.character(ch.codePointAt(0) ?? 0));
    const last = items.pop();
    if (last === undefined) return undefined;
    return items.length === 0 ? last : { kind: 'sequence', items: [...items, this.quantified(last)] };
  }

  private namedBackreference(name: string): RegexNode {
    const group = this.names.get(name);
    if (group === undefined) this.cursor.fail(`named capturing group <${name}> does not exist`, -1);
    return { kind: 'backreference', group, fold: this.cursor.fold };
  }

  private parenthesis(): RegexNode | undefined {
    this.cursor.next();
    if (++this.depth > MAX_DEPTH) throw new RegexUnsupportedError(`Nesting deeper than ${MAX_DEPTH} groups`);
    const flags = this.cursor.flags;
    const node = this.cursor.takeRaw('?') ? this.specialGroup() : this.capturing(++this.groupCount);
    this.depth--;
    // Flags set inside a group end with it; `(?i)` itself keeps them for the rest of the enclosing group.
    if (node !== undefined) this.cursor.flags = flags;
    return node;
  }

  private body(): RegexNode {
    const body = this.choice();
    if (this.cursor.peek() !== ')') this.cursor.fail('Unclosed group', 0);
    this.cursor.next();
    return body;
  }

  private capturing(index: number): RegexNode {
    return { kind: 'group', index, body: this.body() };
  }

  private specialGroup(): RegexNode | undefined {
    const ch = this.cursor.nextRaw();
    switch (ch) {
      case ':':
        return this.body();
      case '=':
      case '!':
        return { kind: 'look', isBehind: false, isNegative: ch === '!', body: this.body() };
      case '>':
        return { kind: 'atomic', body: this.body() };
      case '<':
        return this.behindOrNamed();
      case '$':
      case '@':
        return this.cursor.fail('Unknown group type', 0);
      default:
        return this.flagGroup(ch);
    }
  }

  private behindOrNamed(): RegexNode {
    const ch = this.cursor.nextRaw();
    if (ch === '=' || ch === '!') {
      const body = this.body();
      if (!hasObviousMaximum(body)) {
        this.cursor.fail('Look-behind group does not have an obvious maximum length', -1);
      }
      return { kind: 'look', isBehind: true, isNegative: ch === '!', body };
    }
    const name = this.cursor.readGroupName(ch);
    if (this.names.has(name)) this.cursor.fail(`Named capturing group <${name}> is already defined`, 0);
    const index = ++this.groupCount;
    this.names.set(name, index);
    return this.capturing(index);
  }

  private flagGroup(first: string): RegexNode | undefined {
    const isScoped = this.cursor.readInlineFlags(first);
    return isScoped ? this.body() : undefined;
  }

  private quantified(body: RegexNode): RegexNode {
    const bounds = this.bounds();
    if (bounds === undefined) return body;
    const mode: LoopMode = this.cursor.take('?')
      ? 'reluctant'
      : this.cursor.take('+')
        ? 'possessive'
        : 'greedy';
    return { kind: 'loop', body, ...bounds, mode };
  }

  private bounds(): { min: number; max: number } | undefined {
    if (this.cursor.take('?')) return { min: 0, max: 1 };
    if (this.cursor.take('*')) return { min: 0, max: Infinity };
    if (this.cursor.take('+')) return { min: 1, max: Infinity };
    if (this.cursor.peek() !== '{') return undefined;
    return this.cursor.readCounts();
  }
}
