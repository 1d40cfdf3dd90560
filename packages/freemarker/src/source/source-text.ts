/** A place in a template as FreeMarker reports it: both 1-based, columns in UTF-16 units with tabs expanded. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

declare const coordinates: unique symbol;

/**
 * A place in the text of the template, from 0: the coordinate of tokens, of the tree, and of everything based on them
 * (problems, edits, the trace). That of a token inside a string literal is where its characters are written.
 */
export type TemplateOffset = number & { readonly [coordinates]: 'template' };

/**
 * An index into the `text` of one SourceText: what a lexer counts in. It differs from the offset in the template where
 * the text is that of a string literal with escapes.
 */
export type TextIndex = number & { readonly [coordinates]: 'text' };

/** An offset into the text of a whole template, where the two coordinates are the same. */
export function templateOffset(offset: number): TemplateOffset {
  return offset as TemplateOffset;
}

/** An index that was counted from one of the same text. */
export function textIndex(index: number): TextIndex {
  return index as TextIndex;
}

/** The position in the template of the decoded text of a string literal: its own line/column base and offset map. */
export interface LiteralOrigin {
  /** Of the template. */
  readonly source: SourceText;
  readonly line: number;
  readonly column: number;
  /** For each index of the decoded text (and its end), the offset in the template; ascending. */
  readonly offsets: readonly TemplateOffset[];
}

/**
 * A template's text and the translation of offsets to lines and columns, made only when something asks.
 *
 * FreeMarker positions the content of a string literal with escapes as if the literal held its decoded text;
 * such a literal has its own source with an origin, so that errors carry the same columns.
 */
export class SourceText {
  readonly name: string;
  readonly text: string;
  readonly tabSize: number;
  readonly origin: LiteralOrigin | undefined;
  #lineStarts: number[] | undefined;

  constructor(name: string, text: string, tabSize = 8, origin?: LiteralOrigin) {
    this.name = name;
    this.text = text;
    this.tabSize = tabSize;
    this.origin = origin;
  }

  /** The source of the whole template; this one, unless it is the text of a literal. */
  get outermost(): SourceText {
    return this.origin?.source ?? this;
  }

  /** Where in the template the character at an index of this text is written. */
  offsetAt(index: number): TemplateOffset {
    return (this.origin === undefined ? index : (this.origin.offsets[index] ?? index)) as TemplateOffset;
  }

  /** The index in this text of the character that is written at an offset of the template, or around it. */
  indexAt(offset: number): TextIndex {
    return (
      this.origin === undefined ? offset : lastIndexAtOrBelow(this.origin.offsets, offset)
    ) as TextIndex;
  }

  /** The offset of the place `count` characters of this text after the character at an offset. */
  behind(offset: number, count: number): TemplateOffset {
    return this.offsetAt(this.indexAt(offset) + count);
  }

  /** The text between two offsets of the template, decoded if it is in a literal. */
  textOf({ start, end }: { readonly start: number; readonly end: number }): string {
    return this.text.slice(this.indexAt(start), this.indexAt(end));
  }

  /** The position of the character at the offset; line breaks belong to the line that they end. */
  position(offset: number): Position {
    const local = this.indexAt(offset);
    const starts = this.#starts();
    const lineIndex = lastIndexAtOrBelow(starts, local);
    const firstLine = this.origin?.line ?? 1;
    let column = lineIndex === 0 ? (this.origin?.column ?? 1) - 1 : 0;
    for (let i = starts[lineIndex] ?? 0; i <= local; i++) {
      column = this.text.charCodeAt(i) === 9 ? column + this.tabSize - (column % this.tabSize) : column + 1;
    }
    return { line: firstLine + lineIndex, column };
  }

  /** The 0-based index of the line that holds the offset. */
  lineIndex(offset: number): number {
    return lastIndexAtOrBelow(this.#starts(), offset);
  }

  /** The offset at which the line with the 0-based index begins. */
  lineStart(lineIndex: number): number {
    return this.#starts()[lineIndex] ?? this.text.length;
  }

  #starts(): number[] {
    if (this.#lineStarts !== undefined) return this.#lineStarts;
    const starts = [0];
    const { text } = this;
    for (let i = 0; i < text.length; i++) {
      const c = text.charCodeAt(i);
      if (c === 10 || (c === 13 && text.charCodeAt(i + 1) !== 10)) starts.push(i + 1);
    }
    return (this.#lineStarts = starts);
  }
}

function lastIndexAtOrBelow(sorted: readonly number[], value: number): number {
  let low = 0;
  let high = sorted.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((sorted[middle] ?? 0) <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}
