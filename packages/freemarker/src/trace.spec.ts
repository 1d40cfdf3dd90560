import { describe, expect, it } from 'vitest';
import { render, renderTraced } from './engine.ts';
import type { Value } from './values/value.ts';

/** Each range of the output with the source that printed it. */
function written(source: string, model: Value = {}): readonly string[] {
  const { output, ranges } = renderTraced(source, model);
  expect(output).toBe(render(source, model));
  return ranges.map(({ from, to, start, end }) => `${output.slice(from, to)} < ${source.slice(start, end)}`);
}

describe('who printed what', () => {
  it('covers text and values, each iteration of a list, and the innermost place of a macro', () => {
    expect(written('a ${x} b', { x: 'X' })).toEqual(['a  < a ', 'X < ${x}', ' b <  b']);
    expect(written('<#list xs as x>${x}<#sep>, </#sep></#list>', { xs: [1, 2] })).toEqual([
      '1 < ${x}',
      ',  < , ',
      '2 < ${x}',
    ]);
    expect(written('<#macro m v>[${v}<#nested>]</#macro><@m v=1>n</@m>')).toEqual([
      '[ < [',
      '1 < ${v}',
      'n < n',
      '] < ]',
    ]);
  });

  it('is the value that prints what was captured or returned, and not what was thrown away', () => {
    expect(written('<#assign c>in ${1}</#assign>${c}!')).toEqual(['in 1 < ${c}', '! < !']);
    expect(written('<#function f>lost ${1}<#return 2></#function>a${f()}')).toEqual(['a < a', '2 < ${f()}']);
    expect(written('a<#attempt>b${nothing}<#recover>c${1}</#attempt>d')).toEqual([
      'a < a',
      'c < c',
      '1 < ${1}',
      'd < d',
    ]);
    expect(written('a<#attempt>b${1}<#recover>c</#attempt>d')).toEqual([
      'a < a',
      'b < b',
      '1 < ${1}',
      'd < d',
    ]);
    expect(written('a<#compress>  b  ${1} </#compress>c')).toEqual([
      'a < a',
      'b 1 < <#compress>  b  ${1} </#compress>',
      'c < c',
    ]);
  });
});
