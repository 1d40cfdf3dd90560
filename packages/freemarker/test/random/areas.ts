import {
  any,
  condition,
  content,
  failing,
  list,
  literalOf,
  number,
  numericInterpolation,
  string,
} from './expressions.ts';
import type { Random } from './random.ts';

export interface MadeCase {
  readonly template: string;
  readonly templates?: Readonly<Record<string, string>>;
  readonly config?: Readonly<Record<string, string>>;
}

const LIBRARIES = {
  'lib.ftl':
    '<#assign v = "lib" w = 2><#macro show a b="B">[${a}-${b}-${v}<#nested a>]</#macro>' +
    '<#function twice x><#return x * 2></#function><#macro put x><#assign v = x></#macro>lost',
  'other.ftl':
    '<#import "lib.ftl" as inner><#assign v = "other"><#macro show a><@inner.show a=a/>|${v}</#macro>',
  'inc.ftl': '<#assign v = "inc">(${v})<#macro late>late ${v}</#macro>',
} as const;

const config = (
  r: Random,
  settings: Readonly<Record<string, readonly [string, ...string[]]>>,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(settings).flatMap(([name, values]) => (r.chance(0.3) ? [[name, r.pick(values)]] : [])),
  );

const joined = (parts: readonly string[]): string => parts.join('|');

/** String literals with interpolations in each other, escaped in every way, in every place that takes a string. */
function nested(r: Random): MadeCase {
  const text = (): string => literalOf(content(r, 1 + r.below(3)), r);
  const place = (): string =>
    r.pick<() => string>([
      () => `\${${text()}}`,
      () => `\${${text()}}`,
      () => `\${${string(r, 3)}}`,
      () => `<#assign v = ${text()}>\${v}`,
      () => `<#if ${text()} == ${text()}>y<#else>n</#if>`,
      () => `<@m p=${text()} q=${text()}/>`,
      () => `<@m ${text()}, ${text()}/>`,
      () => `<#list [${text()}, ${text()}] as x>\${x}<#sep>,</#list>`,
      () => `<#switch ${text()}><#case ${text()}>c<#default>d</#switch>`,
      () => `\${f(${text()})}`,
      () => `<#stop ${text()}>`,
      () => `\${h[${text()}]!"-"}`,
      () => `<#escape x as x + ${text()}>\${s}</#escape>`,
      () => `\${${text()}?replace(${text()}, "_")}`,
    ])();
  return {
    template: `<#macro p p q="q">\${p}/\${q}</#macro><#macro m p q="-">\${p},\${q}</#macro><#function f x><#return x + "!"></#function>${joined(r.several(1, 3, place))}`,
  };
}

function numeric(r: Random): MadeCase {
  const one = (): string =>
    r.pick<() => string>([
      () => numericInterpolation(r),
      () => numericInterpolation(r),
      () => `\${${literalOf(`a${numericInterpolation(r)}`, r)}}`,
      () => `<#escape x as x?string?html>${numericInterpolation(r)}</#escape>`,
      () => `<#outputformat "HTML">${numericInterpolation(r)}</#outputformat>`,
      () => `<#assign v>${numericInterpolation(r)}</#assign>\${v}`,
      () => `<#setting locale="de_DE">${numericInterpolation(r)}`,
      () => `<#list nums as n>${numericInterpolation(r)}</#list>`,
    ])();
  return {
    template: joined(r.several(1, 3, one)),
    config: config(r, {
      locale: ['de_DE', 'fr_FR', 'en_US'],
      number_format: ['0.00', 'computer', '#,##0.###'],
    }),
  };
}

const VALUES = [
  's',
  'n',
  'd',
  'b',
  'l',
  'nums',
  'h',
  'rows',
  'dt',
  'day',
  'dbl',
  '.pass',
  '.now',
  '.main',
  '.globals',
  '.vars',
  '.namespace',
  '.data_model',
  '.locale_object',
  '.locale',
  'ns',
  'ns.twice',
  'ns.show',
  'm',
  'f',
  '1..3',
  '[]',
  '{}',
  '(nope!)',
  '"x"?interpret',
  '"x"?esc',
  'mk?no_esc',
  's?index_of',
  'l?join',
  'dt?string',
  'b?string',
  'n?string',
  'compress',
  'html_escape',
  'capture_output',
  'normalize_newlines',
  'xml_escape',
  'l?map(x -> x)',
  'l?filter(x -> true)',
  'h?keys',
  'h?values',
  '"a-b"?split("-")',
  '"ab"?matches("a")',
  '"ab"?matches("a")[0]',
  '"ab"?matches("(a)")?groups',
  '"2020"?date("yyyy")',
  'l?chunk(2)',
  '.get_optional_template("lib.ftl")',
  '.get_optional_template("no.ftl")',
  '.args',
  '.version',
  '.template_name',
  'm?with_args([1])',
  'f?with_args([1])',
] as const satisfies readonly [string, ...string[]];
const TESTS = [
  'string',
  'number',
  'boolean',
  'date',
  'date_like',
  'date_only',
  'time',
  'datetime',
  'unknown_date_like',
  'sequence',
  'indexable',
  'collection',
  'collection_ex',
  'enumerable',
  'hash',
  'hash_ex',
  'method',
  'macro',
  'directive',
  'transform',
  'markup_output',
  'node',
] as const satisfies readonly [string, ...string[]];

function typeTests(r: Random): MadeCase {
  const one = (): string => `\${${r.pick(VALUES)}?is_${r.pick(TESTS)}?c}`;
  const loop = `<#list [1] as i>\${i?is_${r.pick(TESTS)}?c}\${i_index?is_${r.pick(TESTS)}?c}</#list>`;
  return {
    template: `<#import "lib.ftl" as ns><#macro m a="">\${(.args)?is_${r.pick(TESTS)}?c}</#macro><#function f x="y"><#return x></#function><#outputformat "HTML">${joined(r.several(2, 5, one))}</#outputformat>${r.chance(0.3) ? loop : ''}${r.chance(0.3) ? '<@m/>' : ''}`,
    templates: LIBRARIES,
  };
}

function namespaces(r: Random): MadeCase {
  const name = (): string => r.pick(['ns', 'o', '.main', '.namespace', '.globals', 'o.inner']);
  const variable = (): string => r.pick(['v', 'w', 'x', 'late', 'show', 's']);
  const step = (): string =>
    r.pick<() => string>([
      () =>
        `<#import "${r.pick(['lib.ftl', 'other.ftl', '/lib.ftl', './other.ftl'])}" as ${r.pick(['ns', 'o', 'x'])}>`,
      () => `<#include "inc.ftl">`,
      () =>
        `<#assign ${r.pick(['v', 'x', 's'])} = ${literalOf(content(r, 1), r)}${r.chance(0.4) ? ` in ${name()}` : ''}>`,
      () => `<#global ${r.pick(['v', 'x', 's'])} = ${number(r)}>`,
      () => `\${${name()}.${variable()}!"-"}`,
      () => `\${(${name()}.${variable()}?is_macro?c)!"-"}`,
      () => `\${${variable()}!"-"}`,
      () =>
        `<@${r.pick(['ns', 'o', 'ns', 'x'])}.${r.pick(['show', 'put'])} ${r.pick(['a', 'x', 'a'])}=${string(r, 1)}/>`,
      () => `<@ns.show a=${string(r, 1)}; z>\${z}\${v!"?"}</@ns.show>`,
      () => `<@late/>`,
      () => `\${ns.twice(${number(r)})}`,
      () => `<#list ${name()}?keys?sort as k>\${k} </#list>`,
      () => `<#assign ${r.pick(['v', 'x'])}${r.chance(0.5) ? ` in ${name()}` : ''}>cap\${v!}</#assign>`,
      () =>
        `<#macro mine p>\${p}<#local v = p>\${v}\${.locals.v!"?"}\${.main.v!"?"}</#macro><@mine p=${string(r, 1)}/>`,
    ])();
  return {
    template: `<#import "lib.ftl" as ns><#import "other.ftl" as o>${joined(r.several(2, 6, step))}`,
    templates: LIBRARIES,
  };
}

function interpreted(r: Random): MadeCase {
  const source = (): string =>
    r.pick<() => string>([
      () => content(r, 2),
      () => `<#assign z = ${string(r, 1)}>\${z}`,
      () => `<#list ${list(r)} as i>\${i}</#list>`,
      () => `<#if ${condition(r)}>y<#else>n</#if>`,
      () => `<#macro made p>[\${p}]</#macro><@made p=${string(r, 1)}/>`,
      () => r.pick(['<#if b>', '${', '<#nope>', '${s', '<@', '</#if>', '${1 +}']),
      () => `\${${failing(r)}}`,
      () => `<@${literalOf(content(r, 1), r)}?interpret/>`,
    ])();
  const one = (): string =>
    r.pick<() => string>([
      () => `<@${literalOf(source(), r)}?interpret/>`,
      () => `<#assign t = ${literalOf(source(), r)}?interpret><@t/>`,
      () => `<@[${literalOf(source(), r)}, "name"]?interpret/>`,
      () => `\${${literalOf(any(r, 2), r)}?eval}`,
      () => `<#attempt><@${literalOf(source(), r)}?interpret/><#recover>recovered</#attempt>`,
      () => `<#transform ${literalOf(source(), r)}?interpret>body</#transform>`,
      () => `<#outputformat "HTML"><@${literalOf(source(), r)}?interpret/></#outputformat>`,
    ])();
  return { template: joined(r.several(1, 3, one)) };
}

function lambdas(r: Random): MadeCase {
  const test = (x: string): string =>
    r.pick([
      `${x}?is_string`,
      `${x}?string != "x"`,
      `${x}?is_number && ${x} gt 1`,
      `n gt 3`,
      `${x}?has_content`,
      `${x}?string?length lt 3`,
      `${x}`,
      `nope`,
    ]);
  const value = (x: string): string =>
    r.pick([
      `${x}`,
      `${x}?string?upper_case`,
      `"<" + ${x}?string + ">"`,
      `[${x}]`,
      `{"k": ${x}}`,
      `${literalOf(`\${${x}}`, r)}`,
      `${x}.id`,
      `nope`,
      `nope!${x}`,
      `${x}?index`,
    ]);
  const step = (): string =>
    r.pick<() => string>([
      () => `?filter(x -> ${test('x')})`,
      () => `?map(x -> ${value('x')})`,
      () => `?map((x) -> ${value('x')})`,
      () => `?take_while(y -> ${test('y')})`,
      () => `?drop_while(y -> ${test('y')})`,
      () => '?reverse',
      () => '[0..1]',
      () => '?chunk(2)',
      () => '?sort',
      () => '?map(up)',
      () => '?filter(yes)',
    ])();
  const end = (): string =>
    r.pick<() => string>([
      () => '?join(",")',
      () => '?size',
      () => '?first',
      () => '?last',
      () => '[0]',
      () => '?seq_contains("x")?c',
      () => '?seq_index_of("Y")',
      () => '?min',
      () => '?has_content?c',
      () => '?is_sequence?c',
      () => '?is_enumerable?c',
    ])();
  const source = (): string =>
    r.pick<() => string>([
      () => list(r),
      () => `(${list(r)})`,
      () => 'l',
      () => 'rows',
      () => 'nums',
      () => '(1..5)',
    ])();
  const one = (): string =>
    r.pick<() => string>([
      () => `\${${source()}${r.several(1, 3, step).join('')}${end()}}`,
      () =>
        `<#list ${source()}${r.several(1, 3, step).join('')} as i>\${i?is_hash?then("h", i?is_sequence?then("s", i))}<#sep>,</#list>`,
      () => `<#assign q = ${source()}${step()}>\${q?size}\${q?is_sequence?c}`,
    ])();
  return {
    template: `<#function up x><#return x?string?upper_case></#function><#function yes x><#return true></#function>${joined(r.several(1, 3, one))}`,
  };
}

function formats(r: Random): MadeCase {
  const numberFormat = (): string =>
    r.pick([
      '0.00',
      '#,##0.##',
      '0',
      'percent',
      'currency',
      'computer',
      '0.#E0',
      "'n'0",
      '000.000;(0)',
      '0.0;; roundingMode=halfUp',
      ',##0',
      '#',
    ]);
  const dateFormat = (): string =>
    r.pick([
      'yyyy-MM-dd',
      'HH:mm:ss.SSS',
      'EEE, d MMM yyyy',
      'short',
      'long',
      'medium_short',
      'iso',
      'iso m nz',
      'xs',
      'iso ms u',
      "h 'o''clock' a",
      'G y',
      'D w W',
      'full',
      'iso_h',
    ]);
  const nestedFormat = (): string =>
    r.pick([
      'HTML',
      'XML',
      'RTF',
      'XHTML',
      'HTML{XML}',
      'XML{HTML}',
      '{XML}',
      '{HTML}',
      '{RTF}',
      'HTML{XML{RTF}}',
      'JSON',
      'plainText',
      '{HTML{XML}}',
      'nope',
      '{JSON}',
    ]);
  const printed = (): string =>
    r.pick([
      'mk',
      's',
      `"'{}\\\\<"`,
      'mk?no_esc',
      'mk?esc',
      'n',
      'mk?esc + "<"',
      'mk?html',
      'mk?xml',
      `"x"?no_esc + mk`,
    ]);
  const one = (): string =>
    r.pick<() => string>([
      () => `\${(${number(r)})?string(${literalOf(numberFormat(), r)})}`,
      () => `\${${r.pick(['dt', 'day'])}?string(${literalOf(dateFormat(), r)})}`,
      () =>
        `\${dt?string.${r.pick(['short', 'iso', 'xs', 'medium', 'long', 'full', 'iso_nz', 'short_long'])}}`,
      () => `\${b?string(${string(r, 1)}, ${string(r, 1)})}`,
      () => `<#setting number_format=${literalOf(numberFormat(), r)}>\${${number(r)}}`,
      () =>
        `<#setting ${r.pick(['datetime_format', 'date_format'])}=${literalOf(dateFormat(), r)}>\${dt}\${day}`,
      () => `<#setting boolean_format=${literalOf(r.pick(['c', 'y,n', 'x', 'on,off', ',']), r)}>\${b}`,
      () =>
        `<#setting time_zone=${literalOf(r.pick(['Europe/Zurich', 'America/Recife', 'GMT+02:30', 'Asia/Kolkata']), r)}>\${dt?string("HH:mm z")}\${dt?iso_local}`,
      () =>
        `<#outputformat ${literalOf(nestedFormat(), r)}>\${${printed()}}<#outputformat ${literalOf(nestedFormat(), r)}>\${${printed()}}</#outputformat></#outputformat>`,
      () =>
        `<#outputformat ${literalOf(r.pick(['HTML', 'XML', 'RTF']), r)}><#assign o = ${printed()}></#outputformat><#outputformat ${literalOf(r.pick(['HTML', 'XML', 'XHTML']), r)}>\${o}</#outputformat>`,
      () =>
        `\${${r.pick(['dt', 'day'])}?${r.pick(['iso_utc', 'iso_local', 'iso_utc_ms', 'iso_utc_m', 'iso_utc_nz', 'date', 'time', 'long', 'datetime?string.iso'])}}`,
      () =>
        `\${${number(r)}?${r.pick(['c', 'string', 'round', 'floor', 'abs', 'string.percent', 'string.computer', 'string["0.0"]'])}}`,
      () => `<#autoesc>\${mk}</#autoesc>`,
      () => `<#outputformat "HTML"><#noautoesc>\${mk}</#noautoesc>\${mk?esc?markup_string}</#outputformat>`,
    ])();
  return {
    template: joined(r.several(1, 3, one)),
    config: config(r, {
      locale: ['de_DE', 'fr_FR', 'en_GB', 'ja_JP'],
      time_zone: ['Europe/Zurich', 'America/New_York', 'Australia/Lord_Howe'],
    }),
  };
}

/** Failures in the conditions and bodies of every directive, in each other. */
function errors(r: Random): MadeCase {
  const bad = (): string => (r.chance(0.35) ? failing(r) : any(r, 1));
  const test = (): string =>
    r.chance(0.3)
      ? r.pick([`${failing(r)}`, `${failing(r)} == 1`, `s?number gt 1`, `n gt s`, `s?date("yyyy") lt dt`])
      : condition(r);
  const tag = (text: string): string =>
    /[<>]/.test(text.replace(/"[^"]*"|'[^']*'/g, '')) ? `(${text})` : text;
  const gap = (): string => r.pick(['', '', '\n', ' \n  ', '\t', '\r\n']);
  const block = (depth: number): string =>
    `${gap()}${r.several(1, 2, () => element(depth)).join(gap())}${gap()}`;
  const element = (depth: number): string => {
    if (depth <= 0)
      return r.pick<() => string>([
        () => 'text',
        () => `\${${bad()}}`,
        () => `\${${bad()}}`,
        () => numericInterpolation(r),
      ])();
    const body = (): string => block(depth - 1);
    return r.pick<() => string>([
      () => `<#if ${tag(test())}>${body()}</#if>`,
      () => `<#if ${tag(test())}>${body()}<#else>${body()}</#if>`,
      () => `<#if ${tag(test())}>${body()}<#elseif ${tag(test())}>${body()}</#if>`,
      () => `<#switch ${tag(bad())}><#case ${tag(bad())}>${body()}<#break><#default>${body()}</#switch>`,
      () =>
        `<#list ${r.chance(0.2) ? tag(bad()) : list(r)} as i>${body()}<#if i?index gt 1><#break></#if></#list>`,
      () => `<#list ${list(r)} as i>${body()}<#sep>${body()}<#else>${body()}</#list>`,
      () => `<#list ${list(r)}>a<#items as i>${body()}</#items>b</#list>`,
      () => `<#attempt>${body()}<#recover>${body()}</#attempt>`,
      () => `<#assign v>${body()}</#assign>\${v}`,
      () => `<#assign v = ${tag(bad())}>`,
      () => `<#assign v = ${tag(bad())} w = ${tag(bad())}>`,
      () => `<@m p=${tag(bad())}>${body()}</@m>`,
      () => `<@m ${tag(bad())}; q>${body()}\${q}</@m>`,
      () => `\${f(${bad()})}`,
      () => `<#compress>${body()}</#compress>`,
      () => `<#escape x as x?string?html>${body()}</#escape>`,
      () => `<#outputformat "HTML">${body()}</#outputformat>`,
      () =>
        `<#include ${r.pick(['"inc.ftl"', 'nope', '"no.ftl"', '"no.ftl" ignore_missing=true', '"inc.ftl" parse=false', '"inc.ftl" parse=nope', '"inc.ftl" parse="y"', '"inc.ftl" ignore_missing=nope', '"inc.ftl" encoding=nope', 'n'])}>`,
      () =>
        `<#setting ${r.pick(['number_format="0"', 'locale=nope', 'boolean_format=1', 'number_format="0;;x=1"', 'time_zone="nope"', 'datetime_format="qq"'])}>\${n}\${dt}`,
      () => `<#stop ${tag(bad())}>`,
      () => `<#return>`,
    ])();
  };
  return {
    template: `<#macro m p>[\${p}<#nested p>]</#macro><#function f x><#return x></#function>${block(1 + r.below(3))}`,
    templates: LIBRARIES,
  };
}

function transforms(r: Random): MadeCase {
  const body = (): string =>
    r
      .several(1, 3, () =>
        r.pick<() => string>([
          () => ` a\n\n  b `,
          () => `<b> & "'`,
          () => '\r\nx\ry\n',
          () => `\${${any(r, 1)}}`,
          () => '',
          () => '\n',
          () => one(0),
        ])(),
      )
      .join('');
  const one = (depth = 1): string => {
    const inner = depth > 0 ? body() : 'in < ner\n';
    return r.pick<() => string>([
      () => `<@compress>${inner}</@compress>`,
      () =>
        `<@compress single_line=${r.pick(['true', 'false', 'b', 'nope', '"x"', '1'])}>${inner}</@compress>`,
      () => `<@compress buffer_size=${r.pick(['10', 'n', '"x"'])} single_line=true>${inner}</@compress>`,
      () => `<@html_escape>${inner}</@html_escape>`,
      () => `<@xml_escape>${inner}</@xml_escape>`,
      () => `<@normalize_newlines>${inner}</@normalize_newlines>`,
      () =>
        `<@capture_output ${r.pick(['var="v"', 'global="v"', 'local="v"', 'var="v" namespace=.main', 'var=1', 'x="v"', '', 'var="v" global="w"', 'local="v" namespace=.main', 'var="v" namespace=1'])}>${inner}</@capture_output>\${v!"none"}`,
      () => `<#transform html_escape>${inner}</#transform>`,
      () => `<#transform compress single_line=true>${inner}</#transform>`,
      () => `<#attempt><@html_escape>${inner}\${nope}</@><#recover>r</#attempt>`,
      () => `\${(compress??)?c}\${(nocompress??)?c}`,
      () => `<#assign compress = "own">\${compress}`,
      () => `<#compress>${inner}</#compress>`,
      () => `<@html_escape/>`,
      () => `<@compress true>${inner}</@compress>`,
      () => `<#assign k = xml_escape><@k>${inner}</@k>`,
    ])();
  };
  return { template: `[${joined(r.several(1, 2, () => one()))}]` };
}

export const AREAS: Readonly<Record<string, (r: Random) => MadeCase>> = {
  nested,
  numeric,
  typeTests,
  namespaces,
  interpreted,
  lambdas,
  formats,
  errors,
  transforms,
};
