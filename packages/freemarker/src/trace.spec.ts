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

/** Each part of the template that had a value, with the value; `…` if others followed. */
function values(source: string, model: Value = {}): readonly string[] {
  return renderTraced(source, model).values.map(
    ({ start, end, text, varies }) => `${source.slice(start, end)} = ${text}${varies ? '…' : ''}`,
  );
}

describe('what each part is worth', () => {
  it('is what interpolations print and variables are assigned, but not literals', () => {
    expect(values('${x} <#assign y = x + 1 z = true w = "w" v = x == 2>${y}', { x: 2 })).toEqual([
      '${x} = 2',
      'x + 1 = 3',
      'x == 2 = true',
      '${y} = 3',
    ]);
  });

  it('is the first value of a list, and says when others follow', () => {
    expect(values('<#list xs as x>${x}${n}</#list>', { xs: [1, 2], n: 0 })).toEqual([
      '${x} = 1…',
      '${n} = 0',
    ]);
  });

  it('is what a macro is called with, not what one of its calls prints', () => {
    const macro = '<#macro m a b><#local c = a>${c}<#nested></#macro>';
    expect(values(`${macro}<@m x "literal">\${x}</@m><@m a=x b=[x]/>`, { x: 'X' })).toEqual([
      'x = X',
      '${x} = X',
      'x = X',
    ]);
  });

  it('is known for what is captured and returned too, and skips what has no text', () => {
    expect(values('<#assign c>in ${x}</#assign>${c}<#assign h = {"a": x} xs = [x]>', { x: 1 })).toEqual([
      '${x} = 1',
      '${c} = in 1',
    ]);
    expect(values('<#function f v><#return v + 1></#function><#assign y = f(x)>', { x: 1 })).toEqual([
      'f(x) = 2',
    ]);
  });

  it('of an included template is skipped', () => {
    const { values: noted } = renderTraced(
      '<#include "other.ftl">${x}',
      { x: 1 },
      { templates: { 'other.ftl': '${x}' } },
    );
    expect(noted.map(({ start }) => start)).toEqual([22]);
  });
});
