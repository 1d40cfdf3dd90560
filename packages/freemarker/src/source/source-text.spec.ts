import { describe, expect, it } from 'vitest';
import { SourceText, templateOffset } from './source-text.ts';

describe('positions in a source', () => {
  it('counts lines for all three line breaks, which belong to the line that they end', () => {
    const source = new SourceText('t', 'a\nb\r\nc\rd');
    expect(source.position(1)).toEqual({ line: 1, column: 2 });
    expect(source.position(2)).toEqual({ line: 2, column: 1 });
    expect(source.position(4)).toEqual({ line: 2, column: 3 });
    expect(source.position(5)).toEqual({ line: 3, column: 1 });
    expect(source.position(7)).toEqual({ line: 4, column: 1 });
  });

  it('advances a tab to the next multiple of the tab size', () => {
    expect(new SourceText('t', 'a\tb').position(2)).toEqual({ line: 1, column: 9 });
    expect(new SourceText('t', '\tb', 4).position(1)).toEqual({ line: 1, column: 5 });
  });

  it('positions the content of an escaped literal as if the literal held its decoded text', () => {
    // The literal "\\n${x}" at column 5: its decoded line break starts a new line.
    const origin = { source: new SourceText('t', '<#if "\\n${x}">'), line: 1, column: 6 };
    const source = new SourceText('t', '\n${x}', 8, {
      ...origin,
      offsets: [5, 7, 8, 9, 10, 11].map(templateOffset),
    });
    expect(source.position(9)).toEqual({ line: 2, column: 3 });
  });
});
