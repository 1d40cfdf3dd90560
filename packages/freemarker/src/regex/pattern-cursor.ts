import { RegexSyntaxError } from './regex-errors.ts';
import type { CaseFold } from './regex-node.ts';
import { codePointAt } from '../source/code-point.ts';

const inlineFlags = 'idmsuxU';
const MAX_COUNT = 2_147_483_647;

/** Reads a pattern character by character and keeps the flags that hold at the current place. */
export class PatternCursor {
  readonly source: string;
  flags: string;
  private at = 0;

  constructor(source: string, flags: string) {
    this.source = source;
    this.flags = flags;
  }

  has(flag: string): boolean {
    return this.flags.includes(flag);
  }

  get fold(): CaseFold {
    if (!this.has('i')) return 'none';
    return this.has('u') || this.has('U') ? 'unicode' : 'ascii';
  }

  /** @throws RegexSyntaxError at the current place, moved by `shift` */
  fail(description: string, shift: number): never {
    throw new RegexSyntaxError(description, this.source, Math.max(this.at + shift, 0));
  }

  isAtEnd(): boolean {
    this.skipComments();
    return this.at >= this.source.length;
  }

  /** The next character (a UTF-16 unit), or '' at the end; whitespace and comments are skipped if the flag x is on. */
  peek(): string {
    this.skipComments();
    return this.source.charAt(this.at);
  }

  next(): string {
    const ch = this.peek();
    this.at += ch.length;
    return ch;
  }

  take(ch: string): boolean {
    if (this.peek() !== ch) return false;
    this.at++;
    return true;
  }

  nextCode(): number {
    this.skipComments();
    return this.nextRawCode();
  }

  peekRaw(ahead = 0): string {
    return this.source.charAt(this.at + ahead);
  }

  nextRaw(): string {
    return this.source.charAt(this.at++);
  }

  nextRawCode(): number {
    const code = codePointAt(this.source, this.at) ?? 0;
    this.at += code > 0xffff ? 2 : 1;
    return code;
  }

  takeRaw(ch: string): boolean {
    if (this.source.charAt(this.at) !== ch) return false;
    this.at++;
    return true;
  }

  /** The text that `shape` (sticky) finds here, which is then passed. */
  takeMatch(shape: RegExp): string | undefined {
    shape.lastIndex = this.at;
    const found = shape.exec(this.source)?.[0];
    if (found !== undefined) this.at += found.length;
    return found;
  }

  /** The text up to `end`, or up to the pattern's end; both are passed. */
  takeUntil(end: string): string {
    const found = this.source.indexOf(end, this.at);
    const text = found < 0 ? this.source.slice(this.at) : this.source.slice(this.at, found);
    this.at = found < 0 ? this.source.length : found + end.length;
    return text;
  }

  private skipComments(): void {
    if (!this.has('x')) return;
    for (;;) {
      const ch = this.source.charAt(this.at);
      if (ch !== '' && ' \t\n\v\f\r'.includes(ch)) this.at++;
      else if (ch === '#') {
        while (this.at < this.source.length && !/[\n\r\u0085\u2028\u2029]/.test(this.source.charAt(this.at)))
          this.at++;
      } else return;
    }
  }

  readGroupName(first: string): string {
    if (!/[a-zA-Z]/.test(first)) this.fail('Unknown look-behind group', -1);
    const name = first + (this.takeMatch(/[a-zA-Z0-9]*/y) ?? '');
    if (!this.takeRaw('>')) this.fail("named capturing group is missing trailing '>'", 0);
    return name;
  }

  /** Reads `imsx-imsx` and the `:` or `)` after it; true if a group body follows. */
  readInlineFlags(first: string): boolean {
    let isOn = true;
    for (let ch = first; ; ch = this.nextRaw()) {
      if (ch === ':' || ch === ')') return ch === ':';
      if (ch === '-' && isOn) isOn = false;
      else if (ch !== '' && inlineFlags.includes(ch)) {
        this.flags = isOn ? this.flags + ch : this.flags.replaceAll(ch, '');
      } else this.fail('Unknown inline modifier', -1);
    }
  }

  /** Reads `{n}`, `{n,}` or `{n,m}`. */
  readCounts(): { min: number; max: number } {
    const digits = /[0-9]+/y;
    if (!/[0-9]/.test(this.peekRaw(1))) this.fail('Illegal repetition', 0);
    this.at++;
    const min = Number(this.takeMatch(digits));
    let max = min;
    if (this.takeRaw(',')) {
      const upper = this.takeMatch(digits);
      max = upper === undefined ? Infinity : Number(upper);
    }
    if (!this.takeRaw('}')) this.fail('Unclosed counted closure', 0);
    if (min > MAX_COUNT || (max > MAX_COUNT && max !== Infinity) || max < min)
      this.fail('Illegal repetition range', -1);
    return { min, max };
  }
}
