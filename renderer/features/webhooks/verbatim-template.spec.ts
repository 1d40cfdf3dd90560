import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compile } from '@tenant-desk/freemarker';
import { verbatimTemplate } from './verbatim-template.ts';

/** Text with a meaning in the template language, and text that only looks like it. */
const pieces = fc.oneof(
  fc.constantFrom(
    ...['<#if x>', '</#if>', '<#--', '-->', '<@macro/>', '</@', '${event.x}', '#{7}', '$${', '${"', '<#ftl>'],
    ...['[#if x]', '[/#if]', '[=x]', '[@m/]', '[#--', '<#noparse>', '</#noparse>', '\\', '"', "'", '}', '{'],
    ...['<', '#', '$', '[', '=', '\n', '\r\n', '\r', ' \t', '<#t>', '<#rt/>', '\u2028', '名前', ''],
  ),
  fc.string({ maxLength: 6 }),
);
const texts = fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join(''));

describe('a verbatim template', () => {
  it('leaves plain text alone', () => {
    expect(verbatimTemplate('{ "a": "b < c # d $ e [1]" }')).toBe('{ "a": "b < c # d $ e [1]" }');
  });

  it('outputs any text unchanged', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(compile(verbatimTemplate(text))()).toBe(text);
      }),
      { numRuns: 3000 },
    );
  });
});
