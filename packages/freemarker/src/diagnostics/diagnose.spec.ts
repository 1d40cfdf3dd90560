import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { VariableModel } from '../variables/variable-model.ts';
import { diagnose, findJsonProblem, type DiagnoseOptions, type Diagnostic, type QuickFix } from './index.ts';

const variables: readonly VariableModel[] = [
  {
    name: 'event',
    columns: [
      { name: 'user_name', type: 'STRING' },
      { name: 'event_time', type: 'TIMESTAMP' },
      { name: 'count', type: 'LONG' },
      { name: 'recovered', type: 'BOOLEAN' },
    ],
  },
];
const json: DiagnoseOptions = { variables, contentType: 'application/json' };

const found = (source: string, options: DiagnoseOptions = {}): string[] =>
  diagnose(source, options).map(({ code, start, end }) => `${code}: ${source.slice(start, end)}`);

function applied(source: string, fix: QuickFix | undefined): string {
  const edits = [...(fix?.edits ?? [])].sort((a, b) => b.start - a.start);
  return edits.reduce(
    (text, { start, end, text: insert }) => text.slice(0, start) + insert + text.slice(end),
    source,
  );
}

/** The template after the first fix of the only finding. */
function fixed(source: string, options: DiagnoseOptions = {}): string {
  const [first, ...others] = diagnose(source, options);
  expect(others).toEqual([]);
  return applied(source, first?.fixes[0]);
}

describe('values in JSON', () => {
  it('wants ?c on numbers and timestamps', () => {
    expect(fixed('{"t": ${event.event_time}}', json)).toBe('{"t": ${event.event_time?c}}');
    expect(fixed('{"n": ${event.count + 1}}', json)).toBe('{"n": ${(event.count + 1)?c}}');
    expect(found('{"n": ${event.count?c}, "s": "${event.count?string("0.0")}"}', json)).toEqual([]);
  });

  it('knows number formats that do not group digits', () => {
    expect(found('<#setting number_format="computer">{"n": ${event.count}}', json)).toEqual([]);
  });

  it('knows what was escaped when it was assigned, unless it is ever assigned otherwise', () => {
    const escaped = '<#assign who = event.user_name?json_string>{"u": "${who}"}';
    expect(found(escaped, json)).toEqual([]);
    const both = '<#assign who = event.user_name?json_string><#assign who = event.user_name>{"u": "${who}"}';
    expect(found(both, json)).toEqual(['string-without-json-string: who']);
  });

  it('wants ?json_string on strings in quotes', () => {
    expect(fixed('{"u": "${event.user_name}"}', json)).toBe('{"u": "${event.user_name?json_string}"}');
    expect(fixed('{"u": "${event.user_name!"-"}"}', json)).toBe(
      '{"u": "${(event.user_name!"-")?json_string}"}',
    );
    expect(fixed('{"u": "${event.user_name?js_string}"}', json)).toBe(
      '{"u": "${event.user_name?json_string}"}',
    );
    expect(fixed('{"u": "${event.user_name?json_string?upper_case}"}', json)).toBe(
      '{"u": "${event.user_name?upper_case?json_string}"}',
    );
  });

  it('lets pass what cannot hold anything to escape', () => {
    const safe = [
      'tenant_id',
      'system.domain?upper_case',
      '"a" + tenant_id',
      'utils.number_to_datetime_utc(1)',
    ];
    safe.push('event.recovered?then("yes", "no")', 'event.event_time?number_to_datetime?iso_utc', '"x\'y"');
    for (const expression of safe) expect(found(`{"a": "\${${expression}}"}`, json)).toEqual([]);
  });

  it('notices strings without quotes around them', () => {
    expect(found('{"u": ${event.user_name}}', json)).toEqual(['value-without-quotes: event.user_name']);
  });

  it('looks for JSON only where the content is JSON', () => {
    expect(found('Hello "${event.user_name}"', { variables })).toEqual([]);
    expect(found('{"u": "${event.user_name}"}', { variables })).toHaveLength(1);
    expect(found('{"u": "${event.user_name}"}', { variables, contentType: 'text/plain' })).toEqual([]);
  });

  it('takes kinds from a sample of the data', () => {
    const model = { event: { at: 1_700_000_000_123, name: 'x' } };
    expect(found('{"t": ${event.at}}', { model })).toEqual(['number-without-c: event.at']);
  });
});

describe('the shape of JSON', () => {
  it.each([
    ['{"a": 1,}', '}'],
    ['{"a": <#if x>1<#else>2</#if> "b": 2}', '"'],
    ['{"a": [<#list xs as x>{"n": 1}</#list>]}', '{'],
    ['{"a": "${x?json_string}}', '}'],
    ['{"a": 1', '1'],
  ])('%j is wrong at %j', (source, at) => {
    expect(found(source, { contentType: 'application/json' })).toEqual([`invalid-json: ${at}`]);
  });

  it.each([
    '{"a": [<#list xs as x>${x?c}<#sep>, </#list>]}',
    '{"a": [<#list xs as x>${x?c}<#if x?has_next>,</#if></#list>]}',
    '{"a": 1<#if b>, "b": 2</#if>}',
    '{"a": <#if b>1</#if><#if !b>2</#if>}',
    '<#macro m v>{"v": ${v?c}}</#macro>[<@m 1/>, <@m 2/>]',
    '{"a": <#include "x.ftl">}',
    '<#assign body>"a": 1</#assign>{${body}}',
  ])('%j may be right', (source) => {
    expect(found(source, { contentType: 'application/json' })).toEqual([]);
  });

  it.each([
    ['{"a": [1, 2.5e3, true, null, "\\u0041"], "b": {}}', undefined],
    ['[]', undefined],
    ['[1,]', 3],
    ['{"a" 1}', 5],
    ['{a: 1}', 1],
    ['"a\nb"', 2],
    ['01', 1],
    ['', 0],
    ['1 2', 2],
  ])('finds the JSON error in %j', (text, offset) => {
    expect(findJsonProblem(text)?.offset).toBe(offset);
    let isValid = true;
    try {
      JSON.parse(text);
    } catch {
      isValid = false;
    }
    expect(isValid).toBe(offset === undefined);
  });
});

describe('mistakes of the language', () => {
  it('wants gt where > ends the tag', () => {
    expect(fixed('<#if a > b>x</#if>')).toBe('<#if a gt b>x</#if>');
    expect(fixed('<#if a >= 3>x</#if>')).toBe('<#if a gte 3>x</#if>');
    expect(found('<#if a gt b>x > y</#if><#if c>"quoted" text</#if>')).toEqual([]);
  });

  it('shows how much of the expression a default covers', () => {
    expect(fixed('${i!0 + 1}')).toBe('${i!(0 + 1)}');
    expect(fixed('${a!"x"?upper_case}')).toBe('${a!("x"?upper_case)}');
    expect(found('${(i!0) + 1} ${a!b.c} ${a!(1 + 2)}')).toEqual([]);
  });

  it('wants a comma between arguments that look like a call', () => {
    expect(fixed('<#macro m a b></#macro><@m "a" (x)/>')).toBe('<#macro m a b></#macro><@m "a", (x)/>');
    expect(found('<#macro m a b></#macro><@m f(x) "b"/>')).toEqual([]);
  });

  it('does not print booleans as they are', () => {
    expect(fixed('${a == b}')).toBe('${(a == b)?c}');
    expect(found('${event.recovered}', { variables })).toEqual(['bare-boolean: event.recovered']);
    expect(found('<#setting boolean_format="c">${a == b}')).toEqual([]);
  });

  it('names the nearest built-in, directive, macro, variable and column', () => {
    expect(fixed('${x?uper_case}')).toBe('${x?upper_case}');
    expect(applied('<#fi x></#if>', diagnose('<#fi x></#if>')[0]?.fixes[0])).toBe('<#if x></#if>');
    expect(fixed('<#macro fact></#macro><@fakt/>')).toBe('<#macro fact></#macro><@fact/>');
    expect(fixed('${evnt.user_name}', { variables })).toBe('${event.user_name}');
    expect(fixed('${event.user_nam}', { variables })).toBe('${event.user_name}');
    expect(fixed('${utils.number_to_datetime_utx(1)}')).toBe('${utils.number_to_datetime_utc(1)}');
  });

  it('knows the variables that the template makes', () => {
    expect(
      found('<#assign a=1><#list [1] as x>${a}${x}</#list>${[1]?map(y -> y)?join("")}', { variables }),
    ).toEqual([]);
  });

  it('shows old forms and what replaces them', () => {
    expect(fixed('#{x; m2M4}')).toBe('${(x)?string("0.00##")}');
    expect(found('<#foreach x in xs></#foreach>')).toEqual(['deprecated: <#foreach x in xs']);
    expect(fixed('<#if x?exists></#if>')).toBe('<#if x??></#if>');
  });

  it('reports every syntax error, not only the first', () => {
    expect(found('${a + } <#if x>${b?}')).toHaveLength(3);
  });
});

describe('a sample of the data', () => {
  const model = { event: { name: 'Ann "A"', tags: ['x', 'y'] }, n: 5 };

  it('shows where rendering would fail', () => {
    expect(found('${event.name} ${event.nam.length}', { model })).toEqual([
      'runtime: event.nam',
      'unknown-column: nam',
    ]);
    expect(found('${n?upper_case} ${event.tags}', { model })).toEqual(['runtime: event.tags']);
    expect(found('${tenant_id} ${system.domain} ${utils.number_to_datetime_utc(n)}', { model })).toEqual([]);
  });

  it('shows where the output would be no JSON', () => {
    const source = '{"tags": [<#list event.tags as t><#if t?index gt 9>,</#if>"${t?json_string}"</#list>]}';
    const [only] = diagnose(source, { model });
    expect(only).toMatchObject({ code: 'invalid-json', severity: 'warning' });
    expect(found('{"name": "${event.name?json_string}"}', { model })).toEqual([]);
  });

  it('is not stopped by a template that never ends', () => {
    expect(found('<#list 1.. as i></#list>', { model })).toEqual([]);
  });
});

describe('robustness', () => {
  const piece = fc.constantFrom(
    ...[
      '${',
      '}',
      '<#if ',
      '<#list x as y>',
      '</#list>',
      '<@m ',
      '/>',
      '>',
      '?',
      '.',
      '!',
      '"',
      "'",
      '(',
      ')',
      'a',
      '1',
      ' ',
    ],
    ...[
      '\n',
      '<#--',
      '-->',
      '#{',
      '[',
      ']',
      '{',
      ',',
      ':',
      '<#macro m a>',
      '</#macro>',
      '<#else>',
      '\\',
      '+',
      '->',
    ],
  );

  it('accepts any text and points into it', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 25 }), (pieces) => {
        const source = pieces.join('');
        const all: readonly Diagnostic[] = diagnose(source, json);
        for (const { start, end, fixes } of all) {
          expect(start).toBeGreaterThanOrEqual(0);
          expect(end).toBeGreaterThanOrEqual(start);
          expect(end).toBeLessThanOrEqual(source.length);
          for (const fix of fixes)
            for (const edit of fix.edits) expect(edit.end).toBeLessThanOrEqual(source.length);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('reports a template that nests too deeply instead of failing', () => {
    expect(diagnose('${' + '('.repeat(10_000))).toHaveLength(1);
  });
});

describe('a variable that is local to a macro', () => {
  it('is known by its own name', () => {
    const template =
      "<#macro greet whom><#local whole = 'Hello ' + whom>${whole}</#macro><@greet whom='Zoë'/>";
    expect(diagnose(template, { model: { event: {} } })).toEqual([]);
  });
});

describe('a template of lists within lists', () => {
  it('is diagnosed, although each list doubles what would be printed', () => {
    const lists = '<#list a as b>'.repeat(60);
    const template = `[${lists}1${'</#list>'.repeat(60)}]`;
    expect(diagnose(template, { contentType: 'application/json' })).toEqual([]);
  });

  it('looks once for the end that a hundred thousand comments do not have', () => {
    expect(diagnose('<#-- '.repeat(100_000))).toHaveLength(50_000);
  }, 20_000);
});

describe('a template of end tags without beginnings', () => {
  it.each([
    ['directives', '</#if>', 6],
    ['calls', '</@m>', 5],
  ])('reports each of its %s as such, at any distance into the template', (_what, tag, length) => {
    const problems = diagnose(tag.repeat(5_000));
    expect(problems.map(({ start }) => start)).toEqual(
      Array.from({ length: 5_000 }, (_, index) => index * length),
    );
    expect(new Set(problems.map(({ message }) => message))).toHaveLength(1);
  });

  it('is gone through once for what may have been meant as their beginnings', () => {
    const executed = vi.spyOn(RegExp.prototype, 'exec');
    const searches = (count: number): number => {
      executed.mockClear();
      diagnose('<if x> </#if> <@m </@m>'.repeat(count));
      return executed.mock.calls.length;
    };
    const [few, many] = [searches(500), searches(1_000)];
    executed.mockRestore();
    expect(many).toBeLessThan(2.2 * few);
  });
});
