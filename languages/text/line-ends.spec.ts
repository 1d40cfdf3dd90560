import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lineEndChanges, lineEndName, lineEndText, withLineEndsOf, withLineFeeds } from './line-ends.ts';

const end = fc.constantFrom('\n', '\r\n', '\r');
/** Lines that are unique by their number, with their line ends. */
const mixedLines = fc
  .array(fc.tuple(fc.constantFrom('a', 'b', 'c', ' d', 'e e'), end), { minLength: 1, maxLength: 40 })
  .map((lines) => lines.map(([text, lineEnd], at) => ({ text: `${text}${at}`, lineEnd })));
const joined = (lines: readonly { readonly text: string; readonly lineEnd: string }[]): string =>
  lines.map(({ text, lineEnd }) => text + lineEnd).join('');

describe('withLineEndsOf', () => {
  it('returns the original if only line ends differ', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', '\r', '\n', '\r\n', 'b'), { maxLength: 60 }), (pieces) => {
        const original = pieces.join('');
        expect(withLineEndsOf(original, withLineFeeds(original))).toBe(original);
        expect(withLineEndsOf(original, original)).toBe(original);
      }),
    );
  });

  it('changes only the line ends of an edited text', () => {
    const text = fc.array(fc.constantFrom('a', '\r', '\n', '\r\n', 'b'), { maxLength: 60 });
    fc.assert(
      fc.property(text, text, (original, edited) => {
        const result = withLineEndsOf(original.join(''), edited.join(''));
        expect(withLineFeeds(result)).toBe(withLineFeeds(edited.join('')));
      }),
    );
  });

  it('preserves every untouched line byte for byte, whatever lines are added, changed and removed', () => {
    const edit = fc.record({
      at: fc.nat(40),
      remove: fc.nat(3),
      add: fc.array(fc.constantFrom('x', 'y', ''), { maxLength: 3 }),
    });
    fc.assert(
      fc.property(mixedLines, fc.array(edit, { maxLength: 4 }), (lines, edits) => {
        const edited: { text: string; lineEnd: string; isNew?: boolean }[] = [...lines];
        for (const { at, remove, add } of edits) {
          edited.splice(at, remove, ...add.map((text) => ({ text, lineEnd: '\n', isNew: true })));
        }
        const lineFeeds = joined(edited.map((line) => ({ ...line, lineEnd: '\n' })));
        const result = withLineEndsOf(joined(lines), lineFeeds).match(/[^\r\n]*(?:\r\n?|\n)/g) ?? [];
        expect(result).toHaveLength(edited.length);
        for (const [at, { text, lineEnd, isNew }] of edited.entries()) {
          if (isNew !== true) expect(result[at]).toBe(text + lineEnd);
        }
      }),
    );
  });

  it('gives an added line the most frequent line end', () => {
    expect(withLineEndsOf('a\r\nb\r\nc', 'a\nnew\nb\nc')).toBe('a\r\nnew\r\nb\r\nc');
    expect(withLineEndsOf('a\r\nb\nc\nd', 'a\nb\nnew\nc\nd')).toBe('a\r\nb\nnew\nc\nd');
    expect(withLineEndsOf('a\rb', 'a\nb\n')).toBe('a\rb\r');
    expect(withLineEndsOf('one line', 'one\ntwo')).toBe('one\ntwo');
  });

  it('gives a changed line the line end of the line it replaces', () => {
    expect(withLineEndsOf('a\r\nb\nc\nd', 'A\nb\nc\nd')).toBe('A\r\nb\nc\nd');
  });

  it('gives changed and added lines the requested line end', () => {
    expect(withLineEndsOf('a\r\nb\r\nc', 'a\nB\nnew\nc', '\n')).toBe('a\r\nB\nnew\nc');
  });

  it('keeps two lines where a CR would come before the LF of an empty line', () => {
    expect(withLineEndsOf('a\rb\n\nc\rd', 'a\n\nc\nd')).toBe('a\r\rc\rd');
  });

  it('handles 1 MB with changes at both ends and in between quickly', () => {
    const lines = Array.from({ length: 30_000 }, (_, at) => `line ${at} of a long text`);
    const original = lines.map((line, at) => line + (at % 3 === 0 ? '\r\n' : '\n')).join('');
    const ends = `first\n${lines.join('\n')}\nlast\n`;
    const every = lines.map((line) => line.toUpperCase()).join('\n');
    const before = process.cpuUsage();
    expect(withLineEndsOf(original, ends)).toContain(original);
    expect(withLineFeeds(withLineEndsOf(original, every))).toBe(every);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(3000);
  });
});

describe('lineEndChanges', () => {
  it('counts the lines of which only the line end changed, by old and new line end', () => {
    expect(lineEndChanges('a\r\nb\r\nc\nd', 'a\nb\nnew\nc\nd')).toEqual([
      { from: '\r\n', to: '\n', lines: 2 },
    ]);
    expect(lineEndChanges('a\r\nb\r', 'a\rb\n')).toEqual([
      { from: '\r\n', to: '\r', lines: 1 },
      { from: '\r', to: '\n', lines: 1 },
    ]);
  });

  it('finds none if a line was added, or the last line got a line end', () => {
    expect(lineEndChanges('a\r\nb\r\nc', 'a\r\nnew\r\nb\r\nc\r\n')).toEqual([]);
    expect(lineEndChanges('a\nb', 'a\nb\n')).toEqual([]);
  });

  it('describes them as text', () => {
    const text = 'a\n'.repeat(1200);
    expect(lineEndText(text, text.replaceAll('\n', '\r\n'))).toBe('1,200 lines LF → CRLF');
    expect(lineEndText('a\r\nb', 'a\nb')).toBe('1 line CRLF → LF');
    expect(lineEndText('a\r\nb', 'a\r\nc')).toBeUndefined();
  });
});

it('names the line ends of a text', () => {
  expect(['a\nb', 'a\r\nb', 'a\rb', 'a\r\nb\n', 'a'].map(lineEndName)).toEqual([
    'LF',
    'CRLF',
    'CR',
    'mixed',
    undefined,
  ]);
});
