import fc from 'fast-check';
import { BUILT_INS } from '../src/built-ins/registry.ts';

/** Generates templates by the grammar of the language: most are well-formed, and many fail while rendering. */

const name = fc.constantFrom('a', 'b', 's', 'n', 'xs', 'm', 'user', 'x', 'item');
/** Built-ins that may follow a plain expression: loop variables and output formats have their own rules. */
const builtIns = BUILT_INS.filter(({ syntax }) => syntax !== 'loop' && syntax !== 'markup');
const plainBuiltIn = fc.constantFrom(
  ...builtIns.filter(({ parameters }) => parameters.length === 0).map(({ name: builtIn }) => builtIn),
);
const callBuiltIn = fc.constantFrom(
  ...builtIns.filter(({ parameters }) => parameters.length > 0).map(({ name: builtIn }) => builtIn),
);
const operator = fc.constantFrom(
  '+',
  '-',
  '*',
  '/',
  '%',
  '==',
  '!=',
  '<',
  '<=',
  'gt',
  'gte',
  '&&',
  '||',
  '..',
  '..<',
  '..!',
);
const stringText = fc.constantFrom(
  '',
  'a',
  'abc',
  ' x ',
  '1',
  '0.00',
  'r',
  'i',
  'yyyy-MM-dd',
  '(a+)+$',
  '[',
  ',',
  'é',
  '\\n',
  '${a}',
  '#{n}',
);
const quoted = fc.tuple(stringText, fc.constantFrom('"', "'")).map(([text, quote]) => quote + text + quote);
const number = fc.oneof(
  fc.nat(20).map(String),
  fc.constantFrom('0', '1.5', '10000000000', '0.001', '99999999999999999999'),
);

const { expression } = fc.letrec<{ expression: string; operand: string }>((tie) => ({
  operand: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    name,
    number,
    quoted,
    fc.constantFrom('true', 'false', '.now', '.vars', '.data_model', 'r"a\\b"'),
    tie('expression').map((inner) => `(${inner})`),
    fc.array(tie('expression'), { maxLength: 3 }).map((items) => `[${items.join(', ')}]`),
    fc
      .array(fc.tuple(quoted, tie('expression')), { maxLength: 2 })
      .map((items) => `{${items.map(([k, v]) => `${k}: ${v}`).join(', ')}}`),
  ),
  expression: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    tie('operand'),
    fc.tuple(tie('operand'), name).map(([target, key]) => `${target}.${key}`),
    fc.tuple(tie('operand'), tie('expression')).map(([target, key]) => `${target}[${key}]`),
    fc.tuple(tie('operand'), plainBuiltIn).map(([target, builtIn]) => `${target}?${builtIn}`),
    fc
      .tuple(tie('operand'), callBuiltIn, fc.array(tie('expression'), { maxLength: 3 }))
      .map(([target, builtIn, args]) => `${target}?${builtIn}(${args.join(', ')})`),
    fc
      .tuple(tie('operand'), name, tie('expression'))
      .map(([target, x, body]) => `${target}?map(${x} -> ${body})`),
    fc.tuple(tie('operand'), tie('operand')).map(([target, fallback]) => `${target}!${fallback}`),
    tie('operand').map((target) => `${target}??`),
    tie('operand').map((target) => `!${target}`),
    tie('operand').map((target) => `-${target}`),
    fc.tuple(tie('operand'), operator, tie('operand')).map(([left, op, right]) => `${left} ${op} ${right}`),
    fc
      .tuple(name, fc.array(tie('expression'), { maxLength: 2 }))
      .map(([f, args]) => `${f}(${args.join(', ')})`),
  ),
}));

const text = fc.constantFrom(
  '',
  ' ',
  '\n',
  'text',
  '  \n',
  '{"a": "',
  '"}',
  '<b>',
  '$',
  '#',
  'ä€😀',
  '\t',
  '\r\n',
  '<',
  '[',
);

const { body } = fc.letrec<{ element: string; body: string }>((tie) => ({
  element: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    text,
    expression.map((inner) => `\${${inner}}`),
    fc
      .tuple(expression, tie('body'), tie('body'))
      .map(([c, yes, no]) => `<#if (${c})>${yes}<#else>${no}</#if>`),
    fc
      .tuple(expression, name, tie('body'))
      .map(([xs, x, inner]) => `<#list ${xs} as ${x}>${inner}<#sep>, </#list>`),
    fc
      .tuple(expression, name, tie('body'))
      .map(([xs, x, inner]) => `<#list ${xs}><#items as ${x}>${inner}</#items><#else>-</#list>`),
    fc
      .tuple(name, fc.constantFrom('=', '+='), expression)
      .map(([x, op, value]) => `<#assign ${x} ${op} ${value}>`),
    fc.tuple(name, tie('body')).map(([x, inner]) => `<#assign ${x}>${inner}</#assign>`),
    fc
      .tuple(name, name, tie('body'))
      .map(([m, p, inner]) => `<#macro ${m} ${p}="d">${inner}<#nested 1></#macro>`),
    fc
      .tuple(name, name, expression)
      .map(([f, p, value]) => `<#function ${f} ${p}><#return ${value}></#function>`),
    fc
      .tuple(name, expression, tie('body'))
      .map(([m, value, inner]) => `<@${m} (${value}) ; i>${inner}</@${m}>`),
    fc.tuple(name, name, expression).map(([m, p, value]) => `<@${m} ${p}=${value}/>`),
    fc
      .tuple(expression, expression, tie('body'))
      .map(([v, c, inner]) => `<#switch ${v}><#case ${c}>${inner}<#break><#default>-</#switch>`),
    fc
      .tuple(tie('body'), tie('body'))
      .map(([tried, otherwise]) => `<#attempt>${tried}<#recover>${otherwise}</#attempt>`),
    tie('body').map((inner) => `<#compress>${inner}</#compress>`),
    tie('body').map((inner) => `<#escape x as x?html>${inner}</#escape>`),
    tie('body').map((inner) => `<#outputformat "HTML">${inner}</#outputformat>`),
    tie('body').map((inner) => `<#noparse>${inner.replaceAll('</#noparse>', '')}</#noparse>`),
    fc.constantFrom(
      '<#-- c -->',
      '<#t>',
      '<#lt>',
      '<#flush>',
      '<#setting number_format="0.0">',
      '<#local q=1>',
      '<#stop "x">',
      '<#break>',
    ),
  ),
  body: fc.array(tie('element'), { maxLength: 4, size: 'small' }).map((elements) => elements.join('')),
}));

/** A template of a few elements, nested a few levels deep. */
export const template: fc.Arbitrary<string> = fc
  .array(body, { minLength: 1, maxLength: 3 })
  .map((parts) => parts.join(''));

const fragment = fc.constantFrom(
  ...[
    '${',
    '}',
    '<#if ',
    '>',
    '</#if>',
    '<#list ',
    ' as ',
    '</#list>',
    '<@',
    '/>',
    '?',
    '!',
    '..',
    '.',
    '(',
    ')',
    '[',
    ']',
    '"',
    "'",
  ],
  ...[
    '{',
    ',',
    '<#-- ',
    '-->',
    '<#macro ',
    '</#macro>',
    '<#else>',
    '\\',
    '\\u',
    '->',
    '#{',
    '<#ftl>',
    '\0',
    '\ud800',
    '?c',
    '=',
    ':',
  ],
);

/** A template with pieces cut out, doubled, swapped for others or put in. */
export function mutated(source: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const change = fc.record({
    at: fc.nat(),
    length: fc.nat(12),
    insert: fc.oneof(fragment, fc.constant(''), fc.string({ maxLength: 3 })),
  });
  return fc.tuple(source, fc.array(change, { minLength: 1, maxLength: 4 })).map(([start, changes]) => {
    let result = start;
    for (const { at, length, insert } of changes) {
      const place = result.length === 0 ? 0 : at % result.length;
      result = result.slice(0, place) + insert + result.slice(place + length);
    }
    return result;
  });
}
