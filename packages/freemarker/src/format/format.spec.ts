import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { render } from '../index.ts';
import { formatTemplate } from './index.ts';

function formatted(source: string): string {
  const result = formatTemplate(source);
  if ('rejection' in result) throw new Error(`${result.rejection} (${result.offset})`);
  return result.formatted;
}

const models = [
  { s: 'a "quoted" text', n: 3, x: true, y: false, xs: [1, 2, 3] },
  { s: '', n: -0.5, x: false, y: true, xs: [] },
  { s: 'a\nb', n: 1e9, x: true, y: true, xs: [7] },
];

/** The output: parsed if it is JSON, otherwise without the whitespace outside of quotes; or that it failed. */
function meaning(source: string, model: (typeof models)[number]): unknown {
  let output: string;
  try {
    output = render(source, model);
  } catch {
    return 'failed';
  }
  try {
    return JSON.parse(output) as unknown;
  } catch {
    return { text: output.replaceAll(/("(?:\\.|[^"\\])*")|\s+/gs, '$1') };
  }
}

describe('a template that is laid out', () => {
  it('has members and directives line by line, and what is short in one line where it was', () => {
    expect(
      formatted(`<#assign who = event.user_name?json_string>
{"channel": "#identity","text": "*\${who}*",
"attachments": [{"color": "<#if risk == 'High'>#d64<#else>#ea0</#if>",
"fields": [{ "title": "Reason", "value": "\${event.reason}" },{"title":"App",    "value": "\${event.app_type}"},
     {"title":"When"}],
"ts": \${event_time}}], <#-- milliseconds -->
"tags": [<#list xs as x>{"n": \${x?c}}<#sep>,</#sep>
</#list>], <#if y>"b":1,
"c":{},<#else>"d":[],</#if>"e":<#if z>1<#else>2</#if>}
`),
    ).toBe(`<#assign who = event.user_name?json_string>
{
  "channel": "#identity",
  "text": "*\${who}*",
  "attachments": [{
    "color": "<#if risk == 'High'>#d64<#else>#ea0</#if>",
    "fields": [
      { "title": "Reason", "value": "\${event.reason}" },
      { "title": "App", "value": "\${event.app_type}" },
      { "title": "When" }
    ],
    "ts": \${event_time}
  }], <#-- milliseconds -->
  "tags": [
    <#list xs as x>
      { "n": \${x?c} }<#sep>,</#sep>
    </#list>
  ],
  <#if y>
    "b": 1,
    "c": {},
  <#else>
    "d": [],
  </#if>
  "e": <#if z>1<#else>2</#if>
}
`);
  });

  it('leaves text unchanged that is printed in another place', () => {
    const macro = '<#macro m x>{"q":  "${x}"}\n</#macro>';
    const captured = '<#assign t>a   b</#assign>';
    expect(formatted(`${macro}\n${captured}\n{"a":<@m x="1  2"/>}`)).toBe(
      `${macro}\n${captured}\n{ "a": <@m x="1  2"/> }`,
    );
  });

  it('has line feeds, and the cursor in the token in which it was', () => {
    const source = '{"first": 1,\r\n"second": "here"}';
    const at = source.replaceAll('\r\n', '\n').indexOf('here');
    const result = formatTemplate(source, at);
    expect(result).toEqual({
      formatted: '{\n  "first": 1,\n  "second": "here"\n}',
      cursor: '{\n  "first": 1,\n  "second": "here"\n}'.indexOf('here'),
    });
  });

  it.each([
    ['a number that continues in a branch', '{"a":1<#if x>000</#if>}', /continues after a directive/],
    ['a quote that a branch closes', '{"a":"<#if x>b"<#else>c"</#if>}', /closed in it/],
    ['a quote that a branch opens', '{"a":<#if x>"b<#else>"c</#if>"}', /closed outside of it/],
    ['numbers of a list without a space', '[<#list xs as x>${x}</#list>]', /without a space/],
    ['a bracket that a branch opens', '<#if x>{<#else>[</#if>"a"}', /opened in a branch/],
    ['two values', '{"a":"x" "y"}', /aren’t valid JSON/],
    ['a value next to another', '{"a":${x}"y"}', /depends on the data/],
    ['a text that isn’t JSON', 'Hello you', /aren’t valid JSON/],
    ['XML', '<a>${s}</a>', /“<” outside of quotes/],
    ['an unopened bracket', '{"a": 1]', /no bracket that this/],
    ['an unclosed bracket', '{"a": 1', /never closed/],
    ['an unclosed quote', '{"a": "1', /quote is opened here and never closed/],
    ['directives that trim', '{"a": 1<#t>\n}', /<#trim> decides/],
    ['an error', '{"a": ${s?nothing}}', /Fix the error/],
  ])('is rejected for %s', (_what, source, message) => {
    expect(formatTemplate(source)).toMatchObject({ rejection: expect.stringMatching(message) });
  });

  it('prints JSON that means the same, and stays as it is when it is laid out again', () => {
    const blank = fc.constantFrom('', '', ' ', '\n', '\n\n', '  \n  ', '\t');
    const tag = fc.constantFrom('<#if x>', '<#if y && n gt 0>');
    const inQuotes = fc
      .array(
        fc.constantFrom(
          'a',
          'a  b',
          '\\"',
          '\\\\',
          '{',
          '}',
          '[',
          ',',
          ':',
          '${s?json_string}',
          '<#if x>p<#else>q</#if>',
          '<#-- c -->',
          '\\u0020',
          '${n?c}',
        ),
        { maxLength: 4 },
      )
      .map((parts) => `"${parts.join('')}"`);
    const { json } = fc.letrec<{ json: string; member: string; members: string; items: string }>((tie) => ({
      json: fc.oneof(
        { maxDepth: 4, withCrossShrink: true },
        inQuotes,
        fc.constantFrom('1', '-2.5e3', 'true', 'null', '${n?c}', '-${n?c}', '<@say 1/>'),
        fc
          .tuple(blank, tie('members'), blank)
          .map(([before, members, after]) => `{${before}${members}${after}}`),
        fc.tuple(blank, tie('items'), blank).map(([before, items, after]) => `[${before}${items}${after}]`),
        fc
          .tuple(tag, blank, tie('json'), blank, tie('json'), blank)
          .map(([open, a, one, b, other, c]) => `${open}${a}${one}${b}<#else>${c}${other}</#if>`),
      ),
      member: fc
        .tuple(inQuotes, blank, blank, tie('json'))
        .map(([key, a, b, value]) => `${key}${a}:${b}${value}`),
      members: fc.oneof(
        fc.constant(''),
        fc
          .array(fc.tuple(tie('member'), blank), { minLength: 1, maxLength: 3 })
          .map((all) => all.map(([member, after]) => member + after).join(',')),
        fc
          .tuple(tag, blank, tie('member'), blank, tie('member'))
          .map(([open, a, one, b, last]) => `${open}${a}${one}${b},</#if>${b}${last}`),
      ),
      items: fc.oneof(
        fc.constant(''),
        fc
          .array(fc.tuple(tie('json'), blank), { minLength: 1, maxLength: 3 })
          .map((all) => all.map(([item, after]) => item + after).join(',')),
        fc
          .tuple(blank, tie('json'), blank, blank)
          .map(([a, item, b, c]) => `<#list xs as i>${a}${item}${b}<#sep>,</#sep>${c}</#list>`),
        fc
          .tuple(
            blank,
            fc.oneof(tie('json'), fc.constant('${i?c}')),
            blank,
            fc.constantFrom(
              '<#sep>,',
              '<#sep>, </#sep>',
              '<#if i_has_next>,</#if>',
              '<#if !(i?is_last)>, </#if>',
            ),
          )
          .map(([a, item, b, between]) => `<#list xs as i>${a}${item}${b}${between}</#list>`),
        fc
          .tuple(blank, tie('json'))
          .map(
            ([a, item]) => `<#list xs>${a}<#items as i>${item}<#sep>,</#sep></#items><#else>${item}</#list>`,
          ),
      ),
    }));
    const before = fc.constantFrom('', '<#assign k = 1>\n', '<#-- head -->\n\n', '<#assign k>a  b</#assign>');
    let done = 0;
    fc.assert(
      fc.property(before, json, blank, (head, body, tail) => {
        const source = `<#macro say it>{"said":  \${it}}</#macro>${head}${body}${tail}`;
        const result = formatTemplate(source);
        if ('rejection' in result) return;
        done += 1;
        expect(formatted(result.formatted)).toBe(result.formatted);
        for (const model of models) expect(meaning(result.formatted, model)).toEqual(meaning(source, model));
      }),
      { numRuns: 400 },
    );
    expect(done).toBeGreaterThan(200);
  });
});
