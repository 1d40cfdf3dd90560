import { describe, expect, it } from 'vitest';
import { readCorpus } from '../../test/corpus-case.ts';
import { parse } from '../index.ts';
import { diagnose } from './diagnose.ts';

/** Problems of the syntax: the line (from 1) and the marked text. */
function problems(template: string): readonly string[] {
  return diagnose(template)
    .filter(({ code }) => /^(?:syntax|unknown-built-in|unknown-directive)$/.test(code))
    .map(({ start, end }) => `${lineOf(template, start)}: ${template.slice(start, end)}`);
}

const lineOf = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;

describe('where a mistake is reported', () => {
  it('reports a broken end tag, and not its block', () => {
    expect(problems('<#if a>\n<#list b as c>\n${c}\n</#lst>\n</#if>\n')).toEqual(['4: #lst']);
    expect(problems('<#if a>\n<#list b as c>\n${c}\n</list>\n</#if>\n')).toEqual(['4: </list>']);
    expect(problems('<#macro m>\nx\n/#macro>\n<@m/>')).toEqual(['3: /#macro>']);
    expect(problems('<#if a>\nx\n<#if>\ny')).toEqual(['3: #if']);
    expect(problems('<@m>\nx\n</m>\ny')).toEqual(['3: </m>']);
    expect(problems('<@m>\nx\n</@m\ny')).toEqual(['3: </@m']);
  });

  it('reports a broken opening tag, and neither its end tag nor the tags that depend on it', () => {
    expect(problems('<#lis a as b>\n${b?index}<#sep>,</#sep>\n<#break>\n</#list>')).toEqual(['1: #lis']);
    expect(problems('<#list a>\n<items as b>\n${b?index}\n</#items>\n</#list>')).toEqual(['2: <items']);
    expect(problems('<#if a ? >\nx\n<#else>\ny\n</#if>')).toEqual(['1: >']);
    expect(problems('<#attemp>\nx\n<#recover>\ny\n</#attempt>')).toEqual(['1: #attemp']);
    expect(problems('<#macr m>\n<#local x = 1><#nested>\n</#macro>')).toEqual(['1: #macr']);
  });

  it('takes a template that ends in the middle for one that is not finished', () => {
    expect(problems('<#if a>\n  <#list b as c>\n    x')).toEqual(['3: x']);
    expect(problems('<#if a>\n  <#list b as c>\n    ${c')).toEqual(['3: c']);
    expect(problems('<#if a>\n  <#list b as c>\n    <#-- x')).toEqual(['3: x']);
  });

  it('reports the beginning of an unclosed string', () => {
    expect(problems('${"abc}\n<#if a>x</#if>\n${"d"}\n')).toEqual(['1: "abc}']);
    expect(problems('<#if a == "b>\nx\n</#if>\ny')).toEqual(['1: "b>']);
  });

  it('sees by the indentation where an end tag is missing', () => {
    expect(problems('<#list a as b>\n  <#if b>\n    x\n  y\n</#list>\n')).toEqual(['4: y']);
    expect(problems('<#list a as b>\nx\n<#if b>\ny\n</#list>\n')).toEqual(['3: <#if ']);
  });

  it('ends a macro before the next one begins, for they cannot be nested', () => {
    const others = '<#macro b>\n  y\n</#macro>\n<#function c>\n  <#return 1>\n</#function>\n<@b/>';
    expect(problems(`<#macro a>\n  x\n${others}`)).toEqual(['1: <#macro ']);
    expect(problems(`<#macro a>\n  x\n</macro>\n${others}`)).toEqual(['3: </macro>']);
    expect(problems(`<#macro a>\n  x\n</#macrox>\n${others}`)).toEqual(['3: #macrox']);
    expect(problems(`<#macro a>\n<#list b as c>\n  x\n</#list>\n< /#macro>\n${others}`)).toHaveLength(1);
    expect(problems(`<#macro a><#macro d>x</#macro></#macro>\n${others}`)).toEqual(['1: <#macro ']);
    expect(problems(`<#macro a>\n  <#macro d>\n  x\n</#macro>\n${others}`)).toEqual(['2: <#macro ']);
  });

  it('sees by the indentation where an opening tag is missing', () => {
    expect(problems('[\n  x\n  <#list a as b>\n    y\n  </#list>\n  </#if>\n]')).toEqual(['6: </#if>']);
    expect(problems('[\n    x\n    y\n  </#if>\n]')).toEqual(['2: x']);
    expect(problems('[\n  \n    x\n  <#else>\n    y\n  </#if>\n]')).toEqual(['2:   ']);
    expect(problems('x\n<#else>\n  y\n</#if>\n')).toEqual(['2: <#else>']);
  });

  it('takes what counts on a missing opening tag for one mistake', () => {
    expect(problems('${a}<#sep>,</#sep>\n</#list>\n')).toEqual(['1: <#sep>']);
    expect(problems('x\n<#recover>\ny\n</#attempt>\n')).toEqual(['2: <#recover>']);
    expect(problems('<#case 1>\nx<#break>\n<#default>\n</#switch>\n')).toEqual(['1: <#case ']);
  });

  it('does not take a clause of the block for what follows it', () => {
    expect(problems('[\n<#if a>\n  x\n<#else>\n  y\n]')).toEqual(['6: ]']);
    expect(problems('[\n<#if a>\n  x\n\n  y\n\nz]')).toEqual(['6: \n']);
  });

  it('leaves to a block what is its own, although something broke in it', () => {
    expect(problems('<#if a>\n<#foo x>\n</#if>')).toEqual(['2: #foo']);
    expect(problems('<#if a>\n</#list>\n<#else>\n</#if>')).toEqual(['2: </#list>']);
  });
});

/** Edits of valid templates, the same ones in each run: a character goes, comes or changes, or the rest is cut off. */
function* brokenTemplates(): Generator<{ readonly text: string; readonly editedAt: number }> {
  let state = 20_261;
  const random = (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return Math.floor((state / 0x8000_0000) * below);
  };
  const characters = ['x', '<', '>', '}', '{', '"', '?', '(', '/', '#', '$', '.', '</#', '${'];
  const corpus = ['authored', 'webhooks'].flatMap(
    (name) => readCorpus(new URL(`../../test/corpus/${name}.jsonl`, import.meta.url)) ?? [],
  );
  const templates = corpus.map(({ template }) => template).filter((template) => parses(template));
  // Most templates of the corpus are short: several of them make one that is worth an editor.
  for (let round = 0; round < 1200; round++) {
    const base = Array.from({ length: 5 }, () => templates[random(templates.length)] ?? '').join('\n');
    if (!parses(base)) continue;
    const at = 1 + random(base.length - 2);
    const inserted = characters[random(characters.length)] ?? '';
    const edits = [
      base.slice(0, at) + base.slice(at + 1),
      base.slice(0, at) + inserted + base.slice(at),
      base.slice(0, at) + inserted + base.slice(at + 1),
      base.slice(0, at),
    ];
    const text = edits[random(edits.length)] ?? '';
    if (!parses(text)) yield { text, editedAt: at };
  }
}

function parses(template: string): boolean {
  try {
    parse(template);
    return true;
  } catch {
    return false;
  }
}

describe('after an edit of a valid template', () => {
  it('reports the first problem on the edited line, and rarely another', () => {
    const counts: number[] = [];
    let onTheLine = 0;
    for (const { text, editedAt } of brokenTemplates()) {
      const found = problems(text);
      counts.push(found.length);
      if (found[0]?.startsWith(`${lineOf(text, editedAt)}: `) === true) onTheLine++;
    }
    counts.sort((a, b) => a - b);
    const share = onTheLine / counts.length;
    expect(counts.length).toBeGreaterThan(200);
    expect(share).toBeGreaterThan(0.9);
    expect(counts[Math.floor(counts.length / 2)]).toBeLessThanOrEqual(2);
    expect(counts[Math.floor(counts.length * 0.9)]).toBeLessThanOrEqual(4);
  });
});
