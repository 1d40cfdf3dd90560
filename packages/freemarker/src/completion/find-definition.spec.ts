import { describe, expect, it } from 'vitest';
import { findDefinition } from './find-definition.ts';

/** The template with `^` at the definition of the name around `|`. */
function defined(marked: string): string | undefined {
  const offset = marked.indexOf('|');
  const source = marked.replace('|', '');
  const found = findDefinition(source, offset);
  return found === undefined ? undefined : `${source.slice(0, found)}^${source.slice(found)}`;
}

describe('where a name is defined', () => {
  it('is found for variables, of several assignments the last one before', () => {
    expect(defined('<#assign whose = 1 who = 2>${wh|o}')).toBe('<#assign whose = 1 ^who = 2>${who}');
    expect(defined('<#assign a = 1><#assign a = 2>${a|}<#assign a = 3>')).toBe(
      '<#assign a = 1><#assign ^a = 2>${a}<#assign a = 3>',
    );
    expect(defined('<#assign assign>x</#assign>${ass|ign}')).toBe('<#assign ^assign>x</#assign>${assign}');
    expect(defined('<#import "/lib.ftl" as lib>${li|b.x}')).toBe('<#import "/lib.ftl" as ^lib>${lib.x}');
  });

  it('is found for macros and functions, also before they are defined', () => {
    expect(defined('<@ro|w/><#macro row></#macro>')).toBe('<@row/><#macro ^row></#macro>');
    expect(defined('<#function twice n><#return n * 2></#function>${twi|ce(2)}')).toBe(
      '<#function ^twice n><#return n * 2></#function>${twice(2)}',
    );
  });

  it('is found for parameters, which are known within alone', () => {
    expect(defined('<#macro m a=b b=1>${b|}</#macro>')).toBe('<#macro m a=b ^b=1>${b}</#macro>');
    expect(defined('<#macro m rest...>${re|st}</#macro>')).toBe('<#macro m ^rest...>${rest}</#macro>');
    expect(defined('<#macro m a></#macro>${a|}')).toBeUndefined();
    expect(defined('<@m x=y ; y>${y|}</@m>')).toBe('<@m x=y ; ^y>${y}</@m>');
    expect(defined('${xs?filter(x -> x| > 1)?size}')).toBe('${xs?filter(^x -> x > 1)?size}');
  });

  it('is the innermost where names hide each other', () => {
    const loop = (before: string, inside: string, after: string) =>
      `<#assign ${before}x = 1><#list xs as ${inside}x>\${x${after}}</#list>`;
    expect(defined(loop('', '', '|'))).toBe(loop('', '^', ''));
    expect(defined('<#assign x = 1><#list xs as x></#list>${x|}')).toBe(
      '<#assign ^x = 1><#list xs as x></#list>${x}',
    );
    expect(defined('<#list m as k, v>${v|}</#list>')).toBe('<#list m as k, ^v>${v}</#list>');
    expect(defined('<#list xs><#items as x>${x|}</#items></#list>')).toBe(
      '<#list xs><#items as ^x>${x}</#items></#list>',
    );
  });

  it('is nowhere for members, built-ins, texts, the variables of the tenant, and where nothing can be read', () => {
    const own = '<#assign size = 1>';
    for (const used of ['${a.si|ze}', '${a?si|ze}', '${"si|ze"}', 'si|ze', '${event|}', '${|', '|'])
      expect(defined(own + used)).toBeUndefined();
  });
});
