import { describe, expect, it } from 'vitest';
import { highlightLines } from './highlight-lines.ts';
import { lineSegments } from './line-segments.ts';

/** The text of each highlighted part of one line, with its class. */
function highlighted(
  text: string,
  language: 'javascript' | 'json' | 'sql' | 'freemarker',
  line = 0,
): string[][] {
  const source = text.split('\n')[line] ?? '';
  return (highlightLines(text, language)[line] ?? []).map(({ from, to, className }) => [
    source.slice(from, to),
    className,
  ]);
}

describe('syntax highlighting', () => {
  it('distinguishes keys from values in JSON', () => {
    expect(highlighted('{"a": "b", "n": 1}', 'json')).toEqual([
      ['"a"', 'tok-key'],
      ['"b"', 'tok-string'],
      ['"n"', 'tok-key'],
      ['1', 'tok-number'],
    ]);
  });

  it('finds an interpolation inside a JSON string of a template', () => {
    const ranges = highlighted('{"text": "${who?json_string} <#if risk>x</#if>"}', 'freemarker');
    expect(
      ranges
        .filter(([, name]) => name === 'tok-interpolation')
        .map(([text]) => text)
        .join(''),
    ).toContain('${who?json_string}');
    expect(ranges).toContainEqual(['<#if', 'tok-keyword']);
    expect(ranges).toContainEqual(['</#if>', 'tok-keyword']);
  });

  it('distinguishes a built-in from a variable in a directive', () => {
    expect(highlighted('<#assign who = event.user_name?json_string>', 'freemarker')).toContainEqual([
      'json_string',
      'tok-key',
    ]);
  });

  it('continues a template comment over several lines', () => {
    expect(highlighted('<#-- one\ntwo ${x} -->', 'freemarker', 1)).toEqual([['two ${x} -->', 'tok-comment']]);
  });

  it('highlights the parameters of a query', () => {
    expect(highlighted('SELECT a FROM b WHERE c > :since', 'sql')).toContainEqual([':since', 'tok-number']);
  });

  it('cuts a line at the boundaries of syntax and marks without losing text', () => {
    const segments = lineSegments(
      'abcdef',
      [{ from: 0, to: 4, className: 'tok-string' }],
      [{ from: 2, to: 5 }],
    );
    expect(segments).toEqual([
      { text: 'ab', className: 'tok-string', marked: false },
      { text: 'cd', className: 'tok-string', marked: true },
      { text: 'e', className: '', marked: true },
      { text: 'f', className: '', marked: false },
    ]);
  });
});
