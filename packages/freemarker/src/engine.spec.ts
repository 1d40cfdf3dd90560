import { describe, expect, it } from 'vitest';
import { compile, DateValue, parse, render, TemplateError, templateSet, utilsVariable } from './engine.ts';

function errorOf(run: () => unknown): TemplateError {
  try {
    run();
  } catch (error) {
    if (error instanceof TemplateError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

describe('rendering', () => {
  it('reads only own properties of the model', () => {
    expect(
      render('${constructor!"missing"} ${m.__proto__!"missing"} ${m["toString"]!"missing"}', { m: {} }),
    ).toBe('missing missing missing');
    const model = JSON.parse('{"m":{"__proto__":"own","constructor":"mine"}}') as object;
    expect(render('${m.__proto__} ${m.constructor}', model)).toBe('own mine');
    const top = JSON.parse('{"__proto__":"own","constructor":"mine"}') as object;
    expect(render('${.vars["__proto__"]} ${constructor} ${toString!"missing"}', top)).toBe(
      'own mine missing',
    );
  });

  it('prints the text before an interpolation that fails', () => {
    const { output, error } = templateSet('a${1}b${missing.key}c').renderPartially({});
    expect(output).toBe('a1b');
    expect(error?.code).toBe('missing-value');
  });

  it('reads the same model every time', () => {
    const names = Array.from({ length: 100 }, (_, i) => `v${i}`);
    const reads = names.map((name) => `\${${name}!"-"}`).join(' ');
    const odd = ' ${constructor!"-"} ${.vars["__proto__"]!"-"} ${toString!"-"} ${absent!"-"} ${nothing!"-"}';
    const template = compile(reads + odd + odd);
    const few = JSON.parse('{"v1":"a","v99":"z","nothing":null,"__proto__":"own"}') as object;
    const odds = ' - own - - -';
    const fewRead = names.map((name) => ({ v1: 'a', v99: 'z' })[name] ?? '-').join(' ');
    expect(template(few)).toBe(fewRead + odds + odds);
    const many = Object.fromEntries(Array.from({ length: 150 }, (_, i) => [`v${i}`, String(i)]));
    const manyRead = names.map((name) => many[name]).join(' ');
    expect(template(many)).toBe(manyRead + ' - - - - -'.repeat(2));
    expect(template(Object.assign(Object.create(null), many))).toBe(manyRead + ' - - - - -'.repeat(2));
    const wide = { ...many, ...Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`w${i}`, 'w'])) };
    expect(template(wide)).toBe(manyRead + ' - - - - -'.repeat(2));
    const heir: object = Object.create(Object.create(null, { v1: { value: 'inherited' } }));
    expect(template(heir)).toBe(
      names.map((name) => (name === 'v1' ? 'inherited' : '-')).join(' ') +
        odd.replace(/\$\{[^}]+\}/g, '-').repeat(2),
    );
  });

  it('gives one compiled template any number of models', () => {
    const hello = compile('Hello ${name}!');
    expect([hello({ name: 'Ann' }), hello({ name: 'Bob' })]).toEqual(['Hello Ann!', 'Hello Bob!']);
  });

  it('undoes in the next rendering what #setting and #global changed', () => {
    const template = compile('${x!"-"} ${1.5}<#setting locale="de"><#global x=1>');
    expect([template({}), template({})]).toEqual(['- 1.5', '- 1.5']);
  });

  it('offers the service functions when the caller puts them into the model', () => {
    const model = { utils: utilsVariable() };
    expect(render('${utils.number_to_datetime_timezone(1700000000123, "Europe/Zurich")}', model)).toBe(
      'Nov 14, 2023 11:13 PM, CET',
    );
  });

  it('takes a name behind ?string for a format, and an index for a character of the text', () => {
    const source = '${n?string.percent} ${n?string["0.0"]} ${n?string[f]} ${n?string[1]} ${n?string[0..1]}';
    expect(render(source, { n: 12.34, f: '000' })).toBe('1,234% 12.3 012 2 12');
    expect(errorOf(() => render('${"a"?string.percent}')).code).toBe('type-mismatch');
  });

  it('prints a date in the format that was set at its ?string', () => {
    const model = { at: new DateValue(1_700_000_000_123, 'datetime') };
    const source =
      '<#setting datetime_format="yyyy"><#assign text = at?string><#setting datetime_format="MM">${text} ${at}';
    const twice = compile(source);
    expect([twice(model), twice(model)]).toEqual(['2023 11', '2023 11']);
  });

  it('finds included templates in the set only, and relative to the including one', () => {
    const templates = { 'a/b.ftl': '<#include "c.ftl">', 'a/c.ftl': 'C' };
    expect(render('<#include "a/b.ftl">', {}, { templates })).toBe('C');
    expect(errorOf(() => render('<#include "../x">')).code).toBe('include');
  });

  it('changes long texts as it changes short ones', () => {
    const piece = 'tom & "Jerry" <b>it\'s</b> 3/4 ~x*  é 😀 ';
    for (const change of ['html', 'xml', 'url', 'url_path', 'capitalize', 'json_string', 'upper_case']) {
      const template = compile(`\${text?${change}}`);
      const once = template({ text: piece });
      expect(once).not.toBe(piece);
      expect(template({ text: piece.repeat(2_000) })).toBe(once.repeat(2_000));
    }
    const ascii = compile('${text?capitalize}');
    expect(ascii({ text: 'ann LEE\tof 2nd\n_x' })).toBe('Ann Lee\tOf 2nd\n_x');
    expect(ascii({ text: `${'ann LEE '.repeat(1_000)}` })).toBe('Ann Lee '.repeat(1_000));
  });

  it('takes the items of a mapped list one by one, in step with the loop', () => {
    const source =
      '<#assign log=""><#function f x><#assign log += x><#return x></#function>' +
      '<#list (1..3)?map(f) as x><#assign log += "-"></#list>${log}';
    expect(render(source)).toBe('1-2-3-');
  });
});

describe('errors', () => {
  it('carry the phase and the place that FreeMarker reports', () => {
    expect(errorOf(() => render('a\n${nope}'))).toMatchObject({
      phase: 'runtime',
      code: 'missing-value',
      line: 2,
      column: 3,
      endLine: 2,
      endColumn: 6,
      blamed: 'nope',
    });
    expect(errorOf(() => render('<#if x>'))).toMatchObject({ phase: 'parse', line: 1, column: 7 });
  });

  it('note no stack of the engine, and leave the stacks of others alone', () => {
    expect(errorOf(() => render('${nope}')).stack).not.toContain('\n    at ');
    expect(new Error('other').stack).toContain('\n    at ');
  });

  it('of missing values are forgiven inside parentheses, wherever the path breaks off', () => {
    const model = { a: { b: 'x' }, list: ['y'], index: undefined };
    const paths = [
      'a.c.d',
      'a["c"]["d"].e',
      'nope[0]',
      'list[index]',
      'list[7].b',
      '(a.c).d',
      'a.c?upper_case',
    ];
    for (const path of paths) {
      expect(render(`\${(${path})!"-"} \${(${path})???c} \${(${path})?has_content?c}`, model)).toBe(
        '- false false',
      );
      expect(errorOf(() => render(`\${${path}}`, model)).code).toBe('missing-value');
    }
    // Only what is missing is forgiven, and without parentheses only the last step.
    expect(errorOf(() => render('${(a.b.c)!"-"}', model)).code).toBe('type-mismatch');
    expect(errorOf(() => render('${a.c.d!"-"}', model)).code).toBe('missing-value');
  });

  it('are caught by #attempt, but limits are not', () => {
    expect(render('<#attempt>${nope}<#recover>saved</#attempt>')).toBe('saved');
    const endless = '<#attempt><#list 1.. as x></#list><#recover>saved</#attempt>';
    expect(errorOf(() => render(endless, {}, { limits: { steps: 2000 } })).code).toBe('limit-steps');
  });

  it('count calculating with thousands of digits as work', () => {
    const limits = { steps: 50_000, milliseconds: 60_000 };
    const calculating = (digits: number, calculation: string): string =>
      `<#assign x = ("1." + ""?left_pad(${digits}, "3"))?number><#list 1..200 as i><#assign y = ${calculation}></#list>`;
    for (const calculation of ['x * x', '7 / x', 'x % 3', 'x + 1', '1 - x']) {
      expect(errorOf(() => render(calculating(9000, calculation), {}, { limits })).code).toBe('limit-steps');
      expect(render(calculating(500, calculation), {}, { limits })).toBe('');
    }
  });

  it('list the local variables of a macro in the order of the original, added ones among its parameters', () => {
    const listing = '${.locals?keys?join(",")} ${.locals.z} ${.locals?size}';
    const parameters = 'z a b=1 c=a';
    expect(
      render(`<#macro m ${parameters}><#local q=1><#local 'hello world'=2>${listing}</#macro><@m 1 2/>`),
    ).toBe('a,q,b,c,z,hello world 1 6');
    const many = 'p1 p2 p3 p4 p5 p6 p7 p8 p9 z';
    expect(render(`<#macro m ${many}><#local zz=1>${listing}</#macro><@m 1 2 3 4 5 6 7 8 9 0/>`)).toBe(
      'zz,p1,p2,p3,p4,p5,p6,p7,p8,p9,z 0 11',
    );
  });

  it('know the codes of a locale, and of its extensions that there are none', () => {
    const codes = '${.locale_object.ISO3Country} ${.locale_object.getISO3Language()}';
    expect(render(codes, {}, { locale: 'de_CH' })).toBe('CHE deu');
    expect(render('[${.locale_object.ISO3Country}]', {}, { locale: 'fr' })).toBe('[]');
    expect(errorOf(() => render('${.locale_object.ISO3Language}', {}, { locale: 'xx' })).phase).toBe(
      'runtime',
    );
    const extensions = '${.locale_object.extensionKeys?size}${.locale_object.hasExtensions()?c}';
    expect(render(`${extensions} \${.locale_object.stripExtensions()}`)).toBe('0false en_US');
    expect(render('${.locale_object.getISOCountries()?size} ${.locale_object.getISOLanguages()?size}')).toBe(
      '249 188',
    );
  });

  it('give no name to output formats that are combined by one name', () => {
    const nested =
      "<#outputformat 'XML'><#outputformat '{HTML}'>${.output_format}</#outputformat></#outputformat>";
    expect(render(nested)).toBe('XML{HTML}');
    const named =
      "<#outputformat 'XML{HTML}'>[${.output_format}]${'<'}<#outputformat '{XML}'>${.output_format}";
    expect(render(`${named}</#outputformat></#outputformat>`)).toBe('[]&amp;lt;null{XML}');
  });

  it('distinguish the time limit from other limits', () => {
    let time = 0;
    const now = (): number => (time += 400);
    expect(errorOf(() => render('<#list 1.. as x></#list>', {}, { now })).code).toBe('limit-time');
  });

  it('become nodes and a list of errors when parsing tolerantly', () => {
    const parsed = parse('a ${x + } b <#if y>c', { tolerant: true });
    expect(parsed.errors.map((error) => error.code)).toEqual(['syntax', 'syntax']);
    expect(parsed.root.children.map((child) => child.type)).toEqual(['text', 'error', 'text', 'if']);
  });

  it('reject access to Java', () => {
    expect(errorOf(() => render('${"java.util.Date"?new()}')).code).toBe('refused');
    expect(errorOf(() => render('${x?api}', { x: {} })).code).toBe('refused');
  });
});
