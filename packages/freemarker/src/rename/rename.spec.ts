import { describe, expect, it } from 'vitest';
import { findRenamable, rename } from './index.ts';

/** The template in which the name around `|` is another, or why it cannot be. */
function renamed(marked: string, to = 'new'): string {
  const offset = marked.indexOf('|');
  const source = marked.replace('|', '');
  const result = rename(source, offset, to);
  if ('rejection' in result) return result.rejection;
  return result.edits.reduceRight(
    (text, { start, end, text: insert }) => text.slice(0, start) + insert + text.slice(end),
    source,
  );
}

describe('renaming', () => {
  it('changes a variable wherever it is used, also within strings, and nothing that only looks like it', () => {
    expect(renamed('<#assign wh|o = 1>${who} ${whose} ${x.who} who "${"a ${who}"}" <#-- who -->')).toBe(
      '<#assign new = 1>${new} ${whose} ${x.who} who "${"a ${new}"}" <#-- who -->',
    );
    expect(renamed('<#assign a = 1><#if a gt 0><#assign a = a + 1></#if>${a|}')).toBe(
      '<#assign new = 1><#if new gt 0><#assign new = new + 1></#if>${new}',
    );
    expect(renamed('<#assign a>x</#assign>${a|?upper_case}')).toBe(
      '<#assign new>x</#assign>${new?upper_case}',
    );
  });

  it('changes macros with their calls and end tags, and functions', () => {
    expect(renamed('<@row a=1>x</@row><#macro ro|w a></#macro><@row a=2/>')).toBe(
      '<@new a=1>x</@new><#macro new a></#macro><@new a=2/>',
    );
    expect(renamed('<#function twice n><#return n * 2></#function>${twi|ce(2)}')).toBe(
      '<#function new n><#return n * 2></#function>${new(2)}',
    );
  });

  it('changes parameters with the arguments of every call', () => {
    expect(
      renamed(
        '<#macro row title value=title>${ti|tle}${value}</#macro><@row title="a" value=title/>${title!}',
      ),
    ).toBe('<#macro row new value=new>${new}${value}</#macro><@row new="a" value=title/>${title!}');
    expect(renamed('<#macro m re|st...>${rest?size}</#macro>')).toBe('<#macro m new...>${new?size}</#macro>');
  });

  it('changes loop variables with their counters, within their loop alone', () => {
    expect(renamed('<#list xs as x|>${x}${x_index}<#if x_has_next>,</#if></#list>${x!}')).toBe(
      '<#list xs as new>${new}${new_index}<#if new_has_next>,</#if></#list>${x!}',
    );
    expect(renamed('<#list m as k, v>${k}${v|}</#list>')).toBe('<#list m as k, new>${k}${new}</#list>');
    expect(renamed('<#list xs><#items as x>${x|}</#items></#list>')).toBe(
      '<#list xs><#items as new>${new}</#items></#list>',
    );
    expect(renamed('<#macro m><#nested 1></#macro><@m ; y>${y|}</@m>')).toBe(
      '<#macro m><#nested 1></#macro><@m ; new>${new}</@m>',
    );
    expect(renamed('${xs?filter(x| -> x > 1)?map(x -> x)?size}')).toBe(
      '${xs?filter(new -> new > 1)?map(x -> x)?size}',
    );
  });

  it('respects what hides a name', () => {
    const loop = (outer: string, inner: string): string =>
      `<#assign ${outer} = 1>\${${outer}}<#list xs as ${inner}>\${${inner}}</#list>\${${outer}}`;
    expect(renamed(loop('x', 'x').replace('${x}', '${x|}'))).toBe(loop('new', 'x'));
    expect(renamed(loop('x', 'x').replace('as x', 'as x|'))).toBe(loop('x', 'new'));
    expect(renamed('<#list xs as x><#list x as x>${x}</#list>${x|}</#list>')).toBe(
      '<#list xs as new><#list new as x>${x}</#list>${new}</#list>',
    );
    expect(renamed('<#assign a = 1><#macro m a>${a}</#macro><@m a=a|/>')).toBe(
      '<#assign new = 1><#macro m a>${a}</#macro><@m a=new/>',
    );
  });

  it('changes what #escape names', () => {
    expect(renamed('<#escape x| as x?json_string>${name}</#escape>')).toBe(
      '<#escape new as new?json_string>${name}</#escape>',
    );
  });

  it('rejects an invalid name', () => {
    for (const name of ['', '1a', 'a b', 'a-b', 'a.b', 'as', 'true'])
      expect(renamed('<#assign a| = 1>', name)).toMatch(
        /^A name has letters|is a word of the template language/,
      );
    expect(renamed('<#assign a| = 1>${a}', 'größe')).toBe('<#assign größe = 1>${größe}');
  });

  it('rejects a name that would be confused with another, or hide it', () => {
    for (const template of [
      '<#assign a| = 1><#assign new = 2>${a}',
      '<#assign a| = 1><#list xs as new>${a}</#list>',
      '<#list xs as a|>${new}${a}</#list>',
      '<#assign a| = 1>${new!}',
      '<#macro m a new>${a|}</#macro>',
      '<#macro m a|></#macro><#macro new></#macro><@m a=1/>${new!}${a!}'.replace('m a|', 'm| a'),
    ])
      expect(renamed(template)).toMatch(/^new already means something else/);
  });

  it('rejects a rename that may affect other templates or data', () => {
    const rejected: [string, RegExp][] = [
      ['<#assign a| = 1>${"a"?eval}', /\?eval/],
      ['<#assign a| = 1>${.vars["a"]}', /\.vars/],
      ['<#assign a| = 1><#include "b.ftl">', /included/],
      ['<#global a| = 1><#import "b.ftl" as b>', /imported/],
      ['<#macro m a|>${.args.a}</#macro>', /\.args/],
      ['<#if x><#assign a| = 1></#if>${a}', /before it is assigned/],
      ['<#if x><#assign a| = 1><#elseif y><#assign a = 2></#if>${a}', /before it is assigned/],
      ['<#list xs as x><#assign a| = x></#list>${a!}', /before it is assigned/],
      ['<#switch x><#case 1><#assign a| = 1><#break></#switch>${a}', /before it is assigned/],
      ['<#attempt><#assign a| = 1><#recover></#attempt>${a}', /before it is assigned/],
      ['<#macro m>${a}</#macro><@m/><#assign a| = 1>', /before it is assigned/],
      ['<#function f><#return a></#function>${f()}<#assign a| = 1>', /before it is assigned/],
      ['<#macro m>${a}</#macro><#macro n><@m/></#macro><@n/><#assign a| = 1>', /before it is assigned/],
      ['<#assign a| += 1>${a}', /before it is assigned/],
      ['<#macro m><#local a| = a + 1>${a}</#macro>', /before it is assigned/],
      ['<#macro m><#if x><#local a| = 1></#if>${a}</#macro>', /before it is assigned/],
      ['<#assign risk| = risk!"Low">${risk}', /before it is assigned/],
      ['${risk}<#assign risk| = 1>', /before it is assigned/],
      ['<#assign a = 1><#macro m><#local a| = 2>${a}</#macro>', /#local/],
      ['<#macro m a|></#macro><#assign f = m><@f a=1/>', /passed on/],
      ['<#macro m a|></#macro><#macro m b></#macro>', /more than once/],
      ['<#assign a| = 1>${', /errors/],
      ['${user_na|me}', /comes from the event/],
      ['te|xt', /not a name/],
      ['<#assign "a" = 1>${a|}', /another way/],
    ];
    for (const [template, why] of rejected) expect(renamed(template), template).toMatch(why);
  });

  it.each([
    '<#if x><#assign a| = 1><#else><#assign a = 2></#if>${a}',
    '<#switch x><#case 1><#case 2><#assign a| = 1><#break><#default><#assign a = 2></#switch>${a}',
    '<#attempt><#assign a| = 1><#recover><#assign a = 2></#attempt>${a}',
    '<#macro m>${a}</#macro><#assign a| = 1><@m/>',
    '<#assign a| = 0><#list xs as x><#assign a = a + x></#list>${a}',
    '<#macro m><#if x><#return></#if><#local a| = 1>${a}</#macro>',
    '<#assign a|>text</#assign>${a}',
  ])('follows every way that a template can take: %s', (marked) => {
    const offset = marked.indexOf('|');
    const source = marked.replace('|', '');
    const result = rename(source, offset, 'renamed');
    expect(result).toMatchObject({ edits: expect.arrayContaining([expect.anything()]) });
    if (!('edits' in result)) return;
    expect(result.edits).toHaveLength(source.match(/(?<!<#)\ba\b/g)?.length ?? 0);
  });

  it('describes the symbol before a new name is given', () => {
    const source = '<#assign who = 1>${who}';
    expect(findRenamable(source, source.length - 2)).toEqual({ name: 'who', from: 19, to: 22, places: 2 });
    expect(findRenamable('text', 2)).toHaveProperty('rejection');
  });

  it('takes no longer for each of many arguments', () => {
    const argumentsOf = (count: number): string =>
      Array.from({ length: count }, (_, n) => `x${n}=${n}`).join(' ');
    const source = `<#macro f x0 rest...></#macro><@f ${argumentsOf(10_000)}/>`;
    expect(rename(source, source.indexOf('f x0'), 'g')).toMatchObject({ edits: { length: 2 } });
    const renamedArgument = rename(source, source.indexOf('x0'), 'first');
    expect(renamedArgument).toMatchObject({ edits: [{ text: 'first' }, { text: 'first' }] });
  }, 20_000);
});
